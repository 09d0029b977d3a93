import { Worker } from 'node:worker_threads';
import { escapeIdentifier, Pool } from 'pg';
import { DatabaseGone } from './database-away.ts';
import type { DatabaseSettings, FromDatabase, ToDatabase } from './embedded.worker.ts';
import { EmbeddedClient, EmbeddedSocket, type Exchange } from './embedded-connection.ts';

type Pending = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

export type Embedded = {
  /** pool of a single connection */
  pool: Pool;
  /** Calls `heard` with each notification on the channel until the returned function is called. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** resolves if the database ends unexpectedly; it is unusable then */
  died: Promise<Error>;
  /** for tests of `died` */
  thread: Worker;
  close(): Promise<void>;
};

/** Starts the thread; returns it with a function to exchange bytes. */
function startThread(settings: DatabaseSettings) {
  const thread = new Worker(new URL('./embedded.worker.ts', import.meta.url), {
    workerData: settings,
    // The worker does not get the arguments of this thread, such as a profiler.
    execArgv: [],
  });
  const pending = new Map<number, Pending>();
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<Error>();
  let isGone: Error | undefined;
  let last = 0;

  function end(error: Error) {
    if (isGone) return;
    isGone = error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
    ready.reject(error);
    gone.resolve(error);
  }
  thread.on('error', (cause: Error) => end(new DatabaseGone(cause.message, { cause })));
  thread.on('exit', (code) =>
    end(new DatabaseGone(`the database's thread ended with code ${code}`)),
  );
  thread.on('message', (message: FromDatabase) => {
    if ('ready' in message) return ready.resolve();
    pending.get(message.id)?.resolve(message.bytes);
    pending.delete(message.id);
  });

  const exchange: Exchange = (bytes) =>
    new Promise((resolve, reject) => {
      if (isGone) return reject(isGone);
      last += 1;
      pending.set(last, { resolve, reject });
      thread.postMessage({ id: last, bytes } satisfies ToDatabase);
    });
  return { thread, ready: ready.promise, gone: gone.promise, exchange };
}

export type EmbeddedOptions = {
  /** folder of its files; absent: in memory, lost when closed */
  directory?: string;
  /** dump file with the initial content of a new database; absent: empty */
  dump?: string;
};

/** The embedded database in its own thread, so that it does not block requests. */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
  const { directory = null, dump = null } = options;
  const { thread, ready, gone, exchange } = startThread({ directory, dump });
  await ready;
  let isClosing = false;
  const died = new Promise<Error>((resolve) => {
    gone.then((error) => {
      if (!isClosing) resolve(error);
    });
  });
  const pool = new Pool({
    max: 1,
    // Prepared statements belong to the connection.
    idleTimeoutMillis: 0,
    Client: EmbeddedClient,
    stream: () => new EmbeddedSocket(exchange) as never,
  });
  // Every query reports its own error, and `died` the rest.
  pool.on('error', () => undefined);
  const listeners = new Map<string, (payload: string) => void>();
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload = '' }) => listeners.get(channel)?.(payload)),
  );
  return {
    pool,
    died,
    thread,
    async listen(channel, heard) {
      listeners.set(channel, heard);
      await pool.query(`listen ${escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(channel);
        await pool.query(`unlisten ${escapeIdentifier(channel)}`);
      };
    },
    async close() {
      isClosing = true;
      await pool.end();
      thread.postMessage({ end: true } satisfies ToDatabase);
      await gone;
    },
  };
}
