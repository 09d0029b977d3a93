import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Messages to the database thread: bytes of the Postgres protocol, or the request to end. */
export type ToDatabase = { id: number; bytes: Uint8Array } | { end: true };
/** Messages from the database thread: `ready` once, then one answer to each message with bytes. */
export type FromDatabase = { ready: true } | { id: number; bytes: Uint8Array };
export type DatabaseSettings = {
  directory: string | null;
  /** dump file with the content of a new database */
  dump: string | null;
};

/**
 * The memory settings are low, because WebAssembly never returns memory. The defaults of Postgres
 * are for a hundred connections and large tables, and would use 130 MB more. Generic plans are
 * disabled. Tables are never analysed here, so a plan for small tables would remain when they have
 * grown.
 */
const settings = ['shared_buffers=16MB', 'max_connections=10', 'plan_cache_mode=force_custom_plan'];

if (!parentPort) throw new Error('Expected a worker thread. Start this file with new Worker().');
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
 * Returns true if one of these Postgres messages is a panic, for example after a failed write to
 * the log. The memory of the database is then unreliable. A Postgres server would restart itself.
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

/*
 * Processes messages one after the other. Any failure except a Postgres error ends this thread. The
 * server then ends, too.
 */
let last = Promise.resolve();
port.on('message', (message: ToDatabase) => {
  last = last.then(() => answer(message));
});
send({ ready: true });
