import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { operatorSessions } from './operator.schema.ts';

/** Stores a session and removes expired sessions. */
export async function insertOperatorSession(
  db: Database,
  session: { sessionHash: string; expiresAt: Date; now: Date },
): Promise<void> {
  const { sessionHash, expiresAt, now } = session;
  await db.delete(operatorSessions).where(lte(operatorSessions.expiresAt, now));
  await db.insert(operatorSessions).values({ sessionHash, expiresAt });
}

export async function hasOperatorSession(
  db: Database,
  { sessionHash, now }: { sessionHash: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .select({ expiresAt: operatorSessions.expiresAt })
    .from(operatorSessions)
    .where(and(eq(operatorSessions.sessionHash, sessionHash), gt(operatorSessions.expiresAt, now)));
  return rows.length === 1;
}

export async function deleteOperatorSession(db: Database, sessionHash: string): Promise<void> {
  await db.delete(operatorSessions).where(eq(operatorSessions.sessionHash, sessionHash));
}
