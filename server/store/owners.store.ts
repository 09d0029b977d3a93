import { and, count, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from './database.ts';
import { guests, owners, purses } from './schema.ts';

/** Whoever tasks, uploads and purses belong to. */
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

/** Arbitrary, the same in every process of one database. */
const networkLocks = 5_170_737;

/** Accounts that are made from one network wait for each other until the transaction ends. */
export async function lockNetwork(tx: Tx, network: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${networkLocks}::int, hashtext(${network}))`);
}

/** How many guests and users a network became since then. */
export async function countNewOwners(
  queries: Queries,
  network: string,
  since: Date,
): Promise<number> {
  const rows = await queries
    .select({ n: count() })
    .from(owners)
    .where(and(eq(owners.network, network), gt(owners.createdAt, since)));
  return rows[0]?.n ?? 0;
}

/** Free credits begin on that UTC day, not at once. */
export async function setFreeFrom(tx: Tx, id: string, freeFrom: string): Promise<void> {
  await tx.update(owners).set({ freeFrom }).where(eq(owners.id, id));
}

/** The first UTC day with free credits; null if they are free from the start. */
export async function findFreeFrom(queries: Queries, id: string): Promise<string | null> {
  const rows = await queries
    .select({ freeFrom: owners.freeFrom })
    .from(owners)
    .where(eq(owners.id, id));
  return rows[0]?.freeFrom ?? null;
}

/** An owner, its purse and how it is known as a guest; false when the owner is there already. */
export async function insertGuest(
  tx: Tx,
  guest: { id: string; purseId: string; tokenHash: string; network: string; now: Date },
): Promise<boolean> {
  const { id, network, now } = guest;
  const made = await tx
    .insert(owners)
    .values({ id, kind: 'guest', network, createdAt: now, lastSeenAt: now })
    .onConflictDoNothing({ target: owners.id })
    .returning({ id: owners.id });
  if (made.length === 0) return false;
  await tx.insert(guests).values({ ownerId: id, tokenHash: guest.tokenHash });
  await tx.insert(purses).values({ id: guest.purseId, ownerId: id, createdAt: now });
  return true;
}

/**
 * Who gets what arrives for this owner: the user, when it is a guest who was merged. A merge waits until
 * the transaction ends, and so does the closing of the account. Null when there is no such owner any more.
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

/** @param before nothing is written for an owner who was seen after it */
export async function markSeen(
  db: Database,
  seen: { id: string; now: Date; before: Date },
): Promise<void> {
  await db
    .update(owners)
    .set({ lastSeenAt: seen.now })
    .where(and(eq(owners.id, seen.id), lt(owners.lastSeenAt, seen.before)));
}

/** The id of the owner's purse, without waiting for anybody. */
export async function purseOf(tx: Tx, ownerId: string): Promise<string> {
  const rows = await tx
    .select({ purseId: purses.id })
    .from(purses)
    .where(eq(purses.ownerId, ownerId));
  const [row] = rows;
  if (!row) throw new Error(`the owner ${ownerId} has no purse`);
  return row.purseId;
}

/**
 * Starts of one owner wait for each other here until the transaction ends.
 * @returns the id of the owner's purse
 */
export async function lockOwner(tx: Tx, id: string): Promise<string> {
  const rows = await tx
    .select({ purseId: purses.id })
    .from(purses)
    .where(eq(purses.ownerId, id))
    .for('no key update');
  const [row] = rows;
  if (!row) throw new Error(`the owner ${id} has no purse`);
  return row.purseId;
}
