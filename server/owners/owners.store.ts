import { and, count, eq, gt, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { creditLines, purses } from '../credits/credits.schema.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { guests, owners } from './owners.schema.ts';

/** The owner of tasks, uploads and balances. */
export type Owner = Pick<typeof owners.$inferSelect, 'id' | 'kind'>;

export async function findOwnerByGuestToken(
  queries: Queries,
  tokenHash: string,
): Promise<(Owner & { lastSeenAt: Date }) | undefined> {
  const rows = await queries
    .select({ id: owners.id, kind: owners.kind, lastSeenAt: owners.lastSeenAt })
    .from(guests)
    .innerJoin(owners, eq(owners.id, guests.ownerId))
    .where(eq(guests.tokenHash, tokenHash));
  return rows[0];
}

/** This number is arbitrary, and equal in all processes of one database. */
const subnetLocks = 5_170_737;

/** Serialises account creation per subnet until the transaction ends. */
export async function lockSubnet(tx: Tx, subnet: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${subnetLocks}::int, hashtext(${subnet}))`);
}

/** Returns the number of new guests and users of a subnet since this time. */
export async function countNewOwners(
  queries: Queries,
  subnet: string,
  since: Date,
): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(owners)
    .where(and(eq(owners.subnet, subnet), gt(owners.createdAt, since)));
  return rows[0]?.n ?? 0;
}

/** Makes the allowance begin on this UTC day. */
export async function setFreeFrom(tx: Tx, id: string, freeFrom: string): Promise<void> {
  await tx.update(owners).set({ freeFrom }).where(eq(owners.id, id));
}

/**
 * Returns the first UTC day with an allowance, or null if the allowance is available from the
 * start.
 */
export async function findFreeFrom(queries: Queries, id: string): Promise<string | null> {
  const rows = await queries
    .select({ freeFrom: owners.freeFrom })
    .from(owners)
    .where(eq(owners.id, id));
  return rows[0]?.freeFrom ?? null;
}

/** Inserts a guest with its balance and token. Returns false if the owner exists already. */
export async function insertGuest(
  tx: Tx,
  guest: { id: string; purseId: string; tokenHash: string; subnet: string; now: Date },
): Promise<boolean> {
  const { id, subnet, now } = guest;
  const made = await tx
    .insert(owners)
    .values({ id, kind: 'guest', subnet, createdAt: now, lastSeenAt: now })
    .onConflictDoNothing({ target: owners.id })
    .returning({ id: owners.id });
  if (made.length === 0) return false;
  await tx.insert(guests).values({ ownerId: id, tokenHash: guest.tokenHash });
  await tx.insert(purses).values({ id: guest.purseId, ownerId: id, createdAt: now });
  return true;
}

/**
 * Returns the owner who receives data that arrives for this owner: the user if the guest was
 * merged, or null if the owner no longer exists. Merges and account closings wait until the
 * transaction ends.
 */
export async function findReceiver(tx: Tx, id: string): Promise<string | null> {
  const rows = await tx
    .select({ id: owners.id, mergedInto: owners.mergedInto, closedAt: owners.closedAt })
    .from(owners)
    .where(eq(owners.id, id))
    .for('share');
  const [row] = rows;
  if (row?.mergedInto) return await findReceiver(tx, row.mergedInto);
  return row && !row.closedAt ? row.id : null;
}

/**
 * Records that an owner was seen.
 * @param before writes nothing for an owner that was seen after this time
 */
export async function markSeen(
  db: Database,
  seen: { id: string; now: Date; before: Date },
): Promise<void> {
  await db
    .update(owners)
    .set({ lastSeenAt: seen.now })
    .where(and(eq(owners.id, seen.id), lt(owners.lastSeenAt, seen.before)));
}

/** Returns the id of the owner's balance, without a lock. */
export async function purseOf(tx: Tx, ownerId: string): Promise<string> {
  const rows = await tx
    .select({ purseId: purses.id })
    .from(purses)
    .where(eq(purses.ownerId, ownerId));
  const [row] = rows;
  if (!row) throw new Error(`The owner ${ownerId} has no purse.`);
  return row.purseId;
}

/**
 * Locks an owner, so that other starts of the owner's tasks wait until the transaction ends.
 * @returns the id of the owner's balance, or undefined if the owner no longer has one
 */
export async function lockOwnerIfAny(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx
    .select({ purseId: purses.id })
    .from(purses)
    .where(eq(purses.ownerId, id))
    .for('no key update');
  return rows[0]?.purseId;
}

/**
 * Locks an owner like `lockOwnerIfAny`.
 * @throws if the owner has no balance
 */
export async function lockOwner(tx: Tx, id: string): Promise<string> {
  const purseId = await lockOwnerIfAny(tx, id);
  if (purseId === undefined) throw new Error(`The owner ${id} has no purse.`);
  return purseId;
}

/** Returns the user into whom a guest was merged, and the time of the merge. */
export async function findMerge(
  queries: Queries,
  guestId: string,
): Promise<{ userId: string; at: Date } | undefined> {
  const rows = await queries
    .select({ userId: owners.mergedInto, at: owners.mergedAt })
    .from(owners)
    .where(and(eq(owners.id, guestId), isNotNull(owners.mergedInto)));
  const [row] = rows;
  return row?.userId && row.at ? { userId: row.userId, at: row.at } : undefined;
}

/** Number of owners per transaction, so that each transaction is short. */
const batchSize = 500;

/**
 * Removes guests without data who were not seen since this time. Returns true if there may be more
 * such guests.
 */
export async function purgeGuests(db: Database, seenBefore: Date): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const one = { one: sql`1` };
    const line = tx
      .select(one)
      .from(creditLines)
      .innerJoin(purses, eq(purses.id, creditLines.purseId))
      .where(eq(purses.ownerId, owners.id));
    const rows = await tx
      .select({ id: owners.id })
      .from(owners)
      .where(
        and(
          eq(owners.kind, 'guest'),
          // The row of a merged guest is needed to recognise its token.
          isNull(owners.mergedInto),
          lt(owners.lastSeenAt, seenBefore),
          notExists(tx.select(one).from(tasks).where(eq(tasks.ownerId, owners.id))),
          notExists(tx.select(one).from(uploads).where(eq(uploads.ownerId, owners.id))),
          notExists(line),
        ),
      )
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return false;
    await tx.delete(purses).where(inArray(purses.ownerId, ids));
    reached('guests.purses-removed');
    await tx.delete(owners).where(inArray(owners.id, ids));
    reached('guests.owners-removed');
    return ids.length === batchSize;
  });
}
