import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { creditLines, creditLots, purses } from './credits.schema.ts';

export type CreditLine = typeof creditLines.$inferSelect;
export type CreditReason = CreditLine['reason'];
export type CreditKind = CreditLine['kind'];

/** The source of credits: the allowance of a UTC day (`2026-11-20`), or a credit grant. */
export type CreditSource = { day: string } | { lotId: string };

/**
 * Returns the credits of a UTC day's allowance (`2026-11-20`) that are reserved or committed, not
 * released.
 */
export async function creditsUsed(queries: Queries, ownerId: string, day: string): Promise<number> {
  const rows = await queries
    .select({ used: sql<number>`(-coalesce(sum(${creditLines.amount}), 0))::int` })
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId))
    .where(and(eq(purses.ownerId, ownerId), eq(creditLines.day, day)));
  return rows[0]?.used ?? 0;
}

/**
 * Returns the sums of a UTC day (`2026-11-20`). `used` is as in `creditsUsed`. `abandoned` are the
 * credits of tasks that their owner has cancelled after the work had begun, from the day's allowance
 * and from credit grants.
 */
export async function sumsOfDay(
  tx: Tx,
  { purseId, day }: { purseId: string; day: string },
): Promise<{ used: number; abandoned: number }> {
  const midnight = new Date(`${day}T00:00:00Z`);
  const isOfDay = eq(creditLines.day, day);
  const isAbandoned = and(
    eq(creditLines.kind, 'release'),
    eq(creditLines.reason, 'task.abandoned'),
  );
  const sumOf = (which: SQL | undefined) =>
    sql<number>`coalesce(sum(${creditLines.amount}) filter (where ${which}), 0)::int`;
  const rows = await tx
    .select({ used: sql<number>`-${sumOf(isOfDay)}`, abandoned: sumOf(isAbandoned) })
    .from(creditLines)
    .where(
      and(
        eq(creditLines.purseId, purseId),
        or(isOfDay, and(isNull(creditLines.day), gte(creditLines.createdAt, midnight))),
      ),
    );
  return rows[0] ?? { used: 0, abandoned: 0 };
}

/**
 * Writes the ledger line of a reservation.
 * @param line.source the line that ends the reservation has the same source
 */
export async function reserveCredits(
  tx: Tx,
  line: { purseId: string; taskId: string; credits: number; source: CreditSource; now: Date },
): Promise<void> {
  await tx.insert(creditLines).values({
    purseId: line.purseId,
    taskId: line.taskId,
    kind: 'reserve',
    reason: 'task.started',
    amount: -line.credits,
    ...line.source,
    createdAt: line.now,
  });
}

/** Returns the reservations of a task, in the lock order of credit grants. */
export async function reservedLines(tx: Tx, taskId: string): Promise<CreditLine[]> {
  return await tx
    .select()
    .from(creditLines)
    .where(and(eq(creditLines.taskId, taskId), eq(creditLines.kind, 'reserve')))
    .orderBy(asc(creditLines.lotId));
}

/** Ends one reservation. Returns false if the reservation was committed or released before. */
export async function endReserved(
  tx: Tx,
  line: CreditLine,
  end: { kind: 'commit' | 'release'; reason: CreditReason; now: Date },
): Promise<boolean> {
  const { purseId, taskId, day, lotId } = line;
  const made = await tx
    .insert(creditLines)
    .values({
      purseId,
      taskId,
      day,
      lotId,
      kind: end.kind,
      reason: end.reason,
      amount: end.kind === 'release' ? -line.amount : 0,
      createdAt: end.now,
    })
    .onConflictDoNothing()
    .returning({ id: creditLines.id });
  return made.length === 1;
}

/** Writes a ledger line of a credit grant that does not belong to a task. */
export async function writeLotLine(
  tx: Tx,
  line: Pick<CreditLine, 'purseId' | 'kind' | 'reason' | 'cause' | 'amount'> & {
    lotId: string;
    now: Date;
  },
): Promise<void> {
  const { now, ...values } = line;
  await tx.insert(creditLines).values({ ...values, createdAt: now });
}

/**
 * Returns the ledger lines of plan changes that took credits from an order's credit grants, or
 * returned credits to them.
 */
export async function changeLinesOfOrder(queries: Queries, orderId: string): Promise<CreditLine[]> {
  const rows = await queries
    .select({ line: creditLines })
    .from(creditLines)
    .innerJoin(creditLots, eq(creditLots.id, creditLines.lotId))
    .where(and(eq(creditLots.orderId, orderId), like(creditLines.cause, 'change:%')));
  return rows.map(({ line }) => line);
}

/** Returns the ledger lines of these causes, in the lock order of credit grants. */
export async function linesOfCauses(queries: Queries, causes: string[]): Promise<CreditLine[]> {
  if (causes.length === 0) return [];
  return await queries
    .select()
    .from(creditLines)
    .where(inArray(creditLines.cause, causes))
    .orderBy(asc(creditLines.lotId), asc(creditLines.id));
}

/** Returns the credits that were taken for a cause, or undefined if the cause is not recorded. */
export async function takenBy(tx: Tx, cause: string): Promise<number | undefined> {
  const rows = await tx
    .select({ taken: sql<number | null>`(-sum(${creditLines.amount}))::int` })
    .from(creditLines)
    .where(eq(creditLines.cause, cause));
  return rows[0]?.taken ?? undefined;
}

/**
 * Removes allowance lines of past days whose task is deleted. Lines without a day are part of a
 * balance and stay.
 * @param day the first day to keep, `2026-11-20`
 */
export async function purgeAllowanceLines(db: Database, day: string): Promise<void> {
  const task = db.select({ one: sql`1` }).from(tasks).where(eq(tasks.id, creditLines.taskId));
  await db
    .delete(creditLines)
    .where(and(isNotNull(creditLines.day), lt(creditLines.day, day), notExists(task)));
}
