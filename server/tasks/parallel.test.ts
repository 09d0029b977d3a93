import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { creditsUsed } from '../credits/credit-lines.store.ts';
import { creditLines } from '../credits/credits.schema.ts';
import { reserve as reserveCredits } from '../credits/reservations.ts';
import { lockOwner } from '../owners/owners.store.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { joinInstallation } from '../platform/process/join-installation.ts';
import { createTestQueue, now } from './queue.fixture.ts';
import { applyEvent } from './task-lifecycle.ts';
import { tasks } from './tasks.schema.ts';

/*
 * Tests concurrent calls. The embedded database runs one statement after the other, so these tests
 * can only fail on Postgres. On Postgres, each test fails if its lock is removed.
 */
let database: OpenDatabase;
let db: Database;
let queue: ReturnType<typeof createTestQueue>;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  queue = createTestQueue(db);
  // Opens all connections before the concurrent calls begin.
  await atOnce(10, () => db.select().from(tasks));
});
afterAll(() => database.close());
beforeEach(() => queue.empty());

const atOnce = <Result>(count: number, act: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

test('starts of one owner never reserve more than the allowance', async () => {
  await queue.send({ owner: 'a' });
  await db.delete(creditLines);
  for (let round = 1; round <= 10; round += 1) {
    const day = new Date(Date.UTC(2026, 10, round));
    const reserve = (n: number) =>
      db.transaction(async (tx) => {
        const purseId = await lockOwner(tx, 'a');
        const taskId = `round-${round}-${n}`;
        const owner = { id: 'a', kind: 'guest' } as const;
        await reserveCredits(tx, { owner, purseId, taskId, credits: 4, limit: 10, now: day });
      });
    const answers = await atOnce(6, (n) => reserve(n).then(() => 'reserved', String));
    expect(answers.filter((answer) => answer === 'reserved')).toHaveLength(2);
    expect(await creditsUsed(db, 'a', day.toISOString().slice(0, 10))).toBe(8);
  }
});

test('claims take one task each, in the order of the queue, and no claim is empty', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sent = [];
    for (let n = 0; n < 10; n += 1) sent.push((await queue.send({ owner: `owner-${n}` })).id);
    const claimed = await atOnce(10, () => queue.claim());
    expect(claimed.map((task) => task?.id).sort()).toEqual(sent.sort());
    expect(claimed.map((task) => task?.attempt)).toEqual(Array.from({ length: 10 }, () => 1));
  }
});

test('slots taken concurrently are different', async () => {
  await queue.send({ owner: 'a' });
  const sent = await atOnce(10, () => queue.send({ owner: 'a' }));
  expect(new Set(sent.map(({ slot }) => slot)).size).toBe(10);
  expect(new Set(sent.map(({ turn }) => turn)).size).toBe(10);
});

test('a cancellation reports whether the work had begun', async () => {
  for (let round = 0; round < 40; round += 1) {
    const { id } = await queue.send({ owner: 'a' });
    const event = { type: 'task.cancelled' } as const;
    const [claimed, cancelled] = await Promise.all([
      queue.claim(),
      applyEvent(db, { id, type: 21, event, now: now() }),
    ]);
    expect(cancelled?.status).toBe(5);
    const lines = await db
      .select({ kind: creditLines.kind, reason: creditLines.reason })
      .from(creditLines)
      .where(eq(creditLines.taskId, id))
      .orderBy(asc(creditLines.id));
    expect(lines).toEqual([
      { kind: 'reserve', reason: 'task.started' },
      { kind: 'release', reason: claimed ? 'task.abandoned' : 'task.cancelled' },
    ]);
  }
});

test('a task ends once, regardless of the caller that ends it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await queue.send({ owner: 'a' });
    await queue.claim();
    const events = ['task.succeeded', 'task.failed', 'task.expired', 'task.cancelled'] as const;
    const ends = await atOnce(4, (n) =>
      applyEvent(db, { id, type: 21, event: { type: events[n] ?? 'task.failed' }, now: now() }),
    );
    expect(ends.filter((end) => end !== undefined)).toHaveLength(1);
    const lines = await db.select().from(creditLines).where(eq(creditLines.taskId, id));
    expect(lines).toHaveLength(2);
  }
});

test('only one of two data directories can use the database', async () => {
  const join = (n: number) =>
    joinInstallation(db, {
      process: { id: `process-${n}`, roles: ['web'] },
      instanceId: `instance-${n}`,
      store: 'disk',
      secret: 'secret',
      dead: [],
      isAlone: false,
      now: now(),
    });
  const answers = await atOnce(8, (n) => join(n).then(() => 'joined', String));
  expect(answers.filter((answer) => answer === 'joined')).toHaveLength(1);
});
