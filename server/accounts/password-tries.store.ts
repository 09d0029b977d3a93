import { eq, lt, sql } from 'drizzle-orm';
import type { Database, Queries } from '../platform/database/database.ts';
import { passwordTries } from './accounts.schema.ts';

/** Counts a try before its password is checked, so that concurrent tries are counted, too. */
export async function countPasswordTry(
  db: Database,
  { address, now, since }: { address: string; now: Date; since: Date },
): Promise<number> {
  const isOver = sql`${passwordTries.since} < ${since.toISOString()}`;
  const rows = await db
    .insert(passwordTries)
    .values({ address, tries: 1, since: now })
    .onConflictDoUpdate({
      target: passwordTries.address,
      set: {
        tries: sql`case when ${isOver} then 1 else ${passwordTries.tries} + 1 end`,
        since: sql`case when ${isOver} then ${now.toISOString()}::timestamptz else ${passwordTries.since} end`,
      },
    })
    .returning({ tries: passwordTries.tries });
  return rows[0]?.tries ?? 0;
}

export async function forgetPasswordTries(queries: Queries, address: string): Promise<void> {
  await queries.delete(passwordTries).where(eq(passwordTries.address, address));
}

export async function deleteOldPasswordTries(db: Database, before: Date): Promise<void> {
  await db.delete(passwordTries).where(lt(passwordTries.since, before));
}
