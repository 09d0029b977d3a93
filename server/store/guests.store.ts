import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { guests } from './schema.ts';

export type Guest = { id: string };

export async function findGuestByTokenHash(
  db: Database,
  tokenHash: string,
): Promise<Guest | undefined> {
  const rows = await db
    .select({ id: guests.id })
    .from(guests)
    .where(eq(guests.tokenHash, tokenHash));
  return rows[0];
}

export async function insertGuest(
  db: Database,
  guest: { id: string; tokenHash: string; createdAt: Date },
): Promise<void> {
  await db.insert(guests).values(guest);
}

/** Starts of one guest wait for each other here until the transaction ends. */
export async function lockGuest(tx: Database, id: string): Promise<void> {
  await tx.select({ id: guests.id }).from(guests).where(eq(guests.id, id)).for('update');
}
