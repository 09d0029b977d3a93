import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries, Tx } from './database.ts';
import { creditLines, purses } from './schema.ts';

export type CreditReason = (typeof creditLines.$inferSelect)['reason'];

/** Credits an owner used on a UTC day (`2026-11-20`): reserved or committed, not released. */
export async function creditsUsed(queries: Queries, ownerId: string, day: string): Promise<number> {
  const rows = await queries
    .select({ used: sql<number>`(-coalesce(sum(${creditLines.amount}), 0))::int` })
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId))
    .where(and(eq(purses.ownerId, ownerId), eq(creditLines.day, day)));
  return rows[0]?.used ?? 0;
}

/** Credits of a day that were given back for one of these reasons. */
export async function creditsReleased(
  tx: Tx,
  query: { purseId: string; day: string; reasons: CreditReason[] },
): Promise<number> {
  const rows = await tx
    .select({ released: sql<number>`coalesce(sum(${creditLines.amount}), 0)::int` })
    .from(creditLines)
    .where(
      and(
        eq(creditLines.purseId, query.purseId),
        eq(creditLines.day, query.day),
        eq(creditLines.kind, 'release'),
        inArray(creditLines.reason, query.reasons),
      ),
    );
  return rows[0]?.released ?? 0;
}

export async function reserveCredits(
  tx: Tx,
  line: { purseId: string; taskId: string; credits: number; day: string; now: Date },
): Promise<void> {
  await tx.insert(creditLines).values({
    purseId: line.purseId,
    taskId: line.taskId,
    kind: 'reserve',
    reason: 'task.started',
    amount: -line.credits,
    day: line.day,
    createdAt: line.now,
  });
}

/** Ends the reservation of a task, once: a second end, of either kind, changes nothing. */
export async function endReservation(
  tx: Tx,
  end: { taskId: string; kind: 'commit' | 'release'; reason: CreditReason; now: Date },
): Promise<void> {
  const reserved = await tx
    .select()
    .from(creditLines)
    .where(and(eq(creditLines.taskId, end.taskId), eq(creditLines.kind, 'reserve')));
  for (const line of reserved) {
    await tx
      .insert(creditLines)
      .values({
        purseId: line.purseId,
        taskId: line.taskId,
        kind: end.kind,
        reason: end.reason,
        amount: end.kind === 'release' ? -line.amount : 0,
        day: line.day,
        createdAt: end.now,
      })
      .onConflictDoNothing();
  }
}
