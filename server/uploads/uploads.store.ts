import { and, eq, inArray, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { isLost } from '../platform/process/processes.store.ts';
import { uploads, uploadUses } from './uploads.schema.ts';

export type Upload = typeof uploads.$inferSelect;
type UploadState = Upload['state'];

/** The states of an upload that tasks use. */
const inUse: UploadState[] = ['used', 'shared'];

/** This number is arbitrary, and equal in all processes of one database. */
const arrivalLock = 5_170_734;

/**
 * Makes other arrivals wait until the transaction ends, so that each arrival counts all earlier
 * arrivals.
 */
export async function lockArrivals(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(arrivalLock))})`);
}

/** Inserts an upload. Returns false if an upload with this key exists. */
export async function insertUpload(
  tx: Tx,
  upload: Pick<Upload, 'key' | 'ownerId' | 'subnet' | 'bytes' | 'receiver' | 'createdAt'>,
): Promise<boolean> {
  const rows = await tx
    .insert(uploads)
    .values({ ...upload, state: 'receiving' })
    .onConflictDoNothing()
    .returning({ key: uploads.key });
  return rows.length === 1;
}

/** Counts unused uploads. */
export async function countUnused(
  queries: Queries,
  of: { ownerId: string; subnet: string },
): Promise<{ ofOwner: number; ofSubnet: number; inAll: number }> {
  const rows = await queries
    .select({
      ofOwner: sql<number>`(count(*) filter (where ${uploads.ownerId} = ${of.ownerId}))::int`,
      ofSubnet: sql<number>`(count(*) filter (where ${uploads.subnet} = ${of.subnet}))::int`,
      inAll: sql<number>`count(*)::int`,
    })
    .from(uploads)
    .where(inArray(uploads.state, ['receiving', 'stored']));
  return rows[0] ?? { ofOwner: 0, ofSubnet: 0, inAll: 0 };
}

export async function findUpload(queries: Queries, key: string): Promise<Upload | undefined> {
  const rows = await queries.select().from(uploads).where(eq(uploads.key, key));
  return rows[0];
}

/** Moves an upload from one state to the next. Returns false if it is not in the state `from`. */
export async function moveUpload(
  queries: Queries,
  key: string,
  from: UploadState,
  to: UploadState,
  taskId?: string,
): Promise<boolean> {
  const rows = await queries
    .update(uploads)
    .set({ state: to, ...(taskId === undefined ? {} : { taskId }) })
    .where(and(eq(uploads.key, key), eq(uploads.state, from)))
    .returning({ key: uploads.key });
  return rows.length === 1;
}

/**
 * Marks an upload as stored. Returns false if this process no longer receives it, because another
 * process has removed its row.
 */
export async function storeUpload(
  queries: Queries,
  key: string,
  receiver: string,
): Promise<boolean> {
  const rows = await queries
    .update(uploads)
    .set({ state: 'stored' })
    .where(and(eq(uploads.key, key), isReceivedBy(receiver)))
    .returning({ key: uploads.key });
  return rows.length === 1;
}

/** Condition: this process moves the upload into the storage. */
const isReceivedBy = (receiver: string): SQL | undefined =>
  and(eq(uploads.state, 'receiving'), eq(uploads.receiver, receiver));

/** Condition: the upload was being moved into the storage by a process that is lost. */
const isInterrupted: SQL | undefined = and(
  eq(uploads.state, 'receiving'),
  isLost(uploads.receiver),
);

export async function interruptedUploads(db: Database): Promise<string[]> {
  const rows = await db.select({ key: uploads.key }).from(uploads).where(isInterrupted);
  return rows.map((row) => row.key);
}

/** Whose upload may be given up. */
export type UploadHolder = 'interrupted' | { receiver: string };

/**
 * Marks an unused upload for removal. The row is kept until its file is removed. Returns false if a
 * task uses the upload.
 * @param only `interrupted`, or the process that must receive the upload. Another process may have
 * given it up, and may receive it again
 */
export async function giveUpUpload(
  db: Database,
  key: string,
  only?: UploadHolder,
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ state: 'removing' })
    .where(
      and(
        eq(uploads.key, key),
        notInArray(uploads.state, inUse),
        only === 'interrupted' ? isInterrupted : only && isReceivedBy(only.receiver),
      ),
    )
    .returning({ key: uploads.key });
  return rows.length === 1;
}

/** Returns expired unused uploads in any state, and uploads whose removal was interrupted. */
export async function abandonedUploads(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(
      or(
        eq(uploads.state, 'removing'),
        and(notInArray(uploads.state, inUse), lt(uploads.createdAt, before)),
      ),
    );
  return rows.map((row) => row.key);
}

export async function deleteUpload(db: Database, key: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.key, key));
}

/**
 * Lets a task use an upload as the picture of an option. Returns false if the owner has no such
 * upload, or if it is the photo of a task.
 */
export async function shareUpload(
  tx: Tx,
  { key, ownerId, taskId }: { key: string; ownerId: string; taskId: string },
): Promise<boolean> {
  const rows = await tx
    .update(uploads)
    .set({ state: 'shared' })
    .where(
      and(
        eq(uploads.key, key),
        eq(uploads.ownerId, ownerId),
        inArray(uploads.state, ['stored', 'shared']),
      ),
    )
    .returning({ key: uploads.key });
  if (rows.length === 0) return false;
  await tx.insert(uploadUses).values({ key, taskId }).onConflictDoNothing();
  return true;
}

/**
 * Ends the use of shared uploads by a task.
 * @returns the uploads that no task uses any more; they are marked for removal
 */
export async function endUses(db: Database, taskId: string): Promise<string[]> {
  return await db.transaction(async (tx) => {
    const used = await tx
      .select({ key: uploadUses.key })
      .from(uploadUses)
      .where(eq(uploadUses.taskId, taskId));
    const keys = used.map(({ key }) => key).sort();
    if (keys.length === 0) return [];
    // A start that uses the same upload waits for this lock, and then finds the upload removed.
    await tx
      .select({ key: uploads.key })
      .from(uploads)
      .where(inArray(uploads.key, keys))
      .orderBy(uploads.key)
      .for('update');
    await tx.delete(uploadUses).where(eq(uploadUses.taskId, taskId));
    const others = tx
      .select({ one: sql`1` })
      .from(uploadUses)
      .where(eq(uploadUses.key, uploads.key));
    const unused = await tx
      .update(uploads)
      .set({ state: 'removing' })
      .where(and(inArray(uploads.key, keys), eq(uploads.state, 'shared'), notExists(others)))
      .returning({ key: uploads.key });
    return unused.map(({ key }) => key);
  });
}
