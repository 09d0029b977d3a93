import type { Database } from './database.ts';
import { installation } from './installation.schema.ts';

/**
 * Claims the database for a data directory. Returns false if the database belongs to another data
 * directory.
 */
export async function claimInstallation(
  db: Database,
  instanceId: string,
  now: Date,
): Promise<boolean> {
  await db.insert(installation).values({ instanceId, claimedAt: now }).onConflictDoNothing();
  const rows = await db.select({ instanceId: installation.instanceId }).from(installation);
  return rows[0]?.instanceId === instanceId;
}
