import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import { DatabaseGone } from './database-away.ts';
import type { DatabaseSettings, FromDatabase, ToDatabase } from './embedded.worker.ts';
import { EmbeddedSocket, type Exchange } from './embedded-connection.ts';
import { PreparingClient } from './preparing-client.ts';

type Pending = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

export type Embedded = {
  /** pool of the Postgres driver with one connection */
  pool: Pool;
  /** resolves if the database ends unexpectedly; queries fail afterwards */
  died: Promise<Error>;
  /** only for tests of `died` */
  thread: Worker;
  close(): Promise<void>;
};

/** Starts the thread. Returns the thread and a function that exchanges bytes with it. */
function startThread(settings: DatabaseSettings) {
  const thread = new Worker(new URL('./embedded.worker.ts', import.meta.url), {
    workerData: settings,
    // The thread must not inherit arguments of this process, for example those of a profiler.
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
  /** folder of the database files; if absent, the database is in memory and is lost when closed */
  directory?: string;
  /** dump file with the content of a new database; if absent, a new database is empty */
  dump?: string;
};

/** Starts the embedded database in its own thread, so that queries do not block requests. */
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
    // Keeps the connection open, because prepared statements are lost with it.
    idleTimeoutMillis: 0,
    Client: PreparingClient,
    stream: () => new EmbeddedSocket(exchange) as never,
  });
  // This error is ignored, because every query reports its own error and `died` reports the end of
  // the database.
  pool.on('error', () => undefined);
  return {
    pool,
    died,
    thread,
    async close() {
      isClosing = true;
      await pool.end();
      thread.postMessage({ end: true } satisfies ToDatabase);
      await gone;
    },
  };
}
