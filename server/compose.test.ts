import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { reaches, startWith } from './domain/records.fixture.ts';
import type { EngineJob } from './engine/engine.port.ts';
import { cancelled, createFakeEngine } from './fake-engine.fixture.ts';
import { createLogger } from './logger.ts';
import { photo, startTestServer } from './server.fixture.ts';
import { openTestDatabase } from './store/testing/test-database.fixture.ts';

test('a start that fails closes what it has opened, and says why', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-compose-'));
  const { close, ...database } = await openTestDatabase();
  const engine = createFakeEngine();
  const closed: string[] = [];
  const failing = compose({
    config: readConfig({ DATA_DIR: directory }),
    logger: createLogger('silent'),
    dataDir: { path: directory, instanceId: 'test' },
    database: {
      ...database,
      async close() {
        await close();
        closed.push('database');
      },
    },
    engine: { ...engine, close: async () => void closed.push('engine') },
    clientDir: join(directory, 'client'),
    listen: () => Promise.reject(new Error('the port is in use')),
  });
  await expect(failing).rejects.toThrow('the port is in use');
  expect(closed).toEqual(['database', 'engine']);
  await rm(directory, { recursive: true });
});

test('a stop leaves running tasks as much time as STOP_GRACE_SECONDS says, then hands them back', async () => {
  const server = await startTestServer({ env: { STOP_GRACE_SECONDS: '60' } });
  const jobs: EngineJob[] = [];
  server.engine.behave((job) => {
    jobs.push(job);
    return cancelled(job.signal);
  });
  const visitor = server.visitor();
  await reaches(visitor, (await startWith(visitor, await photo())).id, 1);
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stopped = server.stop();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(jobs[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(jobs[0]?.signal.aborted).toBe(true);
    vi.useRealTimers();
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});
