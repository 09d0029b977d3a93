import { and, eq, inArray, isNull, lt, min, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { isLost } from '../platform/process/processes.store.ts';
import { tasks } from './tasks.schema.ts';
import { queued, running, type Task } from './tasks.store.ts';

/* Queries for tasks that the sweep has to handle. */

export async function isAnyQueued(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.status, queued))
    .limit(1);
  return rows.length > 0;
}

/** Returns the time when the longest waiting task was started, or null if no task waits. */
export async function findOldestQueued(db: Database): Promise<Date | null> {
  const rows = await db
    .select({ at: min(tasks.createdAt) })
    .from(tasks)
    .where(eq(tasks.status, queued));
  return rows[0]?.at ?? null;
}

/** Returns the tasks that the table marks as running on `runner`. */
export async function tasksRunningOn(db: Database, runner: string): Promise<Task[]> {
  return await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.status, running), eq(tasks.runner, runner)));
}

/** Returns the tasks that the table marks as running on a lost process. */
export async function tasksOfLostProcesses(db: Database): Promise<Task[]> {
  return await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.status, running), isLost(tasks.runner)));
}

export async function tasksPastDeadline(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(inArray(tasks.status, [queued, running]), lt(tasks.deadlineAt, now)));
  return rows.map((row) => row.id);
}

export async function tasksPastRetention(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(isNull(tasks.deletedAt), lt(tasks.expiresAt, now)));
  return rows.map((row) => row.id);
}

/**
 * Returns deleted records whose files remain, because they expired or their deletion was
 * interrupted.
 */
export async function tasksWithLeftFiles(db: Database): Promise<Task[]> {
  return await db
    .select()
    .from(tasks)
    .where(and(sql`${tasks.deletedAt} is not null`, eq(tasks.filesRemoved, false)));
}
