import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orders } from '../orders/orders.schema.ts';
import type { Database } from '../platform/database/database.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { creditLines, creditLots, purses } from './credits.schema.ts';

const ends = alias(creditLines, 'ends');

const columns = {
  id: creditLines.id,
  createdAt: creditLines.createdAt,
  kind: creditLines.kind,
  reason: creditLines.reason,
  amount: creditLines.amount,
  day: creditLines.day,
  taskId: creditLines.taskId,
  /** source of the credit grant, or null for a day's allowance */
  source: creditLots.source,
  expiresAt: creditLots.expiresAt,
  /** public code of the order that paid for the grant */
  orderCode: orders.code,
  /** function code of the record, while it exists */
  code: tasks.code,
  deletedAt: tasks.deletedAt,
  /** kind of line that ended the reservation */
  end: ends.kind,
};

/** A ledger line with its record or order. */
export type LedgerLine = Awaited<ReturnType<typeof ledgerPage>>[number];

const select = (db: Database) =>
  db
    .select(columns)
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId))
    .leftJoin(creditLots, eq(creditLots.id, creditLines.lotId))
    .leftJoin(orders, eq(orders.id, creditLots.orderId))
    .leftJoin(tasks, eq(tasks.id, creditLines.taskId))
    .leftJoin(
      ends,
      and(
        eq(creditLines.kind, 'reserve'),
        eq(ends.taskId, creditLines.taskId),
        inArray(ends.kind, ['commit', 'release']),
        sql`${ends.lotId} is not distinct from ${creditLines.lotId}`,
      ),
    );

/**
 * Returns an owner's latest ledger lines before the line `before`. Commit lines are left out,
 * because `end` of the reserve line has the same content.
 */
export async function ledgerPage(
  db: Database,
  query: { ownerId: string; before: number | null; limit: number },
) {
  const { ownerId, before, limit } = query;
  return await select(db)
    .where(
      and(
        eq(purses.ownerId, ownerId),
        ne(creditLines.kind, 'commit'),
        before === null ? undefined : lt(creditLines.id, before),
      ),
    )
    .orderBy(desc(creditLines.id))
    .limit(limit);
}

/** Returns all ledger lines of an owner, oldest first. */
export async function wholeLedger(db: Database, ownerId: string): Promise<LedgerLine[]> {
  return await select(db).where(eq(purses.ownerId, ownerId)).orderBy(asc(creditLines.id));
}
