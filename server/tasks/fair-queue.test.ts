import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WaitingQueue } from '../engine/pool/waiting-queue.ts';
import { createMemoryBus } from '../platform/bus/memory-bus.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createTestQueue, now } from './queue.fixture.ts';
import { createQueueBoard } from './queue-board.ts';
import { createRecordSignals } from './record-signals.ts';
import { applyEvent } from './task-lifecycle.ts';
import {
  bumpQueued,
  type Lane,
  purgeTurns,
  queuePosition,
  queuePositions,
} from './task-queue.store.ts';
import { queueTurns, tasks } from './tasks.schema.ts';

/* Tests the order of tasks in the queue, which is stored in the table. */
let database: OpenDatabase;
let db: Database;
let queue: ReturnType<typeof createTestQueue>;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  queue = createTestQueue(db);
});
afterAll(() => database.close());
beforeEach(() => queue.empty());

const claimedOwner = async (lanes?: Lane[]) => (await queue.claim(lanes))?.ownerId;

async function claimAll(): Promise<string[]> {
  const order: string[] = [];
  for (let owner = await claimedOwner(); owner; owner = await claimedOwner()) order.push(owner);
  return order;
}

async function expectSoonTaken(subnet: string) {
  for (let n = 0; n < 500; n += 1) await queue.send({ owner: 'many' });
  for (let n = 0; n < 20; n += 1) expect(await claimedOwner()).toBe('many');
  const single = await queue.send({ owner: 'single', subnet });
  expect(await queuePosition(db, single.id)).toBeLessThanOrEqual(2);
  const next = [await claimedOwner(), await claimedOwner()];
  expect(next).toContain('single');
}

test('500 tasks of one owner delay a single task of the same address by at most two tasks', async () => {
  await expectSoonTaken('net');
});

test('500 tasks of one owner delay a single task of another address by at most two tasks', async () => {
  await expectSoonTaken('elsewhere');
});

test.each([
  ['of the same address', 'net'],
  ['of another address', 'elsewhere'],
])('a photo waits only for the running photos of a batch %s (R85)', async (_, subnet) => {
  // a batch has three tasks at once: the next photo is sent when one has ended
  for (let n = 0; n < 3; n += 1) await queue.send({ owner: 'batch' });
  for (let running = 1; running <= 2; running += 1) expect(await claimedOwner()).toBe('batch');
  await queue.send({ owner: 'single', subnet });
  for (let n = 3; n < 20; n += 1) await queue.send({ owner: 'batch' });
  expect(await claimedOwner()).toBe('single');
});

test('an address with many owners does not delay another address', async () => {
  for (let n = 0; n < 40; n += 1) await queue.send({ owner: `cookie-${n}`, subnet: 'hog' });
  for (let n = 0; n < 5; n += 1) expect((await queue.claim())?.subnet).toBe('hog');
  await queue.send({ owner: 'polite', subnet: 'home' });
  expect([await claimedOwner(), await claimedOwner()]).toContain('polite');
});

