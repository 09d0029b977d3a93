import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  min,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { isLost } from '../platform/process/processes.store.ts';
import { mails, outbox, unsubscribed } from './mail.schema.ts';

export type StoredMail = typeof mails.$inferSelect;

/** Inserts a mail. Does nothing if a mail with this cause exists. */
export async function insertMail(tx: Tx, mail: typeof mails.$inferInsert): Promise<void> {
  await tx.insert(mails).values(mail).onConflictDoNothing({ target: mails.cause });
}

/** Claims the mail that has been due longest, so that no other worker sends it. */
export async function claimMail(
  db: Database,
  { sender, now }: { sender: string; now: Date },
): Promise<StoredMail | undefined> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'waiting'), lte(mails.nextTryAt, now)))
    .orderBy(asc(mails.nextTryAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(mails)
    .set({ state: 'sending', sender, attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, sql`(${due})`), eq(mails.state, 'waiting')))
    .returning();
  return claimed;
}

type Attempt = Pick<StoredMail, 'id' | 'attempts'>;

const stillSending = ({ id, attempts }: Attempt) =>
  and(eq(mails.id, id), eq(mails.state, 'sending'), eq(mails.attempts, attempts));

/** Ends a sent or given-up mail, and erases its recipient and values. */
export async function endMail(
  db: Database,
  attempt: Attempt,
  end: { state: 'sent' | 'failed'; now: Date; lastError: string | null; providerId: string | null },
): Promise<void> {
  const { now, ...how } = end;
  await db
    .update(mails)
    .set({ ...how, sender: null, endedAt: now, address: null, values: null })
    .where(stillSending(attempt));
}

/**
 * Redirects unsent mails of these kinds to another email address of the same person. A mail that is
 * being sent uses the new address only if it is retried.
 */
export async function readdressMails(
  tx: Tx,
  request: { from: string; to: { address: string; addressHash: string }; kinds: readonly string[] },
): Promise<void> {
  const isTheirs = and(
    inArray(mails.state, ['waiting', 'sending']),
    eq(mails.address, request.from),
  );
  await tx
    .update(mails)
    .set(request.to)
    .where(and(isTheirs, inArray(mails.kind, [...request.kinds])));
}

/** Schedules another try to send a mail. */
export async function postponeMail(
  db: Database,
  attempt: Attempt,
  { nextTryAt, lastError }: { nextTryAt: Date; lastError: string },
): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'waiting', sender: null, nextTryAt, lastError })
    .where(stillSending(attempt));
}

/**
 * Releases mails whose process is lost, and mails of this process that it is not sending.
 * @param own this process, and the ids of the mails that it is sending
 */
export async function releaseMails(
  db: Database,
  { own, now }: { own: { sender: string; mails: number[] }; now: Date },
): Promise<void> {
  const isForgotten = and(
    eq(mails.sender, own.sender),
    own.mails.length > 0 ? notInArray(mails.id, own.mails) : undefined,
  );
  const isFree = or(
    isForgotten,
    and(isLost(mails.sender), sql`${mails.sender} is distinct from ${own.sender}`),
  );
  await db
    .update(mails)
    .set({ state: 'waiting', sender: null, nextTryAt: now, lastError: 'interrupted' })
    .where(and(eq(mails.state, 'sending'), isFree));
}

/** Gives up mails that are no longer useful, so that codes do not stay in the table. */
export async function endUselessMails(db: Database, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'failed', endedAt: now, address: null, values: null, lastError: 'too_late' })
    .where(and(eq(mails.state, 'waiting'), lte(mails.uselessAt, now)));
}

/** Returns the time when the next mail is due, or null if no mail waits. */
export async function nextMailAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(mails.nextTryAt) })
    .from(mails)
    .where(eq(mails.state, 'waiting'));
  return row?.at ?? null;
}

/**
 * Returns the number of mails of this kind that were written to this email address after `since`,
 * except the mail with the cause `except`.
 */
export async function countMails(
  db: Queries,
  request: { kind: string; addressHash: string; since: Date; except: string },
): Promise<number> {
  const { kind, addressHash, since, except } = request;
  const [row] = await db
    .select({ count: count() })
    .from(mails)
    .where(
      and(
        eq(mails.kind, kind),
        eq(mails.addressHash, addressHash),
        gt(mails.createdAt, since),
        ne(mails.cause, except),
      ),
    );
  return row?.count ?? 0;
}

/** Removes mails that ended, and outbox entries that were made, before this time. */
export async function purgeMails(db: Database, before: Date): Promise<void> {
  await db.delete(mails).where(and(isNotNull(mails.endedAt), lt(mails.endedAt, before)));
  await db.delete(outbox).where(lt(outbox.createdAt, before));
}

export async function isUnsubscribed(db: Queries, addressHash: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(unsubscribed)
    .where(eq(unsubscribed.addressHash, addressHash));
  return rows.length > 0;
}

/** Subscribes or unsubscribes an email address. Repeated calls have no effect. */
export async function setSubscribed(
  db: Queries,
  { addressHash, subscribed, now }: { addressHash: string; subscribed: boolean; now: Date },
): Promise<void> {
  if (subscribed) {
    await db.delete(unsubscribed).where(eq(unsubscribed.addressHash, addressHash));
  } else {
    await db.insert(unsubscribed).values({ addressHash, createdAt: now }).onConflictDoNothing();
  }
}
