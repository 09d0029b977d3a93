import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeGuest } from '../accounts/merge.store.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { creditLines, creditLots, purses } from './credits.schema.ts';
import { expireLots, takeBackCredits } from './credits.ts';
import { balancesOf, end, grant, hours, ledgerOf, newOwner, noon, start } from './purse.fixture.ts';
import { endReservation } from './reservations.ts';

/*
 * Tests concurrent calls on one balance. The embedded database runs one statement after the other,
 * so these tests can only fail on Postgres. On Postgres, each test fails if its lock or its unique
 * key is removed.
 */
let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  // Opens all connections before the concurrent calls begin.
  await atOnce(10, () => db.select().from(tasks));
});
afterAll(() => database.close());

const atOnce = <Result>(count: number, act: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

const answerOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

const tasksOf = async (ownerId: string) =>
  await db.select().from(tasks).where(eq(tasks.ownerId, ownerId));

test('a hundred starts at once on credits for ten give exactly ten tasks (R70)', async () => {
  const ownerId = await newOwner(db);
  await grant(db, { ownerId, amount: 15, cause: `soon ${ownerId}`, expiresAt: hours(1) });
  await grant(db, { ownerId, amount: 25, cause: `never ${ownerId}` });
  const answers = await atOnce(100, () => answerOf(start(db, { ownerId, credits: 5, limit: 10 })));
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(10);
  expect(answers.filter((answer) => answer === '51009')).toHaveLength(90);
  expect(await tasksOf(ownerId)).toHaveLength(10);
  expect(await balancesOf(db, ownerId)).toEqual({
    [`soon ${ownerId}`]: 0,
    [`never ${ownerId}`]: 0,
  });
  const reserved = (await ledgerOf(db, ownerId)).filter((line) => line.startsWith('reserve'));
  expect(reserved).toHaveLength(10);
});

test('concurrent grants with one cause grant once', async () => {
  const ownerId = await newOwner(db);
  const cause = `order:${ownerId}:purchase`;
  const answers = await atOnce(10, () => grant(db, { ownerId, amount: 40, cause }));
  expect(answers.filter(({ outcome }) => outcome === 'granted')).toHaveLength(1);
  expect(await ledgerOf(db, ownerId)).toEqual([`purchase 40 ${cause}`]);
});

test('concurrent take-backs with one cause take once, and no more than concurrent starts leave', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ownerId = await newOwner(db);
    const cause = `pack ${ownerId}`;
    await grant(db, { ownerId, amount: 10, cause, orderId: ownerId });
    const [taken] = await Promise.all([
      atOnce(4, (n) =>
        db.transaction((tx) =>
          takeBackCredits(tx, {
            ownerId,
            orderId: ownerId,
            amount: 6,
            now: noon,
            cause: `refund ${n % 2} of ${ownerId}`,
          }),
        ),
      ),
      atOnce(4, () => answerOf(start(db, { ownerId, credits: 3 }))),
    ]);
    const started = (await tasksOf(ownerId)).length;
    const lines = (await ledgerOf(db, ownerId)).filter((line) => line.startsWith('refund'));
    expect(lines).toHaveLength(2);
    expect([taken[0], taken[1]]).toEqual([taken[2], taken[3]]);
    const left = 10 - started * 3 - (taken[0] ?? 0) - (taken[1] ?? 0);
    expect(await balancesOf(db, ownerId)).toEqual({ [cause]: left });
    expect(left).toBeGreaterThanOrEqual(0);
  }
});

test('a credit grant that expires while starts take from it is never used twice', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ownerId = await newOwner(db);
    const cause = `pack ${ownerId}`;
    await grant(db, { ownerId, amount: 10, cause, expiresAt: hours(1) });
    await Promise.all([
      atOnce(4, () => answerOf(start(db, { ownerId, credits: 4 }))),
      expireLots(db, hours(1)),
      expireLots(db, hours(1)),
    ]);
    const used = (await tasksOf(ownerId)).length * 4;
    expect(await balancesOf(db, ownerId)).toEqual({ [cause]: 0 });
    expect(await ledgerOf(db, ownerId)).toContain(`expiry ${used - 10} ${cause}`);
  }
});

