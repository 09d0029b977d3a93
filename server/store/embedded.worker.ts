import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** What the thread of the embedded database is told: bytes of Postgres' protocol, or to end. */
export type ToDatabase = { id: number; bytes: Uint8Array } | { end: true };
/** `ready` once, then an answer to each message. */
export type FromDatabase = { ready: true } | { id: number; bytes: Uint8Array };
export type DatabaseSettings = { directory: string | null };

/**
 * Memory that WebAssembly reserves once is never given back: Postgres' own defaults, for a hundred
 * connections and large tables, hold 130 MB more (0222). A plan for all parameters, made while the
 * tables are small, would be kept when they have grown: nothing analyses them here.
 */
const settings = ['shared_buffers=16MB', 'max_connections=10', 'plan_cache_mode=force_custom_plan'];

if (!parentPort) throw new Error('This file runs as a worker thread only');
const port = parentPort;
const send = (message: FromDatabase) => port.postMessage(message);
const { directory } = workerData as DatabaseSettings;
const database = await PGlite.create({
  ...(directory === null ? {} : { dataDir: directory }),
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
});

async function answer(message: ToDatabase): Promise<void> {
  if ('end' in message) {
    await database.close();
    port.close();
  } else send({ id: message.id, bytes: await database.execProtocolRaw(message.bytes) });
}

/* One after the other. A failure that is no answer of Postgres ends the thread, and so the process. */
let last = Promise.resolve();
port.on('message', (message: ToDatabase) => {
  last = last.then(() => answer(message));
});
send({ ready: true });
