import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database, OpenDatabase } from '../store/database.ts';
import { creditLines, queueTurns, tasks, uploads as uploadRows } from '../store/schema.ts';
import { openTestDatabase } from '../store/testing/test-database.fixture.ts';
import { createTestQueue, now as startedAt } from './queue.fixture.ts';
import { createSweeper, type SweeperDeps } from './sweeper.ts';

/* Each step of a recovery and of a sweep on the tables, with nobody else at work; with a whole server in `sweeper.test.ts`. */

const day = 86_400_000;

let database: OpenDatabase;
let db: Database;
let queue: ReturnType<typeof createTestQueue>;
let time: number;
const callWorkers = vi.fn(async () => {});
const runner = { abort: vi.fn(), handBackLost: vi.fn(async () => {}) };
const uploads = {
  discard: vi.fn(async (_key: string) => {}),
  findAbandoned: vi.fn(async (): Promise<string[]> => []),
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
const reminders = { sweep: nothing };
const accounts = {
  forgetOld: nothing,
  exports: { sweep: nothing },
  deletion: { sweep: nothing },
  welcome: { purge: nothing },
};
const payments = {
  sweeps: {
    providers: nothing,
    inquiries: nothing,
    orders: nothing,
    renewals: nothing,
    refunds: nothing,
    'closed plans': nothing,
  },
  purge: nothing,
};
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

const sweeper = () =>
  createSweeper({
    db,
    callWorkers,
    runner,
    uploads,
    files,
    signals,
    mails,
    reminders,
    accounts,
    onError,
    payments,
    unfinished,
    instanceId: 'test',
    now: () => new Date(time),
  } as unknown as SweeperDeps);

/** A new process takes over what the last one left. */
const recover = async () => await (await sweeper().findInterrupted())();

const rowOf = async (id: string) => {
  const rows = await db.select().from(tasks).where(eq(tasks.id, id));
  return rows[0];
};

const linesOf = async (id: string) => {
  const rows = await db.select().from(creditLines).where(eq(creditLines.taskId, id));
  return rows.map(({ kind }) => kind).sort();
};

/** A task that runs, of an owner of its own. */
async function runningTask(owner: string, crashes = 0) {
  const { id } = await queue.send({ owner });
  await queue.claim();
  await db.update(tasks).set({ crashes }).where(eq(tasks.id, id));
  return id;
}

test('a task that was interrupted waits again, and its crash is counted', async () => {
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

test('what is begun after the look is not taken for interrupted', async () => {
  const before = await runningTask('before');
  const takeOver = await sweeper().findInterrupted();
  const after = await runningTask('after');
  await takeOver();
  expect(await rowOf(before)).toMatchObject({ status: 0, crashes: 1 });
  expect(await rowOf(after)).toMatchObject({ status: 1, crashes: 0 });
});

test('tasks that waited have a new revision, beyond what visitors saw of the last process', async () => {
  const { id, revision } = await queue.send({ owner: 'patient' });
  await recover();
  expect((await rowOf(id))?.revision).toBe(revision + 1000);
});

async function insertUploads(states: Record<string, 'receiving' | 'stored'>) {
  await queue.send({ owner: 'uploader' });
  const upload = { ownerId: 'uploader', network: 'net', bytes: 1, createdAt: new Date(time) };
  const rows = Object.entries(states).map(([key, state]) => ({ ...upload, key, state }));
  await db.insert(uploadRows).values(rows);
}

test('photos whose arrival was interrupted are discarded, whole ones are kept', async () => {
  await insertUploads({ a: 'receiving', b: 'receiving', c: 'stored' });
  const failure = new Error('cannot be removed');
  uploads.discard.mockRejectedValueOnce(failure);
  await recover();
  expect(uploads.discard.mock.calls.map(([key]) => key).sort()).toEqual(['a', 'b']);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure, 'recovery of uploads');
});

test('a task past its deadline ends: its job is stopped, whoever waits hears of it', async () => {
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

test('workers are called when a task waits, and only then', async () => {
  await sweeper().sweep();
  expect(callWorkers).not.toHaveBeenCalled();
  await queue.send({ owner: 'waiting' });
  await sweeper().sweep();
  expect(callWorkers).toHaveBeenCalledOnce();
});

test('a step that fails is told of by its name, and keeps no other from being done', async () => {
  const [lost, looking] = [new Error('lost'), new Error('looking')];
  runner.handBackLost.mockRejectedValueOnce(lost);
  uploads.findAbandoned.mockRejectedValueOnce(looking);
  await queue.send({ owner: 'behind' });
  await sweeper().sweep();
  expect(onError.mock.calls).toEqual([
    [lost, 'lost tasks'],
    [looking, 'uploads'],
  ]);
  expect(callWorkers).toHaveBeenCalledOnce();
});

test('uploads that nobody used are removed, each by itself', async () => {
  const failure = new Error('cannot be removed');
  uploads.findAbandoned.mockResolvedValueOnce(['a', 'b']);
  uploads.remove.mockRejectedValueOnce(failure);
  await sweeper().sweep();
  expect(uploads.remove.mock.calls).toEqual([['a'], ['b']]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure, 'uploads');
});

test('shares of the queue that are used up are forgotten', async () => {
  await runningTask('first');
  await queue.send({ owner: 'second', network: 'other' });
  await queue.claim();
  for (let n = 0; n < 2; n += 1) {
    await queue.send({ owner: 'third', network: 'last', costMs: 9000 });
    await queue.claim();
  }
  await sweeper().sweep();
  const kept = await db.select().from(queueTurns).where(eq(queueTurns.kind, 'owner'));
  expect(kept.map(({ key }) => key)).toEqual(['last third']);
});

test('a record is deleted when its time is over, and forgotten thirty days later', async () => {
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

test('a new process sends the mails again that the last one was sending', async () => {
  const takeOver = await sweeper().findInterrupted();
  expect(mails.releaseLost).not.toHaveBeenCalled();
  await takeOver();
  expect(mails.releaseLost).toHaveBeenCalledOnce();
  expect(mails.wakeIfDue).not.toHaveBeenCalled();
});

test('mails that were left are sent, and those that ended are forgotten after thirty days', async () => {
  await sweeper().sweep();
  expect(mails.releaseLost).toHaveBeenCalledBefore(mails.wakeIfDue);
  expect(mails.wakeIfDue).toHaveBeenCalledOnce();
  expect(mails.purge).toHaveBeenCalledExactlyOnceWith(new Date(time - 30 * day));
});