test('credits returned while their credit grant expires are not lost', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ownerId = await newOwner(db);
    const cause = `pack ${ownerId}`;
    await grant(db, { ownerId, amount: 10, cause, expiresAt: hours(1) });
    const task = await start(db, { ownerId, credits: 4 });
    await Promise.all([
      expireLots(db, hours(1)),
      end(db, task, 'task.failed', hours(1)),
      expireLots(db, hours(1)),
    ]);
    expect(await balancesOf(db, ownerId)).toEqual({ [cause]: 4 });
    await start(db, { ownerId, credits: 4, now: hours(2) });
  }
});

test('a reservation of two sources ends once per source, even if many calls end it concurrently', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ownerId = await newOwner(db);
    await grant(db, { ownerId, amount: 10, cause: `pack ${ownerId}` });
    const { id: taskId } = await start(db, { ownerId, credits: 6, limit: 4 });
    const kinds = ['release', 'commit'] as const;
    await atOnce(6, (n) => {
      const end = { kind: kinds[n % 2] ?? 'release', reason: 'task.failed', now: noon } as const;
      return db.transaction((tx) => endReservation(tx, { taskId, ...end }));
    });
    const lines = await db.select().from(creditLines).where(eq(creditLines.taskId, taskId));
    expect(lines.filter(({ kind }) => kind === 'reserve')).toHaveLength(2);
    expect(lines.filter(({ kind }) => kind !== 'reserve')).toHaveLength(2);
  }
});

/** Expects that ledger lines and credit grants belong to the owner of the task. */
async function expectOnePurse(ownerId: string) {
  const [purse] = await db.select().from(purses).where(eq(purses.ownerId, ownerId));
  const lots = await db
    .select()
    .from(creditLots)
    .where(eq(creditLots.purseId, purse?.id ?? ''));
  const lines = await db.select().from(creditLines);
  const ids = new Set(lots.map(({ id }) => id));
  const theirs = lines.filter(({ lotId }) => lotId !== null && ids.has(lotId));
  expect(theirs.filter(({ purseId }) => purseId !== purse?.id)).toEqual([]);
}

test("a merge beside a start, an end and an expiry keeps every credit in the user's balance", async () => {
  for (let round = 0; round < 15; round += 1) {
    const [guestId, ownerId] = [await newOwner(db, 'guest'), await newOwner(db)];
    const cause = `gift ${guestId}`;
    const gift = { source: 'operator', kind: 'grant', expiresAt: hours(1) } as const;
    await grant(db, { ...gift, ownerId: guestId, amount: 20, cause });
    await grant(db, { ownerId, amount: 20, cause: `pack ${ownerId}` });
    const task = await start(db, { ownerId: guestId, credits: 5, kind: 'guest' });
    await Promise.all([
      answerOf(start(db, { ownerId: guestId, credits: 3, kind: 'guest' })),
      answerOf(start(db, { ownerId, credits: 3 })),
      db.transaction((tx) => mergeGuest(tx, { guestId, userId: ownerId, now: noon })),
      end(db, task, 'task.failed', hours(1)),
      expireLots(db, hours(1)),
    ]);
    await expectOnePurse(ownerId);
    expect(await tasksOf(guestId)).toEqual([]);
    const balances = await balancesOf(db, ownerId);
    const sum = Object.values(balances).reduce((total, amount) => total + amount, 0);
    const used = ((await tasksOf(ownerId)).length - 1) * 3;
    const expired = (await ledgerOf(db, ownerId))
      .filter((line) => line.startsWith('expiry'))
      .reduce((total, line) => total - Number(line.split(' ')[1]), 0);
    expect(sum + used + expired).toBe(40);
    // The other task that the guest starts may have taken the released credits.
    expect(balances[cause]).toBeGreaterThanOrEqual(2);
  }
});
