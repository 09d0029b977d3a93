import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { owners } from '../owners/owners.schema.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { creditLines, creditLots, purses } from './credits.schema.ts';

export type CreditLot = typeof creditLots.$inferSelect;

/** A credit grant and its remaining credits: granted credits minus taken and reserved credits. */
export type LotBalance = { lot: CreditLot; balance: number };

/** Inserts a credit grant. Returns false if its cause has granted credits before. */
export async function insertLot(
  tx: Tx,
  lot: Omit<CreditLot, 'promisedUntil' | 'expiredAt'>,
): Promise<boolean> {
  const made = await tx
    .insert(creditLots)
    .values({ ...lot, promisedUntil: lot.expiresAt })
    .onConflictDoNothing({ target: creditLots.cause })
    .returning({ id: creditLots.id });
  return made.length === 1;
}

const isUsable = (at: Date) => or(isNull(creditLots.expiresAt), gt(creditLots.expiresAt, at));

/**
 * Locks credit grants, so that other calls that take credits from them or end them wait until the
 * transaction ends. Read the balances afterwards, in a separate statement, so that they include the
 * writes of the previous transaction.
 */
async function lockLots(tx: Tx, which: SQL | undefined): Promise<CreditLot[]> {
  return await tx
    .select()
    .from(creditLots)
    .where(which)
    .orderBy(asc(creditLots.id))
    .for('no key update');
}

/** Returns the remaining credits of each of these credit grants. */
async function balancesOf(queries: Queries, lots: CreditLot[]): Promise<LotBalance[]> {
  if (lots.length === 0) return [];
  const ids = lots.map(({ id }) => id);
  const sums = await queries
    .select({
      lotId: creditLines.lotId,
      balance: sql<number>`coalesce(sum(${creditLines.amount}), 0)::int`,
    })
    .from(creditLines)
    .where(inArray(creditLines.lotId, ids))
    .groupBy(creditLines.lotId);
  const balances = new Map(sums.map(({ lotId, balance }) => [lotId, balance]));
  return lots.map((lot) => ({ lot, balance: balances.get(lot.id) ?? 0 }));
}

const never = Number.MAX_SAFE_INTEGER;

/**
 * Compares two credit grants by their order of use: soonest expiry first, credit grants without
 * expiry last. If the expiry is equal, the older grant comes first.
 */
function inOrderOfUse({ lot: a }: LotBalance, { lot: b }: LotBalance): number {
  const byEnd = (a.expiresAt?.getTime() ?? never) - (b.expiresAt?.getTime() ?? never);
  if (byEnd !== 0) return byEnd;
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Locks and returns the credit grants that the start of a task may use, in the order of use. */
export async function lockUsableLots(
  tx: Tx,
  { purseId, at }: { purseId: string; at: Date },
): Promise<LotBalance[]> {
  const lots = await lockLots(tx, and(eq(creditLots.purseId, purseId), isUsable(at)));
  const left = await balancesOf(tx, lots);
  return left.filter(({ balance }) => balance > 0).sort(inOrderOfUse);
}

/** Locks and returns all credit grants of a balance. */
export const lockLotsOfPurse = async (tx: Tx, purseId: string): Promise<LotBalance[]> =>
  balancesOf(tx, await lockLots(tx, eq(creditLots.purseId, purseId)));

/** Locks and returns an owner's credit grants of an order, in the order of use. */
export async function lockLotsOfOrder(
  tx: Tx,
  { ownerId, orderId }: { ownerId: string; orderId: string },
): Promise<LotBalance[]> {
  const theirs = tx.select({ id: purses.id }).from(purses).where(eq(purses.ownerId, ownerId));
  const which = and(eq(creditLots.orderId, orderId), inArray(creditLots.purseId, theirs));
  const lots = await balancesOf(tx, await lockLots(tx, which));
  return lots.sort(inOrderOfUse);
}

/**
 * Locks and returns a credit grant.
 * @throws if the credit grant does not exist, although a ledger line names it
 */
export async function lockLot(tx: Tx, id: string): Promise<LotBalance> {
  const [left] = await balancesOf(tx, await lockLots(tx, eq(creditLots.id, id)));
  if (!left) throw new Error(`The lot ${id} is missing.`);
  return left;
}

export async function findLot(queries: Queries, id: string): Promise<CreditLot | undefined> {
  const rows = await queries.select().from(creditLots).where(eq(creditLots.id, id));
  return rows[0];
}

/** Returns true if the account of a balance is closed, so that its credits are forfeited. */
export async function isForfeited(queries: Queries, purseId: string): Promise<boolean> {
  const rows = await queries
    .select({ closedAt: owners.closedAt })
    .from(purses)
    .innerJoin(owners, eq(owners.id, purses.ownerId))
    .where(eq(purses.id, purseId));
  return rows[0]?.closedAt !== null;
}

/** Returns the credit grants that an owner can use at this time, in the order of use. */
export async function usableLots(
  queries: Queries,
  { ownerId, at }: { ownerId: string; at: Date },
): Promise<LotBalance[]> {
  const lots = await queries
    .select({ lot: creditLots })
    .from(creditLots)
    .innerJoin(purses, eq(purses.id, creditLots.purseId))
    .where(and(eq(purses.ownerId, ownerId), isUsable(at)));
  const left = await balancesOf(
    queries,
    lots.map(({ lot }) => lot),
  );
  return left.filter(({ balance }) => balance > 0).sort(inOrderOfUse);
}

const batchSize = 500;

/**
 * Returns the ids of credit grants that have expired, but have no ledger line of their expiry yet.
 */
export async function dueLots(db: Database, at: Date): Promise<string[]> {
  const rows = await db
    .select({ id: creditLots.id })
    .from(creditLots)
    .where(and(isNull(creditLots.expiredAt), lte(creditLots.expiresAt, at)))
    .orderBy(asc(creditLots.expiresAt))
    .limit(batchSize);
  return rows.map(({ id }) => id);
}

export async function changeLot(
  tx: Tx,
  id: string,
  change: Partial<Pick<CreditLot, 'expiresAt' | 'expiredAt'>>,
): Promise<void> {
  await tx.update(creditLots).set(change).where(eq(creditLots.id, id));
}

/** Returns true if an owner was ever granted credits of this source. */
export async function hasLotOf(
  tx: Tx,
  { ownerId, source }: { ownerId: string; source: CreditLot['source'] },
): Promise<boolean> {
  const rows = await tx
    .select({ id: creditLots.id })
    .from(creditLots)
    .innerJoin(purses, eq(purses.id, creditLots.purseId))
    .where(and(eq(purses.ownerId, ownerId), eq(creditLots.source, source)))
    .limit(1);
  return rows.length === 1;
}
