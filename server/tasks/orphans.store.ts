import { inArray } from 'drizzle-orm';
import { accountExports } from '../accounts/accounts.schema.ts';
import type { Database } from '../platform/database/database.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { tasks } from './tasks.schema.ts';
import type { Task } from './tasks.store.ts';

/* Queries that compare files in the storage with the tables. */

/** Returns true if any record was ever stored. */
export async function hasRecords(db: Database): Promise<boolean> {
  const [anyUpload, anyTask] = [
    await db.select({ key: uploads.key }).from(uploads).limit(1),
    await db.select({ id: tasks.id }).from(tasks).limit(1),
  ];
  return anyUpload.length + anyTask.length > 0;
}

export async function knownUploads(db: Database, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(inArray(uploads.key, keys));
  return new Set(rows.map((row) => row.key));
}

export async function knownExports(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(inArray(accountExports.id, ids));
  return new Set(rows.map((row) => row.id));
}

export type FileOwner = Pick<Task, 'id' | 'status' | 'deletedAt' | 'output'>;

export async function findFileOwners(db: Database, ids: string[]): Promise<Map<string, FileOwner>> {
  const { id, status, deletedAt, output } = tasks;
  const rows = await db
    .select({ id, status, deletedAt, output })
    .from(tasks)
    .where(inArray(tasks.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
