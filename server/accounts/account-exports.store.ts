import { and, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import type { Task } from '../tasks/tasks.store.ts';
import { accountExports } from './accounts.schema.ts';

export type AccountExport = typeof accountExports.$inferSelect;

export async function insertExport(
  tx: Tx,
  made: Pick<AccountExport, 'id' | 'ownerId' | 'createdAt' | 'expiresAt'>,
): Promise<AccountExport> {
  const rows = await tx
    .insert(accountExports)
    .values({ ...made, state: 'queued' })
    .returning();
  const [row] = rows;
  if (!row) throw new Error('Expected the inserted export to be returned.');
  return row;
}

/** Returns the owner's latest export that was requested after `since`. */
export async function findRecentExport(
  tx: Tx,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<AccountExport | undefined> {
  const rows = await tx
    .select()
    .from(accountExports)
    .where(
      and(
        eq(accountExports.ownerId, ownerId),
        ne(accountExports.state, 'removing'),
        or(eq(accountExports.state, 'queued'), gt(accountExports.createdAt, since)),
      ),
    )
    .orderBy(desc(accountExports.createdAt))
    .limit(1);
  return rows[0];
}

/** Counts another attempt. Returns undefined if the export is no longer queued. */
export async function beginExport(db: Database, id: string): Promise<AccountExport | undefined> {
  const rows = await db
    .update(accountExports)
    .set({ attempts: sql`${accountExports.attempts} + 1` })
    .where(and(eq(accountExports.id, id), eq(accountExports.state, 'queued')))
    .returning();
  return rows[0];
}

/**
 * Marks an export as finished. Returns false if another attempt finished began later, or if the account
 * was deleted.
 */
export async function finishExport(
  tx: Tx,
  done: Pick<AccountExport, 'id' | 'attempts' | 'linkHash' | 'expiresAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(accountExports)
    .set({ state: 'ready', linkHash: done.linkHash, expiresAt: done.expiresAt })
    .where(
      and(
        eq(accountExports.id, done.id),
        eq(accountExports.state, 'queued'),
        eq(accountExports.attempts, done.attempts),
      ),
    )
    .returning({ id: accountExports.id });
  return rows.length === 1;
}

export async function findExportByLink(
  db: Database,
  { linkHash, now }: { linkHash: string; now: Date },
): Promise<AccountExport | undefined> {
  const rows = await db
    .select()
    .from(accountExports)
    .where(
      and(
        eq(accountExports.linkHash, linkHash),
        eq(accountExports.state, 'ready'),
        gt(accountExports.expiresAt, now),
      ),
    );
  return rows[0];
}

export async function queuedExports(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(eq(accountExports.state, 'queued'));
  return rows.map(({ id }) => id);
}

/** Returns the ids of exports that have expired or whose account was deleted. */
export async function overdueExports(db: Database, now: Date): Promise<string[]> {
  const isDue = or(eq(accountExports.state, 'removing'), lt(accountExports.expiresAt, now));
  const rows = await db.select({ id: accountExports.id }).from(accountExports).where(isDue);
  return rows.map(({ id }) => id);
}

/**
 * Marks exports for removal, so that they are no longer made or sent. The row is removed after the
 * file.
 */
export async function giveUpExports(queries: Queries, ids: string[]): Promise<void> {
  await queries
    .update(accountExports)
    .set({ state: 'removing' })
    .where(inArray(accountExports.id, ids));
}

export async function giveUpExportsOf(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .update(accountExports)
    .set({ state: 'removing' })
    .where(eq(accountExports.ownerId, ownerId));
}

export async function deleteExport(db: Database, id: string): Promise<void> {
  await db.delete(accountExports).where(eq(accountExports.id, id));
}

/** Returns all tasks of an owner that are not deleted, oldest first. */
export async function allTasksOf(db: Database, ownerId: string): Promise<Task[]> {
  return await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), sql`${tasks.deletedAt} is null`))
    .orderBy(tasks.createdAt, tasks.id);
}
