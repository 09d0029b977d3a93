import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Queries } from '../database/database.ts';
import { processes } from './processes.schema.ts';

/** A process that has not renewed its row for this long is dead to all others. */
const leaseMs = 30_000;

const expired = sql`${processes.seenAt} < now() - ${`${leaseMs} milliseconds`}::interval`;

/**
 * Condition: the work of this process is lost, because the process has no row. A dead process has
 * no row, because another process has removed it.
 */
export const isLost = (processId: AnyPgColumn): SQL =>
  sql`not exists (select 1 from ${processes} where ${processes.id} = ${processId})`;

/** Inserts a process, or renews its row. All times are those of the database's clock. */
export async function registerProcess(
  queries: Queries,
  process: { id: string; roles: readonly string[] },
): Promise<void> {
  await queries
    .insert(processes)
    .values({
      id: process.id,
      roles: process.roles.join(','),
      startedAt: sql`now()`,
      seenAt: sql`now()`,
    })
    .onConflictDoUpdate({ target: processes.id, set: { seenAt: sql`now()` } });
}

/** Renews the row of a process. Returns false if another process has removed it. */
export async function renewProcess(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(processes)
    .set({ seenAt: sql`now()` })
    .where(eq(processes.id, id))
    .returning({ id: processes.id });
  return rows.length === 1;
}

/** Removes processes. Their work is then lost, and other processes recover it. */
export async function removeProcesses(queries: Queries, ids: string[]): Promise<void> {
  if (ids.length > 0) await queries.delete(processes).where(inArray(processes.id, ids));
}

export async function removeOtherProcesses(queries: Queries, ownId: string): Promise<void> {
  await queries.delete(processes).where(ne(processes.id, ownId));
}

/** Removes the processes whose lease is over. Returns their ids. */
export async function removeExpiredProcesses(db: Database, ownId: string): Promise<string[]> {
  const rows = await db
    .delete(processes)
    .where(and(ne(processes.id, ownId), expired))
    .returning({ id: processes.id });
  return rows.map(({ id }) => id);
}

/** Returns true if any process lives. */
export async function isAnyAlive(queries: Queries): Promise<boolean> {
  const rows = await queries
    .select({ id: processes.id })
    .from(processes)
    .where(sql`not ${expired}`)
    .limit(1);
  return rows.length > 0;
}
