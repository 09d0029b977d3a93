import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { creditsSweep } from '../credits/credits.feature.ts';
import { creditLines } from '../credits/credits.schema.ts';
import { mailSteps } from '../mail/mail.feature.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { registerProcess, removeProcesses } from '../platform/process/processes.store.ts';
import { createSweeper } from '../platform/sweeper.ts';
import { sweepSteps } from '../platform/write-points.ts';
import { createTestQueue, now as startedAt } from '../tasks/queue.fixture.ts';
import { queueTurns, tasks } from '../tasks/tasks.schema.ts';
import { tasksSteps } from '../tasks/tasks-steps.ts';
import { uploadsSteps } from '../uploads/uploads.feature.ts';
import { uploads as uploadRows } from '../uploads/uploads.schema.ts';

/*
 * Tests single steps of recovery and sweep, without other workers. `sweeper.test.ts` tests a whole
 * server.
 */

const day = 86_400_000;

let database: OpenDatabase;
let db: Database;
let queue: ReturnType<typeof createTestQueue>;
let time: number;
const callWorkers = vi.fn(async () => {});
const runner = { abort: vi.fn(), handBackLost: vi.fn(async () => {}) };
const uploads = {
  discardInterrupted: vi.fn(async (_key: string) => {}),
  findAbandoned: vi.fn(async (): Promise<string[]> => []),
  removeUnnamed: vi.fn(async () => {}),
  remove: vi.fn(async (_key: string) => {}),
};
const files = { remove: vi.fn(async (_task: unknown) => {}) };
const unfinished = { sweep: vi.fn(async () => {}) };
const signals = { changed: vi.fn() };
const mails = {
  releaseLost: vi.fn(async () => {}),
  wakeIfDue: vi.fn(async () => {}),
  purge: vi.fn(async (_before: Date) => {}),
};
const nothing = async () => {};
const onError = vi.fn();
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  queue = createTestQueue(db);
});
afterAll(() => database.close());
beforeEach(async () => {
  time = startedAt().getTime();
  vi.clearAllMocks();
  await queue.empty();
  await db.delete(uploadRows);
});

const sweeper = () => {
  const now = () => new Date(time);
  const ownTasks = tasksSteps({
    db,
    callWorkers,
    runner,
    files,
    signals,
    unfinished,
    now,
    onError,
    reminders: { sweep: nothing },
  });
  const ownUploads = uploadsSteps({ db }, uploads);
  const ownMails = mailSteps(mails, now);
  const others = { sweep: Object.fromEntries(sweepSteps.map((step) => [step, nothing])) };
  const ownCredits = { sweep: creditsSweep({ db, now }) };
  return createSweeper([others, ownCredits, ownTasks, ownUploads, ownMails], onError);
};

/** Recovers the work of lost processes, which is all work in this database. */
const recover = () => sweeper().recover();

const rowOf = async (id: string) => {
  const rows = await db.select().from(tasks).where(eq(tasks.id, id));
  return rows[0];
};

const linesOf = async (id: string) => {
  const rows = await db.select().from(creditLines).where(eq(creditLines.taskId, id));
  return rows.map(({ kind }) => kind).sort();
};

/** Creates a running task with its own owner. */
async function runningTask(owner: string, crashes = 0) {
  const { id } = await queue.send({ owner });
  await queue.claim();
  await db.update(tasks).set({ crashes }).where(eq(tasks.id, id));
  return id;
}

test('an interrupted task waits again, and its crash is counted', async () => {
  const id = await runningTask('interrupted', 1);
  await recover();
  expect(await rowOf(id)).toMatchObject({ status: 0, runner: null, crashes: 2, reason: null });
  expect(await linesOf(id)).toEqual(['reserve']);
});

test('a task that was interrupted three times fails, and is not charged', async () => {
  const id = await runningTask('hopeless', 2);
  await recover();
  expect(await rowOf(id)).toMatchObject({ status: 4, crashes: 3, reason: 'engine_failed' });
  expect(await linesOf(id)).toEqual(['release', 'reserve']);
});

test('a task of a process that lives does not count as interrupted', async () => {
  const alive = await runningTask('alive');
  await registerProcess(db, { id: 'living', roles: ['worker'] });
  await db.update(tasks).set({ runner: 'living' }).where(eq(tasks.id, alive));
  const lost = await runningTask('lost');
  await recover();
  expect(await rowOf(alive)).toMatchObject({ status: 1, crashes: 0 });
  expect(await rowOf(lost)).toMatchObject({ status: 0, crashes: 1 });
  await removeProcesses(db, ['living']);
});

