import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { outbox } from './mail.schema.ts';

export type OutboxMail = typeof outbox.$inferSelect;

/** Inserts a mail. Ignores a repeated mail, as a mail server would. */
export async function insertIntoOutbox(
  db: Database,
  mail: typeof outbox.$inferInsert,
): Promise<void> {
  await db.insert(outbox).values(mail).onConflictDoNothing({ target: outbox.messageId });
}

/**
 * Returns mails, newest first.
 * @param address email address of the recipient, or undefined for all recipients
 */
export async function listOutbox(
  db: Database,
  { address, limit }: { address: string | undefined; limit: number },
): Promise<OutboxMail[]> {
  return await db
    .select()
    .from(outbox)
    .where(address === undefined ? undefined : sql`lower(${outbox.address}) = lower(${address})`)
    .orderBy(desc(outbox.id))
    .limit(limit);
}

export async function findInOutbox(db: Database, id: number): Promise<OutboxMail | undefined> {
  const [found] = await db.select().from(outbox).where(eq(outbox.id, id));
  return found;
}
