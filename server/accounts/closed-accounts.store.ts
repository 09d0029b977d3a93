import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { closePurse } from '../credits/closed-purses.store.ts';
import { purses } from '../credits/credits.schema.ts';
import { emailCodes } from '../mail/mail.schema.ts';
import { owners, sessions, users } from '../owners/owners.schema.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { nextRevision } from '../platform/database/revisions.ts';
import { holdClaims } from '../tasks/task-queue.store.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { queued, running, type Task } from '../tasks/tasks.store.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { accountExports, identities, passwordTries } from './accounts.schema.ts';

/**
 * Closes an owner, so that no more data of the owner is stored and no session begins. Starts,
 * uploads and merges wait until the transaction ends.
 * @returns the unfinished tasks
 */
export async function closeOwner(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<Pick<Task, 'id' | 'type'>[]> {
  await tx.update(owners).set({ closedAt: now }).where(eq(owners.id, ownerId));
  await tx
    .select({ id: purses.id })
    .from(purses)
    .where(eq(purses.ownerId, ownerId))
    .for('no key update');
  await tx
    .update(uploads)
    .set({ state: 'removing' })
    .where(and(eq(uploads.ownerId, ownerId), ne(uploads.state, 'used')));
  await holdClaims(tx);
  return await tx
    .select({ id: tasks.id, type: tasks.type })
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), inArray(tasks.status, [queued, running])));
}

/** Marks all records of an owner as deleted. Their files still exist. */
export async function markAllDeleted(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<Task[]> {
  return await tx
    .update(tasks)
    .set({
      deletedAt: now,
      photoName: null,
      madeFrom: null,
      revision: nextRevision(tasks.revision),
    })
    .where(and(eq(tasks.ownerId, ownerId), isNull(tasks.deletedAt)))
    .returning();
}

/** Deletes all data that identifies the owner. */
export async function deleteUser(tx: Tx, ownerId: string, email: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.ownerId, ownerId));
  await tx.delete(identities).where(eq(identities.ownerId, ownerId));
  await tx.delete(users).where(eq(users.ownerId, ownerId));
  const isTheirs = or(eq(emailCodes.address, email), eq(emailCodes.ownerId, ownerId));
  await tx.delete(emailCodes).where(isTheirs);
  await tx.delete(passwordTries).where(eq(passwordTries.address, email));
}

/**
 * Returns the ids of closed owners without files, and of deleted owners that no longer count as new
 * visitors.
 * @param counted owners created after this time still count as new visitors of their subnet
 */
export async function emptyOwners(db: Database, counted: Date): Promise<string[]> {
  const one = { one: sql`1` };
  const rows = await db
    .select({ id: owners.id })
    .from(owners)
    .where(
      and(
        isNotNull(owners.closedAt),
        or(
          lte(owners.createdAt, counted),
          exists(db.select(one).from(purses).where(eq(purses.ownerId, owners.id))),
        ),
        notExists(
          db
            .select(one)
            .from(tasks)
            .where(and(eq(tasks.ownerId, owners.id), eq(tasks.filesRemoved, false))),
        ),
        notExists(db.select(one).from(uploads).where(eq(uploads.ownerId, owners.id))),
        notExists(db.select(one).from(accountExports).where(eq(accountExports.ownerId, owners.id))),
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the last rows of an owner: records, ledger, balance, and merged guests. Paid orders stay
 * in the books. An owner that still counts as a new visitor of its subnet leaves a row with
 * another id. Otherwise each deletion would allow one more account with free credits.
 */
export async function deleteOwner(
  db: Database,
  { ownerId, now, counted, nextId }: { ownerId: string; now: Date; counted: Date; nextId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await closePurse(tx, { ownerId, now });
    await tx.delete(tasks).where(eq(tasks.ownerId, ownerId));
    await tx.delete(owners).where(eq(owners.mergedInto, ownerId));
    const [gone] = await tx.delete(owners).where(eq(owners.id, ownerId)).returning();
    if (!gone || gone.createdAt <= counted) return;
    const { kind, subnet, createdAt } = gone;
    const row = { id: nextId, kind, subnet, createdAt, lastSeenAt: createdAt };
    await tx.insert(owners).values({ ...row, closedAt: now });
  });
}
