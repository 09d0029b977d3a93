import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { owners } from '../owners/owners.schema.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { writeLotLine } from './credit-lines.store.ts';
import { creditLots } from './credits.schema.ts';
import { creditsLeftOfOrder, expireLots, forfeitCredits, takeBackCredits } from './credits.ts';
import { balancesOf, end, grant, hours, ledgerOf, newOwner, noon, start } from './purse.fixture.ts';

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

const takeBack = (request: { ownerId: string; amount: number; cause?: string; now?: Date }) =>
  db.transaction((tx) =>
    takeBackCredits(tx, {
      orderId: `of ${request.ownerId}`,
      cause: `refund ${request.ownerId}`,
      now: noon,
      ...request,
    }),
  );

/** Grants the credits of an order of this owner. */
const buy = (ownerId: string, amount: number, expiresAt: Date | null = null) =>
  grant(db, { ownerId, amount, orderId: `of ${ownerId}`, cause: `pack of ${ownerId}`, expiresAt });

test('makes a credit grant with its ledger line, once per cause', async () => {
  const ownerId = await newOwner(db);
  const request = { ownerId, amount: 40, cause: `order:${ownerId}:purchase` };
  expect(await grant(db, request)).toEqual({ outcome: 'granted' });
  expect(await grant(db, { ...request, amount: 90 })).toEqual({ outcome: 'repeated' });
  expect(await ledgerOf(db, ownerId)).toEqual([`purchase 40 order:${ownerId}:purchase`]);
});

test.each([0, -1, 1.5, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses to give or take %d credits',
  async (amount) => {
    const ownerId = await newOwner(db);
    await expect(grant(db, { ownerId, amount })).rejects.toThrow(RangeError);
    await expect(takeBack({ ownerId, amount })).rejects.toThrow(RangeError);
    expect(await ledgerOf(db, ownerId)).toEqual([]);
  },
);

test('grants nothing to a closed or unknown account', async () => {
  const ownerId = await newOwner(db);
  await db.update(owners).set({ closedAt: noon }).where(eq(owners.id, ownerId));
  expect(await grant(db, { ownerId, amount: 4 })).toEqual({ outcome: 'noOwner' });
  expect(await grant(db, { ownerId: 'nobody', amount: 4 })).toEqual({ outcome: 'noOwner' });
  expect(await ledgerOf(db, ownerId)).toEqual([]);
});

test('takes back the remaining credits of an order, once per cause', async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 40);
  await grant(db, { ownerId, amount: 100, cause: `gift of ${ownerId}`, now: hours(1) });
  await start(db, { ownerId, credits: 15 });
  expect(
    await db.transaction((tx) =>
      creditsLeftOfOrder(tx, { ownerId, orderId: `of ${ownerId}`, now: noon }),
    ),
  ).toBe(25);
  expect(await takeBack({ ownerId, amount: 40 })).toBe(25);
  expect(await takeBack({ ownerId, amount: 40 })).toBe(25);
  expect(await balancesOf(db, ownerId)).toEqual({
    [`pack of ${ownerId}`]: 0,
    [`gift of ${ownerId}`]: 100,
  });
});

test('a cause for which no credits were taken takes none later', async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 10);
  const task = await start(db, { ownerId, credits: 10 });
  expect(await takeBack({ ownerId, amount: 10 })).toBe(0);
  await end(db, task, 'task.failed');
  expect(await takeBack({ ownerId, amount: 10 })).toBe(0);
  expect(await balancesOf(db, ownerId)).toEqual({ [`pack of ${ownerId}`]: 10 });
});

test("takes from an order's first credit grant, and writes no ledger line for a used-up grant", async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 10);
  const orderId = `of ${ownerId}`;
  await grant(db, { ownerId, amount: 5, orderId, cause: `more of ${ownerId}`, now: hours(1) });
  await db.transaction((tx) =>
    takeBackCredits(tx, { ownerId, orderId, amount: 10, cause: `one of ${ownerId}`, now: noon }),
  );
  expect(await takeBack({ ownerId, amount: 20 })).toBe(5);
  const lines = await ledgerOf(db, ownerId);
  expect(lines.filter((line) => line.startsWith('refund'))).toEqual([
    `refund -10 pack of ${ownerId}`,
    `refund -5 more of ${ownerId}`,
  ]);
  expect(await takeBack({ ownerId, amount: 20, cause: `late ${ownerId}` })).toBe(0);
  expect((await ledgerOf(db, ownerId)).slice(lines.length)).toEqual([
    `refund 0 more of ${ownerId}`,
  ]);
});

