import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { cancelled, createFakeEngine } from './fake-engine.fixture.ts';
import { createLogger } from './logger.ts';
import { claimDataDir } from './store/data-dir.ts';
import { openEmbedded } from './store/database.ts';

/*
 * The server as a process of its own, on a real data directory, with the tests' engine: jobs wait
 * while the file `hold` exists, and ignore their signal when it contains `deaf`. Prints its port;
 * every started job adds a line to `started`.
 */
const config = readConfig({ ...process.env, PORT: '0' });
const dataDir = claimDataDir(config.dataDir);
const engine = createFakeEngine();
const hold = join(dataDir.path, 'hold');
const { run } = engine;
engine.run = (job) => {
  appendFileSync(join(dataDir.path, 'started'), `${job.id}\n`);
  if (!existsSync(hold)) return run(job);
  if (readFileSync(hold, 'utf8') === 'deaf') return new Promise(() => {});
  return cancelled(job.signal);
};
const server = await compose({
  config,
  dataDir,
  engine,
  logger: createLogger('silent'),
  database: await openEmbedded(join(dataDir.path, 'database')),
  clientDir: join(dataDir.path, 'client'),
});
await server.app.listen({ port: 0, host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await server.stop();
  process.exit(0);
});
process.stdout.write(`port ${(server.app.server.address() as AddressInfo).port}\n`);
