import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** What the thread of the embedded database is told: bytes of Postgres' protocol, or to end. */
export type ToDatabase = { id: number; bytes: Uint8Array } | { end: true };
/** `ready` once, then an answer to each message. */
export type FromDatabase = { ready: true } | { id: number; bytes: Uint8Array };
export type DatabaseSettings = {
  directory: string | null;
  /** the file of a dumped database that a new one begins as */
  dump: string | null;
};

/**
 * Memory that WebAssembly reserves once is never given back: Postgres' own defaults, for a hundred
 * connections and large tables, hold 130 MB more. A plan for all parameters, made while the
 * tables are small, would be kept when they have grown: nothing analyses them here.
 */
const settings = ['shared_buffers=16MB', 'max_connections=10', 'plan_cache_mode=force_custom_plan'];

if (!parentPort) throw new Error('This file runs as a worker thread only');
const port = parentPort;
const send = (message: FromDatabase) => port.postMessage(message);
const { directory, dump } = workerData as DatabaseSettings;
const database = await PGlite.create({
  ...(directory === null ? {} : { dataDir: directory }),
  ...(dump === null ? {} : { loadDataDir: new Blob([readFileSync(dump)]) }),
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
});

const errorResponse = 'E'.charCodeAt(0);

/**
 * Whether one of these messages of Postgres is a panic: it could not write its log, say, and what
 * it holds in memory is no longer to be trusted. A server of its own would start again.
 */
function isPanic(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + 5 <= view.length; ) {
    const end = at + 1 + view.readInt32BE(at + 1);
    if (view[at] === errorResponse && view.subarray(at, end).includes('VPANIC\0')) return true;
    at = end;
  }
  return false;
}

async function answer(message: ToDatabase): Promise<void> {
  if ('end' in message) {
    await database.close();
    port.close();
    return;
  }
  const bytes = await database.execProtocolRaw(message.bytes);
  const panic = isPanic(bytes);
  send({ id: message.id, bytes });
  if (panic) throw new Error('the database panicked; only a new process recovers it');
}

/* One after the other. A failure that is no answer of Postgres ends the thread, and so the process. */
let last = Promise.resolve();
port.on('message', (message: ToDatabase) => {
  last = last.then(() => answer(message));
});
send({ ready: true });
