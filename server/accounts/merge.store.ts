import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { creditLines, creditLots, purses } from '../credits/credits.schema.ts';
import { guests, owners } from '../owners/owners.schema.ts';
import type { Tx } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import { holdClaims } from '../tasks/task-queue.store.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { uploads } from '../uploads/uploads.schema.ts';

/** A guest, the user that the guest's data moves to, and the time. */
export type Merge = { guestId: string; userId: string; now: Date };

/**
 * Marks the guest as merged. Returns false if the guest was merged before, or has no stored data. A
 * guest without data is recorded as merged, too, so that the user gets a photo that is being
 * uploaded.
 */
async function takeGuest(tx: Tx, { guestId, userId, now }: Merge): Promise<boolean> {
  const made = await tx
    .insert(owners)
    .values({
      id: guestId,
      kind: 'guest',
      mergedInto: userId,
      mergedAt: now,
      createdAt: now,
      lastSeenAt: now,
    })
    .onConflictDoNothing({ target: owners.id })
    .returning({ id: owners.id });
  if (made.length === 1) return false;
  const [guest] = await tx
    .select({ kind: owners.kind, mergedInto: owners.mergedInto })
    .from(owners)
    .where(eq(owners.id, guestId))
    .for('no key update');
  return guest?.kind === 'guest' && guest.mergedInto === null;
}

/** Locks both balances in the order of their ids, which prevents deadlocks of two merges. */
async function lockPurses(tx: Tx, { guestId, userId }: Merge) {
  const rows = await tx
    .select({ id: purses.id, ownerId: purses.ownerId })
    .from(purses)
    .where(inArray(purses.ownerId, [guestId, userId]))
    .orderBy(asc(purses.id))
    .for('no key update');
  const of = (ownerId: string) => {
    const purse = rows.find((row) => row.ownerId === ownerId);
    if (!purse) throw new Error(`The owner ${ownerId} has no purse.`);
    return purse.id;
  };
  return { ofGuest: of(guestId), ofUser: of(userId) };
}

async function moveTasks(tx: Tx, { guestId, userId }: Merge): Promise<number> {
  // Claims wait while this lock is held, because a claim locks two tasks in another order and could
  // deadlock.
  await holdClaims(tx);
  // Idempotency keys are unique per owner. A task whose key the user has already used gets another
  // key, so that it can move.
  const taken = tx
    .select({ key: tasks.idempotencyKey })
    .from(tasks)
    .where(eq(tasks.ownerId, userId));
  await tx
    .update(tasks)
    .set({ idempotencyKey: sql`'merged ' || ${tasks.id}` })
    .where(and(eq(tasks.ownerId, guestId), inArray(tasks.idempotencyKey, taken)));
  const moved = await tx
    .update(tasks)
    .set({ ownerId: userId })
    .where(eq(tasks.ownerId, guestId))
    .returning({ deletedAt: tasks.deletedAt });
  return moved.filter(({ deletedAt }) => deletedAt === null).length;
}

/**
 * Moves all data of a guest to a user: tasks in any state, uploads, credit grants and ledger
 * lines. Ledger lines keep their day, so that today's used credits stay used. A guest is merged
 * once.
 * @returns the number of moved records
 */
export async function mergeGuest(tx: Tx, merge: Merge): Promise<number> {
  const { guestId, userId, now } = merge;
  if (!(await takeGuest(tx, merge))) return 0;
  const { ofGuest, ofUser } = await lockPurses(tx, merge);
  // Tasks are moved first. A task that ends locks its row, so its ledger line is written before the
  // next step.
  const records = await moveTasks(tx, merge);
  reached('merge.tasks-moved');
  // Credit grants are moved before ledger lines. A credit grant that ends locks its row, so its
  // ledger line is written before the next step.
  await tx.update(creditLots).set({ purseId: ofUser }).where(eq(creditLots.purseId, ofGuest));
  reached('merge.lots-moved');
  await tx.update(creditLines).set({ purseId: ofUser }).where(eq(creditLines.purseId, ofGuest));
  reached('merge.lines-moved');
  await tx.update(uploads).set({ ownerId: userId }).where(eq(uploads.ownerId, guestId));
  await tx.delete(purses).where(eq(purses.id, ofGuest));
  await tx.delete(guests).where(eq(guests.ownerId, guestId));
  await tx.update(owners).set({ mergedInto: userId, mergedAt: now }).where(eq(owners.id, guestId));
  reached('merge.guest-ended');
  return records;
}
