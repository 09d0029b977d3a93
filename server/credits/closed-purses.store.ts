import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import { creditLines, creditLots, purses } from './credits.schema.ts';

async function removePurses(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(creditLines).where(inArray(creditLines.purseId, ids));
  await tx.delete(creditLots).where(inArray(creditLots.purseId, ids));
  reached('books.lines-removed');
  await tx.delete(purses).where(inArray(purses.id, ids));
}

/**
 * Closes the balance of a deleted account. Without payments, the balance is deleted. Otherwise the
 * paid credit grants and their ledger lines stay, without anything that identifies the owner.
 */
export async function closePurse(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  const [purse] = await tx
    .select({ id: purses.id })
    .from(purses)
    .where(eq(purses.ownerId, ownerId));
  if (!purse) return;
  const { id } = purse;
  const lots = await tx.select().from(creditLots).where(eq(creditLots.purseId, id));
  const unpaid = lots.filter(({ orderId }) => orderId === null).map((lot) => lot.id);
  if (unpaid.length === lots.length) {
    await removePurses(tx, [id]);
    return;
  }
  const isFree = and(eq(creditLines.purseId, id), isNull(creditLines.lotId));
  await tx.delete(creditLines).where(isFree);
  await tx.delete(creditLines).where(inArray(creditLines.lotId, unpaid));
  await tx.delete(creditLots).where(inArray(creditLots.id, unpaid));
  reached('books.lines-removed');
  await tx.update(purses).set({ ownerId: null, closedAt: now }).where(eq(purses.id, id));
}

/** Returns the given balances whose account is closed. */
export async function closedAmong(queries: Queries, ids: string[]): Promise<string[]> {
  const closed = await queries
    .select({ id: purses.id })
    .from(purses)
    .where(and(inArray(purses.id, ids), isNotNull(purses.closedAt)));
  return closed.map(({ id }) => id);
}

const batchSize = 500;

/** Removes the books of accounts closed before this time. */
export async function purgeBooks(db: Database, closedBefore: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: purses.id })
      .from(purses)
      .where(and(isNotNull(purses.closedAt), lt(purses.closedAt, closedBefore)))
      .limit(batchSize);
    if (rows.length === 0) return;
    await removePurses(
      tx,
      rows.map(({ id }) => id),
    );
  });
}
