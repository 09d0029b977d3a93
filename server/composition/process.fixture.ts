import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { cancelled, createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log/logger.ts';
import type { DataDir } from '../platform/storage/data-dir.ts';
import { runServer } from './process.ts';

/*
 * A server with the fake engine, as a process with a real data directory. The server prints its
 * port, and adds a line to the file `started` for each job. A job that begins while the file `hold`
 * exists does not end, or ends after HOLD_MS; if the file contains `deaf`, the job ignores
 * cancellation. SIGUSR2 throws an unhandled error. SIGHUP
 * causes an unhandled rejection. SIGALRM ends the thread of the embedded database. SIGWINCH freezes
 * the process inside a transaction that locks all tasks.
 */
async function openEngine(dataDir: DataDir) {
  const engine = createFakeEngine();
  const hold = join(dataDir.path, 'hold');
  const { run } = engine;
  engine.run = (job) => {
    appendFileSync(join(dataDir.path, 'started'), `${job.id}\n`);
    if (!existsSync(hold)) return run(job);
    // Simulates a library that creates a temporary folder.
    mkdtempSync(join(tmpdir(), 'library-'));
    if (readFileSync(hold, 'utf8') === 'deaf') return new Promise(() => {});
    const { HOLD_MS } = process.env;
    if (HOLD_MS) return wait(Number(HOLD_MS)).then(() => run(job));
    return cancelled(job.signal);
  };
  return engine;
}

const config = readConfig(process.env);
const server = await runServer({
  config,
  openEngine,
  logger: createLogger(config.logLevel),
  clientDir: join(config.dataDir, 'client'),
});
process.on('SIGUSR2', () => {
  throw new Error('thrown without a handler');
});
process.on('SIGHUP', () => {
  void Promise.reject(new Error('rejected without a handler'));
});
process.on('SIGALRM', () => {
  const { source } = server.database;
  if (source.kind === 'embedded') void source.embedded.thread.terminate();
});
process.on('SIGWINCH', () => {
  const frozen = server.database.db.transaction(async (tx) => {
    await tx.execute(sql`select from tasks for update`);
    process.kill(process.pid, 'SIGSTOP');
    await tx.execute(sql`select 1`);
  });
  // Postgres has ended the transaction.
  frozen.catch(() => {});
});
process.stdout.write(`port ${(server.app.server.address() as AddressInfo).port}\n`);
