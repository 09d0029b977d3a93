import { and, asc, eq, gte, inArray, isNull, like, or, sql } from 'drizzle-orm';
import type { Queries, Tx } from './database.ts';
import { creditLines, creditLots, purses } from './schema.ts';

export type CreditLine = typeof creditLines.$inferSelect;
export type CreditReason = CreditLine['reason'];
export type CreditKind = CreditLine['kind'];

/** What credits are taken from: the allowance of a UTC day (`2026-11-20`), or a lot. */
export type CreditSource = { day: string } | { lotId: string };

/** Credits an owner used on a UTC day (`2026-11-20`): reserved or committed, not released. */
export async function creditsUsed(queries: Queries, ownerId: string, day: string): Promise<number> {
  const rows = await queries
    .select({ used: sql<number>`(-coalesce(sum(${creditLines.amount}), 0))::int` })
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId))
    .where(and(eq(purses.ownerId, ownerId), eq(creditLines.day, day)));
  return rows[0]?.used ?? 0;
}

/**
 * Credits that were given back for one of these reasons: of a day's allowance, and of lots on that day.
 */
export async function creditsReleased(
  tx: Tx,
  query: { purseId: string; day: string; reasons: CreditReason[] },
): Promise<number> {
  const midnight = new Date(`${query.day}T00:00:00Z`);
  const rows = await tx
    .select({ released: sql<number>`coalesce(sum(${creditLines.amount}), 0)::int` })
    .from(creditLines)
    .where(
      and(
        eq(creditLines.purseId, query.purseId),
        or(
          eq(creditLines.day, query.day),
          and(isNull(creditLines.day), gte(creditLines.createdAt, midnight)),
        ),
        eq(creditLines.kind, 'release'),
        inArray(creditLines.reason, query.reasons),
      ),
    );
  return rows[0]?.released ?? 0;
}

/** @param line.source of a reservation; its end repeats it */
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

/** What a task has reserved, in the order in which lots are locked. */
export async function reservedLines(tx: Tx, taskId: string): Promise<CreditLine[]> {
  return await tx
    .select()
    .from(creditLines)
    .where(and(eq(creditLines.taskId, taskId), eq(creditLines.kind, 'reserve')))
    .orderBy(asc(creditLines.lotId));
}

/** Ends one reservation; false when it was ended before, either way. */
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

/** A line about a lot that has nothing to do with a task. */
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

/** What changes of plans took from the lots of an order, and gave back. */
export async function changeLinesOfOrder(queries: Queries, orderId: string): Promise<CreditLine[]> {
  const rows = await queries
    .select({ line: creditLines })
    .from(creditLines)
    .innerJoin(creditLots, eq(creditLots.id, creditLines.lotId))
    .where(and(eq(creditLots.orderId, orderId), like(creditLines.cause, 'change:%')));
  return rows.map(({ line }) => line);
}

/** What causes have written, in the order in which lots are locked. */
export async function linesOfCauses(queries: Queries, causes: string[]): Promise<CreditLine[]> {
  if (causes.length === 0) return [];
  return await queries
    .select()
    .from(creditLines)
    .where(inArray(creditLines.cause, causes))
    .orderBy(asc(creditLines.lotId), asc(creditLines.id));
}

/** How many credits a cause has taken; undefined when it was never written down. */
export async function takenBy(tx: Tx, cause: string): Promise<number | undefined> {
  const rows = await tx
    .select({ taken: sql<number | null>`(-sum(${creditLines.amount}))::int` })
    .from(creditLines)
    .where(eq(creditLines.cause, cause));
  return rows[0]?.taken ?? undefined;
}
