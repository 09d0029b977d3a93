import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { firstRevision, nextRevision } from '../platform/database/revisions.ts';
import { type StoredProgress, tasks } from './tasks.schema.ts';

export type Task = typeof tasks.$inferSelect;
export type NewTask = Pick<
  Task,
  | 'id'
  | 'ownerId'
  | 'subnet'
  | 'lane'
  | 'idempotencyKey'
  | 'code'
  | 'type'
  | 'options'
  | 'status'
  | 'unit'
  | 'credits'
  | 'uploadKey'
  | 'input'
  | 'createdAt'
  | 'deadlineAt'
  | 'expiresAt'
> &
  Partial<Pick<Task, 'photoName' | 'madeFrom' | 'traceparent'>>;

export const queued = 0;
export const running = 1;

export async function insertTask(
  tx: Tx,
  task: NewTask & Pick<Task, 'turn' | 'slot'>,
): Promise<Task> {
  const rows = await tx
    .insert(tasks)
    .values({ ...task, revision: firstRevision })
    .returning();
  const [row] = rows;
  if (!row) throw new Error('Expected the inserted task to be returned.');
  return row;
}

export async function findTask(db: Database, id: string): Promise<Task | undefined> {
  const rows = await db.select().from(tasks).where(eq(tasks.id, id));
  return rows[0];
}

/** Returns those of the owner's records that have a result and are not deleted. */
export async function findWithResult(
  queries: Queries,
  { ownerId, ids }: { ownerId: string; ids: readonly string[] },
): Promise<Task[]> {
  if (ids.length === 0) return [];
  return await queries
    .select()
    .from(tasks)
    .where(
      and(
        inArray(tasks.id, [...ids]),
        eq(tasks.ownerId, ownerId),
        isNull(tasks.deletedAt),
        isNotNull(tasks.output),
      ),
    );
}

export async function findTaskByIdempotencyKey(
  queries: Queries,
  ownerId: string,
  idempotencyKey: string,
): Promise<Task | undefined> {
  const rows = await queries
    .select()
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), eq(tasks.idempotencyKey, idempotencyKey)));
  return rows[0];
}

export type PageStart = { createdAt: Date; id: string };

/** The tool of a task: its function, or `upscale` for all functions that enlarge. */
const toolOfTask = sql<string>`case when ${tasks.code} like 'upscale-%' then 'upscale' else ${tasks.code} end`;

/** Returns tasks, newest first, at most `limit`, beginning after `start`. */
export async function listTasks(
  db: Database,
  query: {
    ownerId: string;
    start: PageStart | null;
    limit: number;
    inFlightOnly: boolean;
    tool: string | undefined;
  },
): Promise<Task[]> {
  const { ownerId, start, limit, inFlightOnly, tool } = query;
  return await db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.ownerId, ownerId),
        isNull(tasks.deletedAt),
        inFlightOnly ? inArray(tasks.status, [queued, running]) : undefined,
        // the index of the owner's tasks is enough, because one owner has few tasks
        tool ? eq(toolOfTask, tool) : undefined,
        start
          ? or(
              lt(tasks.createdAt, start.createdAt),
              and(eq(tasks.createdAt, start.createdAt), lt(tasks.id, start.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(limit);
}

/** Returns the tools of the owner's tasks, the most used first. */
export async function listTools(db: Database, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ tool: toolOfTask })
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), isNull(tasks.deletedAt)))
    .groupBy(sql`1`)
    .orderBy(desc(count()), sql`1`);
  return rows.map((row) => row.tool);
}

export type TaskChange = Partial<
  Pick<Task, 'reason' | 'output' | 'progress' | 'runner' | 'startedAt'> & {
    attempt: SQL;
    crashes: SQL;
    deadlineAt: SQL;
  }
>;

/**
 * The number of the next attempt. The database assigns it, so that two claims never get the same
 * number.
 */
export const nextAttempt = sql`${tasks.attempt} + 1`;
export const oneMoreCrash = sql`${tasks.crashes} + 1`;
/** A task fails at this number of crashes. */
export const maxCrashes = 3;

/**
 * Stores the progress of an attempt. Returns the new revision, or undefined if the task no longer
 * belongs to this attempt.
 * @param change includes the deadline only if it has moved
 */
export async function storeProgress(
  db: Database,
  task: { id: string; attempt: number },
  change: { progress: StoredProgress; deadlineAt?: Date },
): Promise<number | undefined> {
  const rows = await db
    .update(tasks)
    .set({ ...change, revision: nextRevision(tasks.revision) })
    .where(and(eq(tasks.id, task.id), eq(tasks.status, running), eq(tasks.attempt, task.attempt)))
    .returning({ revision: tasks.revision });
  return rows[0]?.revision;
}

/** Marks a record as deleted. Returns undefined if it was deleted before. */
export async function markDeleted(db: Database, id: string, now: Date): Promise<Task | undefined> {
  const rows = await db
    .update(tasks)
    .set({
      deletedAt: now,
      photoName: null,
      madeFrom: null,
      revision: nextRevision(tasks.revision),
    })
    .where(and(eq(tasks.id, id), isNull(tasks.deletedAt)))
    .returning();
  return rows[0];
}

export async function markFilesRemoved(db: Database, id: string): Promise<void> {
  await db.update(tasks).set({ filesRemoved: true, output: null }).where(eq(tasks.id, id));
}

/** Removes the remaining rows of deleted records. */
export async function purgeDeleted(db: Database, deletedBefore: Date): Promise<void> {
  await db
    .delete(tasks)
    .where(and(lt(tasks.deletedAt, deletedBefore), eq(tasks.filesRemoved, true)));
}
