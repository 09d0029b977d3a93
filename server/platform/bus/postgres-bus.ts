import { Client } from 'pg';
import type { Bus, Topic } from './bus.port.ts';
import { createHearings } from './memory-bus.ts';

const channel = 'lightwell';
/** Waiting processes read the rows this often, in case a message was lost. */
const pollMs = 5000;
/** Time limit of a statement, and the time between two checks of the connection. */
const limitMs = 5000;
/** First and longest pause between two tries to connect. */
const [retryMs, longestRetryMs] = [100, 5000];
/** Postgres refuses messages of 8000 bytes. */
const maxBytes = 7900;
/** Limit of the messages that wait for a connection. The oldest are dropped. */
const maxWaiting = 10_000;

/**
 * Opens a bus on `LISTEN` and `NOTIFY` of Postgres. It has its own connection, which is opened again
 * when it is lost. The address must lead to Postgres itself or to a pooler in session mode.
 */
export async function openPostgresBus(
  url: string,
  onError: (error: unknown) => void,
): Promise<Bus> {
  const { subscribe, deliver, missed } = createHearings(onError);
  // A set, because one of several equal messages is enough.
  const waiting = new Set<string>();
  let client: Client | null = null;
  let sending: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = retryMs;
  let isClosed = false;

  function hear(message: string) {
    const end = message.indexOf(' ');
    deliver(message.slice(0, end) as Topic, message.slice(end + 1));
  }

  function planConnection() {
    if (isClosed) return;
    retry = setTimeout(connect, pauseMs);
    pauseMs = Math.min(longestRetryMs, 2 * pauseMs);
  }

  function lose(lost: Client, error?: unknown) {
    if (lost !== client) return;
    client = null;
    if (error) onError(error);
    lost.end().catch(() => {});
    planConnection();
  }

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: url,
      application_name: 'lightwell bus',
      keepAlive: true,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
    });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next));
    next.on('notification', ({ processId, payload = '' }) => {
      const isOwn = processId === (next as Client & { processID?: number }).processID;
      if (!isOwn) hear(payload);
    });
    try {
      await next.connect();
      // A lost message is harmless, so a commit need not wait for the disk.
      await next.query(`set synchronous_commit to off; listen ${channel}`);
    } catch (error) {
      onError(error);
      next.end().catch(() => {});
      planConnection();
      return;
    }
    if (isClosed) return void next.end().catch(() => {});
    client = next;
    pauseMs = retryMs;
    missed();
    send();
  }

  function putBack(batch: readonly string[]) {
    const later = [...waiting];
    waiting.clear();
    for (const message of [...batch, ...later]) waiting.add(message);
  }

  async function sendAll(): Promise<void> {
    while (client && waiting.size > 0) {
      const sender = client;
      const batch = [...waiting];
      waiting.clear();
      try {
        const messages = 'select pg_notify($1, message) from unnest($2::text[]) as message';
        await sender.query(messages, [channel, batch]);
      } catch (error) {
        putBack(batch);
        lose(sender, error);
      }
    }
  }

  function send() {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
  }

  const check = setInterval(() => {
    const checked = client;
    checked?.query('select 1').catch((error) => lose(checked, error));
  }, limitMs).unref();

  await connect();
  return {
    subscribe,
    pollMs,
    publish(topic, payload = '') {
      deliver(topic, payload);
      const message = `${topic} ${payload}`;
      if (Buffer.byteLength(message) > maxBytes) {
        onError(new Error(`A message about ${topic} is too long for other processes.`));
        return;
      }
      waiting.add(message);
      const [oldest] = waiting;
      if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
      send();
    },
    async close() {
      clearInterval(check);
      clearTimeout(retry);
      await sending;
      isClosed = true;
      const last = client;
      // Messages after the close must find no connection.
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
