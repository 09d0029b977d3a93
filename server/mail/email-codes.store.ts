import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { emailCodes } from './mail.schema.ts';

export type EmailCode = typeof emailCodes.$inferSelect;
export type CodePurpose = EmailCode['purpose'];

export async function insertCode(
  tx: Tx,
  code: Omit<EmailCode, 'tries' | 'usedAt' | 'ownerId'>,
): Promise<void> {
  await tx.insert(emailCodes).values(code);
}

/**
 * Binds these codes to the account that requested them, so that they are deleted together with the
 * account.
 */
export async function noteAsker(tx: Tx, ids: string[], ownerId: string): Promise<void> {
  await tx.update(emailCodes).set({ ownerId }).where(inArray(emailCodes.id, ids));
}

/** Returns the time of the latest unused code of that kind. */
export async function lastCodeAt(
  tx: Tx,
  { address, purpose }: Pick<EmailCode, 'address' | 'purpose'>,
): Promise<Date | undefined> {
  const rows = await tx
    .select({ createdAt: emailCodes.createdAt })
    .from(emailCodes)
    .where(
      and(
        eq(emailCodes.address, address),
        eq(emailCodes.purpose, purpose),
        isNull(emailCodes.usedAt),
      ),
    )
    .orderBy(desc(emailCodes.createdAt))
    .limit(1);
  return rows[0]?.createdAt;
}

/**
 * Returns the time of the nth latest code that matches `of`, or undefined if there are fewer codes.
 */
export async function nthCodeAt(
  tx: Tx,
  of: Partial<Pick<EmailCode, 'address' | 'purpose' | 'subnet'>>,
  { since, n }: { since: Date; n: number },
): Promise<Date | undefined> {
  const rows = await tx
    .select({ createdAt: emailCodes.createdAt })
    .from(emailCodes)
    .where(
      and(
        of.address === undefined ? undefined : eq(emailCodes.address, of.address),
        of.purpose === undefined ? undefined : eq(emailCodes.purpose, of.purpose),
        of.subnet === undefined ? undefined : eq(emailCodes.subnet, of.subnet),
        gt(emailCodes.createdAt, since),
      ),
    )
    .orderBy(desc(emailCodes.createdAt))
    .offset(n - 1)
    .limit(1);
  return rows[0]?.createdAt;
}

/**
 * Returns the codes of an email address, newest first. The caller holds the lock of the address.
 */
export async function codesOf(
  tx: Tx,
  { address, purpose }: { address: string; purpose: CodePurpose },
): Promise<EmailCode[]> {
  return await tx
    .select()
    .from(emailCodes)
    .where(and(eq(emailCodes.address, address), eq(emailCodes.purpose, purpose)))
    .orderBy(desc(emailCodes.createdAt));
}

export async function markCodesUsed(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx.update(emailCodes).set({ usedAt: now }).where(inArray(emailCodes.id, ids));
}

export async function countTry(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(inArray(emailCodes.id, ids));
}

export async function deleteOldCodes(db: Database, createdBefore: Date): Promise<void> {
  await db.delete(emailCodes).where(lt(emailCodes.createdAt, createdBefore));
}

export async function findCodeByLink(
  queries: Queries,
  linkHash: string,
): Promise<EmailCode | undefined> {
  const rows = await queries.select().from(emailCodes).where(eq(emailCodes.linkHash, linkHash));
  return rows[0];
}
