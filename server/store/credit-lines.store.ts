import { and, eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { creditLines } from './schema.ts';

/** Credits a guest used on a UTC day (`2026-11-20`): reserved or committed, not released. */
export async function creditsUsed(db: Database, guestId: string, day: string): Promise<number> {
  const rows = await db
    .select({ used: sql<number>`(-coalesce(sum(${creditLines.amount}), 0))::int` })
    .from(creditLines)
    .where(and(eq(creditLines.guestId, guestId), eq(creditLines.day, day)));
  return rows[0]?.used ?? 0;
}

export async function reserveCredits(
  tx: Database,
  line: { guestId: string; taskId: string; credits: number; day: string; now: Date },
): Promise<void> {
  await tx.insert(creditLines).values({
    guestId: line.guestId,
    taskId: line.taskId,
    kind: 'reserve',
    amount: -line.credits,
    day: line.day,
    createdAt: line.now,
  });
}

/** Ends the reservation of a task, once: a second end, of either kind, changes nothing. */
export async function endReservation(
  tx: Database,
  end: { taskId: string; kind: 'commit' | 'release'; now: Date },
): Promise<void> {
  const reserved = await tx
    .select()
    .from(creditLines)
    .where(and(eq(creditLines.taskId, end.taskId), eq(creditLines.kind, 'reserve')));
  for (const line of reserved) {
    await tx
      .insert(creditLines)
      .values({
        guestId: line.guestId,
        taskId: line.taskId,
        kind: end.kind,
        amount: end.kind === 'release' ? -line.amount : 0,
        day: line.day,
        createdAt: end.now,
      })
      .onConflictDoNothing();
  }
}