test("takes from an order's credit grants: soonest expiry first, then oldest", async () => {
  const ownerId = await newOwner(db);
  const give = (cause: string, given: number, expires: Date | null) =>
    grant(db, {
      ownerId,
      amount: 10,
      orderId: `of ${ownerId}`,
      cause: `${cause} of ${ownerId}`,
      expiresAt: expires,
      now: hours(given),
    });
  await give('fourth', 2, null);
  await give('third', 1, null);
  await give('second', 3, hours(9));
  await give('first', 4, hours(8));
  expect(await takeBack({ ownerId, amount: 35, now: hours(5) })).toBe(35);
  const lines = await ledgerOf(db, ownerId);
  expect(lines.filter((line) => line.startsWith('refund'))).toEqual([
    `refund -10 first of ${ownerId}`,
    `refund -10 second of ${ownerId}`,
    `refund -10 third of ${ownerId}`,
    `refund -5 fourth of ${ownerId}`,
  ]);
});

test("takes nothing for another owner's order, and no expired credits", async () => {
  const [ownerId, other] = [await newOwner(db), await newOwner(db)];
  await buy(ownerId, 10, hours(1));
  const theirs = { orderId: `of ${ownerId}`, cause: 'foreign', amount: 10, now: noon };
  expect(await db.transaction((tx) => takeBackCredits(tx, { ...theirs, ownerId: other }))).toBe(0);
  expect(await takeBack({ ownerId, amount: 10, now: hours(1) })).toBe(0);
  expect(await balancesOf(db, ownerId)).toEqual({ [`pack of ${ownerId}`]: 10 });
});

test('writes each expiry once', async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 10, hours(1));
  await start(db, { ownerId, credits: 4 });
  await expireLots(db, new Date(hours(1).getTime() - 1));
  expect(await balancesOf(db, ownerId)).toEqual({ [`pack of ${ownerId}`]: 6 });
  await expireLots(db, hours(1));
  await expireLots(db, hours(2));
  expect(await ledgerOf(db, ownerId)).toEqual([
    `purchase 10 pack of ${ownerId}`,
    `reserve -4 pack of ${ownerId}`,
    `expiry -6 pack of ${ownerId}`,
  ]);
});

test('a used-up credit grant expires without a ledger line', async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 4, hours(1));
  await start(db, { ownerId, credits: 4 });
  await expireLots(db, hours(1));
  expect(await ledgerOf(db, ownerId)).toHaveLength(2);
  const [lot] = await db
    .select()
    .from(creditLots)
    .where(eq(creditLots.cause, `pack of ${ownerId}`));
  expect(lot?.expiredAt).toEqual(hours(1));
});

test('a closed account has an empty balance', async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 10);
  await grant(db, { ownerId, amount: 5, cause: `gift of ${ownerId}`, expiresAt: hours(1) });
  await db.transaction((tx) => forfeitCredits(tx, { ownerId, now: noon }));
  expect(await balancesOf(db, ownerId)).toEqual({
    [`pack of ${ownerId}`]: 0,
    [`gift of ${ownerId}`]: 0,
  });
});

test('the table refuses a second ledger line with the same cause', async () => {
  const ownerId = await newOwner(db);
  await buy(ownerId, 10);
  const [lot] = await db
    .select()
    .from(creditLots)
    .where(eq(creditLots.cause, `pack of ${ownerId}`));
  if (!lot) throw new Error('Expected a lot.');
  const line = {
    purseId: lot.purseId,
    lotId: lot.id,
    kind: 'refund',
    amount: -1,
    now: noon,
  } as const;
  const write = () =>
    db.transaction((tx) =>
      writeLotLine(tx, { ...line, reason: 'order.refunded', cause: `twice ${ownerId}` }),
    );
  await write();
  await expect(write()).rejects.toMatchObject({ cause: { code: '23505' } });
});
