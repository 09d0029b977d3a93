import { type SQL, sql } from 'drizzle-orm';
import { tasks } from './tasks.schema.ts';

/*
 * Deadlines of tasks. A task may wait for up to a day. Then it has its full working time, which
 * other tasks never shorten. No deadline is later than the record's expiry.
 */

const dayMs = 86_400_000;
const waitMs = dayMs;

/** Returns the waiting deadline and the record expiry of a new task. */
export function firstDates(createdAt: Date, retentionDays: number) {
  const expiresAt = new Date(createdAt.getTime() + retentionDays * dayMs);
  const turnBy = createdAt.getTime() + waitMs;
  return { expiresAt, deadlineAt: new Date(Math.min(turnBy, expiresAt.getTime())) };
}

const within = (ms: number, now: Date): SQL<Date> =>
  sql`least(${new Date(now.getTime() + ms).toISOString()}::timestamptz, ${tasks.expiresAt})`;

/** Returns the waiting deadline of a task that was put back into the queue. */
export const waitUntil = (now: Date): SQL<Date> => within(waitMs, now);

/** Returns the working deadline of a task that is claimed now. */
export const workUntil = (now: Date, deadlineMs: number): SQL<Date> => within(deadlineMs, now);

/** Returns the deadline of a claimed task after pauses of this total length. */
export const afterPauses = (
  { deadlineAt, expiresAt }: { deadlineAt: Date; expiresAt: Date },
  pausedMs: number,
): Date => new Date(Math.min(expiresAt.getTime(), Math.ceil(deadlineAt.getTime() + pausedMs)));
