import { findMerge } from '../owners/owners.store.ts';
import type { Principal } from '../owners/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { findTask, type Task } from './tasks.store.ts';

/**
 * Returns a task of the caller.
 * @throws AppError; another owner's record gets the same error as an unknown record
 */
export async function taskOf(db: Database, principal: Principal, id: string): Promise<Task> {
  const task = await findTask(db, id);
  const isTheirs = task && (await isOwner(db, principal, task.ownerId));
  if (!isTheirs) throw new AppError('record_not_found', 'there is no such record');
  return refuseDeleted(task);
}

/** Returns true for the task's owner, also after a guest has signed in. */
async function isOwner(db: Database, principal: Principal, ownerId: string): Promise<boolean> {
  if (ownerId === principal.owner?.id) return true;
  return ownerId === (await afterMerge(db, principal))?.owner?.id;
}

/**
 * Returns the user into whom the guest was merged, or null if there was no merge. The caller was a
 * guest when the request arrived, so the merge was committed since then; it may have begun before.
 */
export async function afterMerge(db: Database, principal: Principal): Promise<Principal | null> {
  const { owner } = principal;
  const merge = owner?.kind === 'guest' ? await findMerge(db, owner.id) : undefined;
  return merge ? { ...principal, owner: { id: merge.userId, kind: 'user' } } : null;
}

export function refuseDeleted(task: Task): Task {
  if (task.deletedAt) throw new AppError('record_gone', 'the record was deleted');
  return task;
}
