import { eq } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';
import { installation } from './installation.schema.ts';

export type Installation = typeof installation.$inferSelect;

/**
 * Runs `work` with the row of the installation, which is created by the first process. Other
 * processes that start wait until `work` has ended.
 */
export async function withInstallation<Result>(
  db: Database,
  first: Pick<Installation, 'instanceId' | 'claimedAt'>,
  work: (tx: Tx, found: Installation) => Promise<Result>,
): Promise<Result> {
  return await db.transaction(async (tx) => {
    await tx.insert(installation).values(first).onConflictDoNothing();
    const [found] = await tx.select().from(installation).for('update');
    if (!found) throw new Error('Expected the row of the installation to be returned.');
    return await work(tx, found);
  });
}

export async function updateInstallation(
  tx: Tx,
  set: Pick<Installation, 'store' | 'secretHash'>,
): Promise<void> {
  await tx.update(installation).set(set).where(eq(installation.id, 1));
}
