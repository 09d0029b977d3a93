import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';
import { welcomedAddresses } from './schema.ts';

/** An account with a welcome grant has left this address, now. */
export async function noteLeft(
  tx: Tx,
  { addressHash, now }: { addressHash: string; now: Date },
): Promise<void> {
  await tx
    .insert(welcomedAddresses)
    .values({ addressHash, leftAt: now })
    .onConflictDoUpdate({ target: welcomedAddresses.addressHash, set: { leftAt: now } });
}

export async function wasLeftSince(
  tx: Tx,
  { addressHash, since }: { addressHash: string; since: Date },
): Promise<boolean> {
  const rows = await tx
    .select({ leftAt: welcomedAddresses.leftAt })
    .from(welcomedAddresses)
    .where(
      and(eq(welcomedAddresses.addressHash, addressHash), gt(welcomedAddresses.leftAt, since)),
    );
  return rows.length === 1;
}

export async function forgetLeft(db: Database, until: Date): Promise<void> {
  await db.delete(welcomedAddresses).where(lte(welcomedAddresses.leftAt, until));
}
