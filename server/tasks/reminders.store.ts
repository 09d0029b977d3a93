import { and, asc, count, eq, gt, gte, isNull, lt, lte, min, notExists, sql } from 'drizzle-orm';
import { dealStatus } from '../../contract/deal-status.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { mails } from '../mail/mail.schema.ts';
import { owners, users } from '../owners/owners.schema.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { tasks } from './tasks.schema.ts';

/* Queries for results of users that will soon be deleted. */

const weekMs = 7 * 86_400_000;

/** `week` is the number of whole weeks from the Unix epoch to the deletion. */
export type DueWeek = { ownerId: string; week: number };

/** Returns the idempotency key of a reminder. It allows one mail per user and week. */
export const reminderCause = ({ ownerId, week }: DueWeek): string => `reminder ${ownerId} ${week}`;

const weekOfExpiry = sql<number>`floor(extract(epoch from ${tasks.expiresAt}) * 1000 / ${sql.raw(String(weekMs))})::int`;

/** SQL expression with the same value as `reminderCause`. */
const causeOfExpiry = sql`'reminder ' || ${tasks.ownerId} || ' ' || ${weekOfExpiry}`;

/** Matches results that a user can still download. */
const isLeft = and(isNull(tasks.deletedAt), eq(tasks.status, dealStatus.succeeded));

/**
 * Returns users and weeks that need a reminder: their results are deleted between `from` and
 * `until`, and no reminder was written yet. The list is sorted and begins after `after`.
 */
export async function weeksToRemindOf(
  queries: Queries,
  { from, until, after, limit }: { from: Date; until: Date; after: DueWeek; limit: number },
): Promise<DueWeek[]> {
  const reminded = queries
    .select({ id: mails.id })
    .from(mails)
    .where(eq(mails.cause, causeOfExpiry));
  return await queries
    .select({ ownerId: tasks.ownerId, week: weekOfExpiry })
    .from(tasks)
    .innerJoin(users, eq(users.ownerId, tasks.ownerId))
    .where(
      and(
        isLeft,
        gt(tasks.expiresAt, from),
        lte(tasks.expiresAt, until),
        sql`(${tasks.ownerId}, ${weekOfExpiry}) > (${after.ownerId}, ${after.week})`,
        notExists(reminded),
      ),
    )
    .groupBy(tasks.ownerId, weekOfExpiry)
    .orderBy(asc(tasks.ownerId), asc(weekOfExpiry))
    .limit(limit);
}

type Reminder = { email: string; locale: Locale; count: number; date: Date };

/**
 * Returns the content of the reminder for a week, or undefined if no results remain. Account
 * closings wait until the transaction ends, so that no closed account gets a mail.
 */
export async function reminderOf(
  tx: Tx,
  { ownerId, week }: DueWeek,
  from: Date,
): Promise<Reminder | undefined> {
  await tx.select().from(owners).where(eq(owners.id, ownerId)).for('share');
  const [user] = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .innerJoin(owners, eq(owners.id, users.ownerId))
    .where(and(eq(users.ownerId, ownerId), isNull(owners.closedAt)));
  const [found] = await tx
    .select({ count: count(), date: min(tasks.expiresAt) })
    .from(tasks)
    .where(
      and(
        isLeft,
        eq(tasks.ownerId, ownerId),
        gt(tasks.expiresAt, from),
        gte(tasks.expiresAt, new Date(week * weekMs)),
        lt(tasks.expiresAt, new Date((week + 1) * weekMs)),
      ),
    );
  return user && found?.date ? { ...user, count: found.count, date: found.date } : undefined;
}
