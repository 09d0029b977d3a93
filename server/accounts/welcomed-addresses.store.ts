import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { welcomedAddresses } from './accounts.schema.ts';

/** This number is arbitrary, and equal in all processes of one database. */
const mailboxLocks = 5_170_736;

/** Serialises account creation for one mailbox, in any spelling, until the transaction ends. */
export async function lockMailbox(tx: Tx, addressHash: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${mailboxLocks}::int, hashtext(${addressHash}))`,
  );
}

type MailboxUse = { leftAt: Date | null; usedAt: Date | null };

/**
 * Records that an account was created with this mailbox, or no longer uses it.
 * @param welcomed true if the account had a welcome grant
 */
export async function noteMailbox(
  tx: Tx,
  { addressHash, welcomed, now }: { addressHash: string; welcomed: boolean; now: Date },
): Promise<void> {
  const set = welcomed ? { leftAt: now, usedAt: now } : { usedAt: now };
  await tx
    .insert(welcomedAddresses)
    .values({ addressHash, ...set })
    .onConflictDoUpdate({ target: welcomedAddresses.addressHash, set });
}

/**
 * Returns the recorded use of a mailbox, or undefined if no account had this mailbox after `since`.
 */
export async function findMailbox(
  queries: Queries,
  { addressHash, since }: { addressHash: string; since: Date },
): Promise<MailboxUse | undefined> {
  const { leftAt, usedAt } = welcomedAddresses;
  const rows = await queries
    .select({ leftAt, usedAt })
    .from(welcomedAddresses)
    .where(
      and(eq(welcomedAddresses.addressHash, addressHash), or(gt(leftAt, since), gt(usedAt, since))),
    );
  const [row] = rows;
  return row && { ...row, leftAt: row.leftAt && row.leftAt > since ? row.leftAt : null };
}

/**
 * Removes recorded mailboxes.
 * @param left removes mailboxes that an account left before this time
 * @param used removes all other mailboxes that were last used before this time
 */
export async function forgetMailboxes(
  db: Database,
  { left, used }: { left: Date; used: Date },
): Promise<void> {
  const { leftAt, usedAt } = welcomedAddresses;
  await db
    .delete(welcomedAddresses)
    .where(and(or(isNull(leftAt), lte(leftAt, left)), or(isNull(usedAt), lte(usedAt, used))));
}
