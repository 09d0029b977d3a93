import { type SQL, sql } from 'drizzle-orm';
import { tasks } from '../store/schema.ts';

/*
 * A task has as long as it needs for its turn, up to a day, and then its own time for its work: what
 * others do before it or beside it never costs it anything. Nothing outlives its record.
 */

const dayMs = 86_400_000;
const waitMs = dayMs;

/** Until when a new task may wait for its turn, and when its record ends. */
export function firstDates(createdAt: Date, retentionDays: number) {
  const expiresAt = new Date(createdAt.getTime() + retentionDays * dayMs);
  const turnBy = createdAt.getTime() + waitMs;
  return { expiresAt, deadlineAt: new Date(Math.min(turnBy, expiresAt.getTime())) };
}

const within = (ms: number, now: Date): SQL<Date> =>
  sql`least(${new Date(now.getTime() + ms).toISOString()}::timestamptz, ${tasks.expiresAt})`;

/** Until when a task that was handed back may wait for its next turn. */
export const waitUntil = (now: Date): SQL<Date> => within(waitMs, now);

/** Until when a task that is claimed now has to be done. */
export const workUntil = (now: Date, deadlineMs: number): SQL<Date> => within(deadlineMs, now);

/** The deadline of a claimed task that has been paused, or is to be, for so long. */
export const afterPauses = (
  { deadlineAt, expiresAt }: { deadlineAt: Date; expiresAt: Date },
  pausedMs: number,
): Date => new Date(Math.min(expiresAt.getTime(), Math.ceil(deadlineAt.getTime() + pausedMs)));
