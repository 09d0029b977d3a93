import { and, count, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { type StoredProgress, tasks } from './schema.ts';

export type Task = typeof tasks.$inferSelect;
export type NewTask = Pick<
  Task,
  | 'id'
  | 'guestId'
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
>;

export const queued = 0;
export const running = 1;

/**
 * Revisions are milliseconds since the task was made, and always more than the one before. So they
 * grow even when a process died before it could store the last ones a visitor saw.
 */
const nextRevision = (now: Date) =>
  sql`greatest(${tasks.revision} + 1, (extract(epoch from ${now.toISOString()}::timestamptz - ${tasks.createdAt}) * 1000)::bigint)`;

/** The same rule for changes that are only in memory. */
export const revisionAfter = (previous: number, createdAt: Date, now: Date): number =>
  Math.max(previous + 1, now.getTime() - createdAt.getTime());

export async function insertTask(tx: Database, task: NewTask): Promise<Task> {
  const rows = await tx
    .insert(tasks)
    .values({ ...task, revision: 1 })
    .returning();
  const [row] = rows;
  if (!row) throw new Error('the new task was not returned');
  return row;
}

export async function findTask(db: Database, id: string): Promise<Task | undefined> {
  const rows = await db.select().from(tasks).where(eq(tasks.id, id));
  return rows[0];
}

export async function findTaskByIdempotencyKey(
  db: Database,
  guestId: string,
  idempotencyKey: string,
): Promise<Task | undefined> {
  const rows = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.guestId, guestId), eq(tasks.idempotencyKey, idempotencyKey)));
  return rows[0];
}

export async function countInFlight(db: Database, guestId: string): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(tasks)
    .where(and(eq(tasks.guestId, guestId), inArray(tasks.status, [queued, running])));
  return rows[0]?.n ?? 0;
}

/** 1 is next. Counts the whole server's queue, not the visitor's. */
export async function queuePosition(db: Database, task: Task): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(tasks)
    .where(
      and(
        eq(tasks.status, queued),
        or(
          lt(tasks.createdAt, task.createdAt),
          and(eq(tasks.createdAt, task.createdAt), lte(tasks.id, task.id)),
        ),
      ),
    );
  return Math.max(1, rows[0]?.n ?? 1);
}

export type PageStart = { createdAt: Date; id: string };

/** Newest first, at most `limit`, from after `start` on. */
export async function listTasks(
  db: Database,
  query: { guestId: string; start: PageStart | null; limit: number; inFlightOnly: boolean },
): Promise<Task[]> {
  const { guestId, start, limit, inFlightOnly } = query;
  return await db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.guestId, guestId),
        isNull(tasks.deletedAt),
        inFlightOnly ? inArray(tasks.status, [queued, running]) : undefined,
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

export type TaskChange = Partial<
  Pick<
    Task,
    | 'reason'
    | 'output'
    | 'progress'
    | 'runner'
    | 'startedAt'
    | 'finishedAt'
    | 'deletedAt'
    | 'crashes'
    | 'attempt'
  >
>;

/**
 * One conditional update: moves the task to `to` when its status is still one of `from` and, where
 * given, its attempt is unchanged. Undefined when another update came first.
 * @returns the task as it is now, and the status that it had
 */
export async function moveTask(
  tx: Database,
  move: { id: string; from: number[]; to: number; attempt?: number; now: Date; set: TaskChange },
): Promise<{ task: Task; from: number } | undefined> {
  // Locked: a concurrent update must not change the status that is returned.
  const before = tx
    .select({ movedId: tasks.id, movedFrom: sql<number>`${tasks.status}`.as('moved_from') })
    .from(tasks)
    .where(eq(tasks.id, move.id))
    .for('update')
    .as('before');
  const rows = await tx
    .update(tasks)
    .set({ ...move.set, status: move.to, revision: nextRevision(move.now) })
    .from(before)
    .where(
      and(
        eq(tasks.id, move.id),
        eq(tasks.id, before.movedId),
        inArray(tasks.status, move.from),
        isNull(tasks.deletedAt),
        move.attempt === undefined ? undefined : eq(tasks.attempt, move.attempt),
      ),
    )
    .returning({ task: tasks, from: before.movedFrom });
  return rows[0];
}

/** False when the task is no longer this attempt's. */
export async function storeProgress(
  db: Database,
  task: { id: string; attempt: number },
  progress: StoredProgress,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(tasks)
    .set({ progress, revision: nextRevision(now) })
    .where(and(eq(tasks.id, task.id), eq(tasks.status, running), eq(tasks.attempt, task.attempt)))
    .returning({ id: tasks.id });
  return rows.length === 1;
}

/** Gives every queued task a new revision: its position has changed. Returns their ids. */
export async function bumpQueued(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .update(tasks)
    .set({ revision: nextRevision(now) })
    .where(eq(tasks.status, queued))
    .returning({ id: tasks.id });
  return rows.map((row) => row.id);
}

/** Undefined when it was deleted before. */
export async function markDeleted(db: Database, id: string, now: Date): Promise<Task | undefined> {
  const rows = await db
    .update(tasks)
    .set({ deletedAt: now, revision: nextRevision(now) })
    .where(and(eq(tasks.id, id), isNull(tasks.deletedAt)))
    .returning();
  return rows[0];
}

export async function markFilesRemoved(db: Database, id: string): Promise<void> {
  await db.update(tasks).set({ filesRemoved: true, output: null }).where(eq(tasks.id, id));
}