test('owners take turns, in the order of their first tasks', async () => {
  for (const owner of ['a', 'a', 'a', 'b', 'b', 'c']) await queue.send({ owner });
  expect(await claimAll()).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('shares count the work, not the number of tasks', async () => {
  for (let n = 0; n < 3; n += 1) await queue.send({ owner: 'large', subnet: 'x', costMs: 9000 });
  for (let n = 0; n < 6; n += 1) await queue.send({ owner: 'small', subnet: 'y', costMs: 3000 });
  const order = await claimAll();
  expect(order.slice(0, 4).filter((owner) => owner === 'large')).toHaveLength(1);
  expect(order.slice(0, 5).filter((owner) => owner === 'small').length).toBeGreaterThanOrEqual(3);
});

test('orders waiting tasks as the in-memory queue of the pools does', async () => {
  const line = new WaitingQueue<string>({ maxWaiting: 100, maxOfOwner: 100 });
  const visitors = ['x a', 'x a', 'y c', 'x b', 'z d', 'x a', 'y c', 'z e', 'z d', 'x b', 'y c'];
  const order = { tasks: [] as unknown[], line: [] as unknown[] };
  const take = async () => {
    order.tasks.push(await claimedOwner());
    order.line.push(line.take());
  };
  for (const [n, visitor] of [...visitors, ...visitors].entries()) {
    const [subnet = '', owner = ''] = visitor.split(' ');
    await queue.send({ owner, subnet, costMs: 1 });
    line.add(owner, { subnet, owner });
    if (n % 3 === 2) await take();
  }
  while (line.length > 0) await take();
  expect(order.line).toEqual(order.tasks);
});

test('a share stays used when its task is cancelled', async () => {
  const first = await queue.send({ owner: 'hog', costMs: 60_000 });
  await queue.claim();
  const cancelled = { type: 'task.cancelled' } as const;
  await applyEvent(db, { id: first.id, type: 21, event: cancelled, now: now() });
  await queue.send({ owner: 'hog', costMs: 60_000 });
  await queue.send({ owner: 'guest', costMs: 60_000 });
  expect(await claimAll()).toEqual(['guest', 'hog']);
});

test('the slot for short tasks runs no long tasks', async () => {
  await queue.send({ owner: 'long', lane: 'long', costMs: 900_000 });
  expect(await queue.claim(['short'])).toBeUndefined();
  await queue.send({ owner: 'short' });
  expect(await claimedOwner(['short'])).toBe('short');
  expect(await claimedOwner()).toBe('long');
});

test('positions match the order of claims, read one by one and all at once', async () => {
  const sent: string[] = [];
  const from = [
    ['a', 'x'],
    ['a', 'x'],
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'y'],
    ['c', 'y'],
    ['d', 'z'],
  ] as const;
  for (const [owner, subnet] of from) sent.push((await queue.send({ owner, subnet })).id);
  const together = await queuePositions(db, sent);
  const promised = [...sent].sort((a, b) => (together.get(a) ?? 0) - (together.get(b) ?? 0));
  for (const id of sent) expect(await queuePosition(db, id)).toBe(together.get(id));
  const claimed: (string | undefined)[] = [];
  for (const _ of sent) claimed.push((await queue.claim())?.id);
  expect(claimed).toEqual(promised);
});

test('a claimed task has no position, even if a long queue changes the query plan', async () => {
  await queue.send({ owner: 'first' });
  const claimed = await queue.claim();
  for (let n = 0; n < 300; n += 1) await queue.send({ owner: `${n}`, subnet: `${n % 7}` });
  await db.execute(sql`vacuum analyze tasks`);
  expect(await queuePosition(db, claimed?.id ?? 'nobody')).toBeUndefined();
  expect(await queuePosition(db, 'nobody')).toBeUndefined();
});

test('a claim writes to no waiting task, and wakes the tasks whose position has changed', async () => {
  const bus = createMemoryBus(() => {});
  const signals = createRecordSignals(bus);
  const board = createQueueBoard({ db, bus, signals, onError: () => {} });
  await queue.send({ owner: 'a' });
  const waiting = await queue.send({ owner: 'b' });
  expect(await board.positionOf(waiting)).toBe(2);
  const woken = vi.fn();
  const wait = signals.wait(waiting.id, { ms: 20_000, signal: new AbortController().signal });
  void wait.then(woken);
  await queue.claim();
  board.moved();
  expect(await wait).toBe(true);
  expect(await board.positionOf(waiting)).toBe(1);
  const rows = await db.select().from(tasks);
  expect(rows.find(({ id }) => id === waiting.id)?.revision).toBe(waiting.revision);
  await board.close();
});

test('a claim is announced in this process', async () => {
  const published: unknown[] = [];
  const hear = (move: unknown) => published.push(move);
  subscribe('lightwell:task', hear);
  try {
    await queue.send({ owner: 'a' });
    await claimAll();
  } finally {
    unsubscribe('lightwell:task', hear);
  }
  expect(published).toMatchObject([{ from: 'queued', event: 'task.claimed', to: 'running' }]);
});

test('used-up shares are removed', async () => {
  await queue.send({ owner: 'a' });
  await queue.send({ owner: 'b', subnet: 'y' });
  await claimAll();
  await queue.send({ owner: 'c', subnet: 'z' });
  await claimAll();
  await queue.send({ owner: 'd', subnet: 'later', costMs: 5000 });
  await queue.send({ owner: 'e', subnet: 'later', costMs: 5000 });
  await claimAll();
  await purgeTurns(db);
  const kept = await db.select().from(queueTurns);
  expect(kept.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual([
    'clock ',
    'clock ',
    'order later',
    'owner later d',
    'owner later e',
    'subnet later',
  ]);
});

test('a task that falls back gets one new revision, from whichever process writes it first', async () => {
  const waiting = await queue.send({ owner: 'a' });
  const known = [{ id: waiting.id, revision: waiting.revision }];
  const other = await queue.send({ owner: 'b' });
  await Promise.all([bumpQueued(db, known), bumpQueued(db, known)]);
  const rows = await db.select().from(tasks);
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  expect(revisions.get(waiting.id)).toBe(waiting.revision + 1000);
  expect(revisions.get(other.id)).toBe(other.revision);
});
