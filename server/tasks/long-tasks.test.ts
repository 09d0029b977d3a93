import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineJob, EngineProgress } from '../engine/engine.port.ts';
import { ProcessPool } from '../engine/pool/process-pool.ts';
import { ProgressMeter } from '../engine/progress-meter.ts';
import { createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import type { Behaviour } from '../engine/testing/unsteady.child.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { noTracing } from '../platform/tracing/tracing.port.ts';
import { heldLease } from '../testing/held-lease.fixture.ts';
import { createTestLive } from './live-progress.fixture.ts';
import { createTestQueue, now } from './queue.fixture.ts';
import { createTaskRunner } from './task-runner.ts';
import { tasks } from './tasks.schema.ts';

/*
 * Tests a long task and short tasks in the engine's real child processes. Only the work itself is
 * simulated.
 */

let database: OpenDatabase;
let pool: ProcessPool<Behaviour, number>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => pool.close());

type Report = { id: string; progress: EngineProgress };

/**
 * Creates an engine that lists its reports in order, with promises for the reports that a test
 * awaits.
 */
function createEngineOfTiles() {
  const reports: Report[] = [];
  const listeners = new Set<(report: Report) => void>();
  const hear = (report: Report) => {
    reports.push(report);
    for (const listener of listeners) listener(report);
  };

  async function run({ id, signal, pauses, onProgress }: EngineJob, job: Behaviour) {
    const meter = new ProgressMeter({ reading: 0, detecting: 0, running: 1, writing: 0 }, () =>
      performance.now(),
    );
    const pass = (progress: EngineProgress) => {
      onProgress(progress);
      hear({ id, progress });
    };
    await pool.run({
      job,
      signal,
      pauses,
      onProgress: (report) => pass(meter.report(report)),
      onPause: (isPaused) => pass(meter.pause(isPaused)),
    });
    return { kind: 'rejected', reason: 'no_face' } as const;
  }

  const next = (isIt: (report: Report) => boolean) =>
    new Promise<Report>((resolve) => {
      const listener = (report: Report) => {
        if (!isIt(report)) return;
        listeners.delete(listener);
        resolve(report);
      };
      listeners.add(listener);
    });

  return { reports, run, next };
}

/** Starts a runner on its own queue, with a slot for each lane. */
async function open(work: (job: EngineJob) => ReturnType<Engine['run']>) {
  const { db } = database;
  const queue = createTestQueue(db);
  await queue.empty();
  const file = new URL('../engine/testing/unsteady.child.ts', import.meta.url);
  const settings = { modelsDir: '', manifests: [] };
  pool = new ProcessPool({ file, settings, budget: { megabytes: 1000 } }, { places: 2 });
  const live = createTestLive();
  const unused = () => Promise.reject(new Error('not part of this test'));
  const runner = createTaskRunner({
    db,
    live,
    workDir: '/nowhere',
    processId: 'test',
    lease: heldLease,
    codes: null,
    tracing: noTracing,
    now,
    engine: { ...createFakeEngine(), run: work },
    withCopies: async (keys, use) => use([...keys]),
    files: {
      keep: unused,
      remove: unused,
      keepPartial: unused,
      removePartial: unused,
      settle: async () => {},
    },
    unfinished: {
      open: async () => ({ folder: 'unused', close: async () => {} }),
      settle: async () => {},
    },
    signals: { changed: () => {} },
    board: { positionOf: async () => null, moved: () => {}, close: async () => {} },
    deadlineMs: 600_000,
    onError(error) {
      throw error;
    },
  });
  return {
    runner,
    live,
    /** sends a task that the engine may reject */
    async send(sent: Parameters<typeof queue.send>[0]) {
      const { id } = await queue.send(sent);
      await db.update(tasks).set({ type: 49 }).where(eq(tasks.id, id));
      return id;
    },
    async row(id: string) {
      const [task] = await db.select().from(tasks).where(eq(tasks.id, id));
      if (!task) throw new Error(`Expected task ${id} in the table.`);
      return task;
    },
  };
}

test('a long task pauses while a short task of another owner runs, and resumes afterwards', async () => {
  const { next, reports, run } = createEngineOfTiles();
  const order: string[] = [];
  const isLong = ({ id }: Report) => id.startsWith('hog');
  const begun = next(isLong);
  const roomMade = next(({ progress }) => progress.paused?.now === true).then(
    ({ id, progress }) => {
      order.push('long one paused');
      expect(scene.live.get(id.replace(/-\d+$/, ''))?.progress.fraction).toBe(progress.fraction);
    },
  );
  const goesOn = next(({ progress }) => progress.paused?.now === false).then(() => {
    order.push('long one goes on');
  });
  const scene = await open(async (job) => {
    if (job.id.startsWith('hog')) return await run(job, 'tiles');
    await roomMade;
    const before = reports.length;
    const result = await run(job, 'answer');
    expect(reports.slice(before).filter(isLong)).toEqual([]);
    order.push('short one done');
    return result;
  });
  const { send, runner, row } = scene;
  const id = await send({ owner: 'hog', lane: 'long', costMs: 600_000 });
  const longRun = runner.run(['short', 'long']);
  await begun;
  const { deadlineAt } = await row(id);
  await send({ owner: 'guest' });
  await runner.run(['short']);
  await goesOn;
  await next(isLong);
  expect(order).toEqual(['long one paused', 'short one done', 'long one goes on']);
  const deadline = async () => (await row(id)).deadlineAt.getTime();
  await expect.poll(deadline).toBeGreaterThan(deadlineAt.getTime());
  await runner.stop(0);
  await longRun;
});
