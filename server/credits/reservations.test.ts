import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { creditLines, creditLots } from './credits.schema.ts';
import { expireLots } from './credits.ts';
import { balancesOf, end, grant, hours, ledgerOf, newOwner, start } from './purse.fixture.ts';

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

const today = '2026-11-20';

test("takes the credits that expire soonest: today's allowance, then credit grants by expiry (R70)", async () => {
  const ownerId = await newOwner(db);
  await grant(db, { ownerId, amount: 10, cause: `never ${ownerId}` });
  await grant(db, { ownerId, amount: 10, cause: `late ${ownerId}`, expiresAt: hours(20) });
  await grant(db, { ownerId, amount: 10, cause: `soon ${ownerId}`, expiresAt: hours(10) });
  await start(db, { ownerId, credits: 22, limit: 4 });
  const lines = await ledgerOf(db, ownerId);
  expect(lines.slice(3)).toEqual([
    `reserve -4 ${today}`,
    `reserve -10 soon ${ownerId}`,
    `reserve -8 late ${ownerId}`,
  ]);
});

test('an expired credit grant is not used, whether its expiry was written or not', async () => {
  const ownerId = await newOwner(db);
  await grant(db, { ownerId, amount: 10, expiresAt: hours(1) });
  await expect(start(db, { ownerId, credits: 1, now: hours(1) })).rejects.toMatchObject({
    code: '51009',
  });
});

test.each([
  ['user', '51009'],
  ['guest', 'daily_limit'],
] as const)('a %s without enough credits gets %s, and nothing is written', async (kind, code) => {
  const ownerId = await newOwner(db, kind);
  await start(db, { ownerId, kind, credits: 7, limit: 10 });
  const before = await ledgerOf(db, ownerId);
  await expect(start(db, { ownerId, kind, credits: 4, limit: 10 })).rejects.toMatchObject({ code });
  expect(await ledgerOf(db, ownerId)).toEqual(before);
  await start(db, { ownerId, kind, credits: 3, limit: 10 });
});

test('a failed task returns its credits to every source, once (R70)', async () => {
  const ownerId = await newOwner(db);
  await grant(db, { ownerId, amount: 10, cause: `pack ${ownerId}` });
  const task = await start(db, { ownerId, credits: 6, limit: 4 });
  await end(db, task, 'task.failed');
  await end(db, task, 'task.cancelled');
  expect((await ledgerOf(db, ownerId)).slice(1)).toEqual([
    `reserve -4 ${today}`,
    `reserve -2 pack ${ownerId}`,
    `release 2 pack ${ownerId}`,
    `release 4 ${today}`,
  ]);
});

test('a successful task commits its credits, with a ledger line for each source', async () => {
  const ownerId = await newOwner(db);
  await grant(db, { ownerId, amount: 10, cause: `pack ${ownerId}` });
  const task = await start(db, { ownerId, credits: 6, limit: 4 });
  await end(db, task, 'task.succeeded');
  const lines = await db
    .select({ kind: creditLines.kind, amount: creditLines.amount })
    .from(creditLines)
    .where(eq(creditLines.taskId, task.id))
    .orderBy(asc(creditLines.amount));
  expect(lines).toEqual([
    { kind: 'reserve', amount: -4 },
    { kind: 'reserve', amount: -2 },
    { kind: 'commit', amount: 0 },
    { kind: 'commit', amount: 0 },
  ]);
  expect(await balancesOf(db, ownerId)).toEqual({ [`pack ${ownerId}`]: 8 });
});

async function endOf(cause: string) {
  const [lot] = await db.select().from(creditLots).where(eq(creditLots.cause, cause));
  return lot?.expiresAt;
}

test('credits returned after their credit grant expired are usable for a day; the rest of the grant is not', async () => {
  const ownerId = await newOwner(db);
  const cause = `pack ${ownerId}`;
  await grant(db, { ownerId, amount: 10, cause, expiresAt: hours(1) });
  const task = await start(db, { ownerId, credits: 4 });
  await end(db, task, 'task.failed', hours(2));
  expect(await ledgerOf(db, ownerId)).toEqual([
    `purchase 10 ${cause}`,
    `reserve -4 ${cause}`,
    `expiry -6 ${cause}`,
    `release 4 ${cause}`,
  ]);
  expect(await endOf(cause)).toEqual(hours(26));
  await expireLots(db, hours(25));
  expect(await balancesOf(db, ownerId)).toEqual({ [cause]: 4 });
  await expireLots(db, hours(26));
  expect(await balancesOf(db, ownerId)).toEqual({ [cause]: 0 });
});

test('credits returned after the expiry was written are usable for a day', async () => {
  const ownerId = await newOwner(db);
  const cause = `pack ${ownerId}`;
  await grant(db, { ownerId, amount: 10, cause, expiresAt: hours(1) });
  const task = await start(db, { ownerId, credits: 4 });
  await expireLots(db, hours(1));
  await end(db, task, 'task.failed', hours(3));
  await start(db, { ownerId, credits: 4, now: hours(26) });
  expect((await ledgerOf(db, ownerId)).slice(2)).toEqual([
    `expiry -6 ${cause}`,
    `release 4 ${cause}`,
    `reserve -4 ${cause}`,
  ]);
});

test('credits returned shortly before the expiry are usable for a day, too', async () => {
  const ownerId = await newOwner(db);
  const cause = `pack ${ownerId}`;
  await grant(db, { ownerId, amount: 10, cause, expiresAt: hours(25) });
  await end(db, await start(db, { ownerId, credits: 4 }), 'task.failed');
  expect(await endOf(cause)).toEqual(hours(25));
  await end(db, await start(db, { ownerId, credits: 4 }), 'task.failed', hours(2));
  expect(await endOf(cause)).toEqual(hours(26));
});

test('starting and cancelling every day extends credits by a week at most', async () => {
  const ownerId = await newOwner(db);
  const cause = `pack ${ownerId}`;
  await grant(db, { ownerId, amount: 10, cause, expiresAt: hours(1) });
  for (let at = 0; at < 7 * 24; at += 23) {
    const task = await start(db, { ownerId, credits: 10, now: hours(at) });
    await end(db, task, 'task.cancelled', hours(at + 0.5));
  }
  expect(await endOf(cause)).toEqual(hours(7 * 24 + 1));
});

test('an owner may abandon work for twice the usable credits per day', async () => {
  const ownerId = await newOwner(db);
  await grant(db, { ownerId, amount: 10, cause: `pack ${ownerId}` });
  const abandon = async () => {
    const task = await start(db, { ownerId, credits: 8, limit: 2 });
    await end(db, task, 'task.cancelled');
  };
  await abandon();
  await abandon();
  await abandon();
  await expect(abandon()).rejects.toMatchObject({ code: 'rate_limited' });
  await start(db, { ownerId, credits: 8, limit: 2, now: hours(12) });
});
