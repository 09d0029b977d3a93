import { and, desc, eq, gt, lt, ne } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { owners, sessions } from './owners.schema.ts';

export type Session = typeof sessions.$inferSelect;

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** Returns the session with this token, or undefined if there is none or it has expired. */
export async function findSession(
  queries: Queries,
  tokenHash: string,
  now: Date,
): Promise<(Session & { kind: (typeof owners.$inferSelect)['kind'] }) | undefined> {
  const rows = await queries
    .select({ session: sessions, kind: owners.kind })
    .from(sessions)
    .innerJoin(owners, eq(owners.id, sessions.ownerId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  const [row] = rows;
  return row && { ...row.session, kind: row.kind };
}

/**
 * Records that a session was used, and extends it.
 * @param renewed writes nothing if the session was seen after `before`
 */
export async function renewSession(
  db: Database,
  renewed: { id: string; now: Date; before: Date; expiresAt: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: renewed.now, expiresAt: renewed.expiresAt })
    .where(and(eq(sessions.id, renewed.id), lt(sessions.lastSeenAt, renewed.before)));
}

/** Deletes a session. Returns false if this owner has no such session. */
export async function deleteSession(
  queries: Queries,
  session: { id: string; ownerId: string },
): Promise<boolean> {
  const rows = await queries
    .delete(sessions)
    .where(and(eq(sessions.id, session.id), eq(sessions.ownerId, session.ownerId)))
    .returning({ id: sessions.id });
  return rows.length === 1;
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}

/** Returns the open sessions of an owner, last used first. */
export async function listSessions(
  queries: Queries,
  ownerId: string,
  now: Date,
): Promise<Session[]> {
  return await queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.ownerId, ownerId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), desc(sessions.id));
}

/**
 * Deletes the sessions of an owner.
 * @param kept a session that remains; if absent, all sessions end
 */
export async function deleteSessionsOf(
  queries: Queries,
  ownerId: string,
  kept?: string,
): Promise<void> {
  const others = kept === undefined ? undefined : ne(sessions.id, kept);
  await queries.delete(sessions).where(and(eq(sessions.ownerId, ownerId), others));
}
