import { and, asc, count, eq, gt, gte, isNull, lt, lte, min, notExists, sql } from 'drizzle-orm';
import { dealStatus } from '../../contract/deal-status.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Queries, Tx } from './database.ts';
import { mails, owners, tasks, users } from './schema.ts';

/* Results of users that are about to be deleted. */

/** `day` as YYYY-MM-DD, in UTC. */
export type DueDay = { ownerId: string; day: string };

/** Two mails of one user about one day are one. */
export const reminderCause = ({ ownerId, day }: DueDay): string => `reminder ${ownerId} ${day}`;

const dayOfExpiry = sql<string>`to_char(${tasks.expiresAt} at time zone 'UTC', 'YYYY-MM-DD')`;

/** As `reminderCause`. */
const causeOfExpiry = sql`'reminder ' || ${tasks.ownerId} || ' ' || ${dayOfExpiry}`;

/** What a user could still download. */
const isLeft = and(isNull(tasks.deletedAt), eq(tasks.status, dealStatus.succeeded));

/**
 * Of users whose results are deleted in that time: whom nobody has reminded of which day. In order,
 * those after `after`.
 */
export async function daysToRemindOf(
  queries: Queries,
  { from, until, after, limit }: { from: Date; until: Date; after: DueDay; limit: number },
): Promise<DueDay[]> {
  const reminded = queries
    .select({ id: mails.id })
    .from(mails)
    .where(eq(mails.cause, causeOfExpiry));
  return await queries
    .select({ ownerId: tasks.ownerId, day: dayOfExpiry })
    .from(tasks)
    .innerJoin(users, eq(users.ownerId, tasks.ownerId))
    .where(
      and(
        isLeft,
        gt(tasks.expiresAt, from),
        lte(tasks.expiresAt, until),
        sql`(${tasks.ownerId}, ${dayOfExpiry}) > (${after.ownerId}, ${after.day})`,
        notExists(reminded),
      ),
    )
    .groupBy(tasks.ownerId, dayOfExpiry)
    .orderBy(asc(tasks.ownerId), asc(dayOfExpiry))
    .limit(limit);
}

type Reminder = { email: string; locale: Locale; count: number; date: Date };

/**
 * What is to be said about a day; undefined when nothing is left of it. Whoever closes the account
 * waits until the transaction ends, so nobody is written to afterwards.
 */
export async function reminderOf(
  tx: Tx,
  { ownerId, day }: DueDay,
  from: Date,
): Promise<Reminder | undefined> {
  await tx.select().from(owners).where(eq(owners.id, ownerId)).for('share');
  const [user] = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .innerJoin(owners, eq(owners.id, users.ownerId))
    .where(and(eq(users.ownerId, ownerId), isNull(owners.closedAt)));
  const begins = new Date(`${day}T00:00:00.000Z`);
  const [found] = await tx
    .select({ count: count(), date: min(tasks.expiresAt) })
    .from(tasks)
    .where(
      and(
        isLeft,
        eq(tasks.ownerId, ownerId),
        gt(tasks.expiresAt, from),
        gte(tasks.expiresAt, begins),
        lt(tasks.expiresAt, new Date(begins.getTime() + 86_400_000)),
      ),
    );
  return user && found?.date ? { ...user, count: found.count, date: found.date } : undefined;
}