async function insertUploads(states: Record<string, 'receiving' | 'stored'>) {
  await queue.send({ owner: 'uploader' });
  const upload = { ownerId: 'uploader', subnet: 'net', bytes: 1, createdAt: new Date(time) };
  const rows = Object.entries(states).map(([key, state]) => ({ ...upload, key, state }));
  await db.insert(uploadRows).values(rows);
}

test('discards interrupted uploads and keeps complete ones', async () => {
  await insertUploads({ a: 'receiving', b: 'receiving', c: 'stored' });
  const failure = new Error('cannot be removed');
  uploads.discardInterrupted.mockRejectedValueOnce(failure);
  await recover();
  expect(uploads.discardInterrupted.mock.calls.map(([key]) => key).sort()).toEqual(['a', 'b']);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure, 'recovery of uploads');
});

test('a task past its deadline ends: its job is stopped and waiting requests are answered', async () => {
  const id = await runningTask('late');
  time += 3_600_000;
  await sweeper().sweep();
  expect(await rowOf(id)).toMatchObject({ status: 1 });
  expect(signals.changed).not.toHaveBeenCalled();
  time += 1;
  await sweeper().sweep();
  expect(await rowOf(id)).toMatchObject({ status: 4, reason: 'task_expired' });
  expect(await linesOf(id)).toEqual(['release', 'reserve']);
  expect(runner.abort).toHaveBeenCalledExactlyOnceWith(id);
  expect(signals.changed).toHaveBeenCalledExactlyOnceWith(id);
});

test('workers are called only when a task waits', async () => {
  await sweeper().sweep();
  expect(callWorkers).not.toHaveBeenCalled();
  await queue.send({ owner: 'waiting' });
  await sweeper().sweep();
  expect(callWorkers).toHaveBeenCalledOnce();
});

test('a failed step is reported by its name and does not block the others', async () => {
  const [lost, looking] = [new Error('lost'), new Error('looking')];
  runner.handBackLost.mockRejectedValueOnce(lost);
  uploads.findAbandoned.mockRejectedValueOnce(looking);
  await queue.send({ owner: 'behind' });
  await sweeper().checkOwn();
  await sweeper().sweep();
  expect(onError.mock.calls).toEqual([
    [lost, 'lost tasks'],
    [looking, 'uploads'],
  ]);
  expect(callWorkers).toHaveBeenCalledOnce();
});

test('unused uploads are removed independently of each other', async () => {
  const failure = new Error('cannot be removed');
  uploads.findAbandoned.mockResolvedValueOnce(['a', 'b']);
  uploads.remove.mockRejectedValueOnce(failure);
  await sweeper().sweep();
  expect(uploads.remove.mock.calls).toEqual([['a'], ['b']]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure, 'uploads');
});

test('used-up queue shares are removed', async () => {
  await runningTask('first');
  await queue.send({ owner: 'second', subnet: 'other' });
  await queue.claim();
  for (let n = 0; n < 2; n += 1) {
    await queue.send({ owner: 'third', subnet: 'last', costMs: 9000 });
    await queue.claim();
  }
  await sweeper().sweep();
  const kept = await db.select().from(queueTurns).where(eq(queueTurns.kind, 'owner'));
  expect(kept.map(({ key }) => key)).toEqual(['last third']);
});

test('a record is deleted when it expires, and forgotten thirty days later', async () => {
  const id = await runningTask('expiring');
  const { expiresAt } = (await rowOf(id)) ?? {};
  time = expiresAt?.getTime() ?? 0;
  await sweeper().sweep();
  expect((await rowOf(id))?.deletedAt).toBeNull();
  expect(files.remove).not.toHaveBeenCalled();
  time += 1;
  await sweeper().sweep();
  expect((await rowOf(id))?.deletedAt).toEqual(new Date(time));
  expect(files.remove).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id }));
  await db.update(tasks).set({ filesRemoved: true }).where(eq(tasks.id, id));
  time += 30 * day;
  await sweeper().sweep();
  expect(await rowOf(id)).toBeDefined();
  expect(await linesOf(id)).toHaveLength(2);
  time += day;
  await sweeper().sweep();
  expect(await rowOf(id)).toBeUndefined();
  expect(await linesOf(id)).toEqual([]);
});

test('the mails that a lost process was sending are sent again', async () => {
  await recover();
  expect(mails.releaseLost).toHaveBeenCalledOnce();
  expect(mails.releaseLost).toHaveBeenCalledBefore(mails.wakeIfDue);
});

test('unsent mails are sent, and finished ones are removed after thirty days', async () => {
  await sweeper().sweep();
  expect(mails.wakeIfDue).toHaveBeenCalledOnce();
  expect(mails.purge).toHaveBeenCalledExactlyOnceWith(new Date(time - 30 * day));
});
