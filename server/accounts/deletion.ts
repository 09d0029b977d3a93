import { forfeitCredits } from '../credits/credits.ts';
import type { CodeRefusal, EmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { newcomerMs } from '../owners/guests.ts';
import { findUser } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import type { RecordFiles } from '../tasks/record-files.ts';
import type { RecordSignals } from '../tasks/record-signals.ts';
import { applyEventWithin } from '../tasks/task-lifecycle.ts';
import type { TaskRunner } from '../tasks/task-runner.ts';
import type { Task } from '../tasks/tasks.store.ts';
import { giveUpExportsOf } from './account-exports.store.ts';
import {
  closeOwner,
  deleteOwner,
  deleteUser,
  emptyOwners,
  markAllDeleted,
} from './closed-accounts.store.ts';
import type { Exports } from './exports.ts';
import type { Welcome } from './welcome.ts';

export type Deletion = {
  /**
   * Deletes an account and all of its data. A mailed code must prove the request. The sessions of
   * the account end. Its files are removed at once, or by the next sweep.
   * @throws AppError 10009, and every `CodeRefusal`
   */
  run(ownerId: string, code: string): Promise<void>;
  /** Deletes the rows of closed accounts whose files are removed. */
  sweep(): Promise<void>;
};

export type DeletionDeps = {
  db: Database;
  codes: EmailCodes;
  welcome: Pick<Welcome, 'leave'>;
  mailer: Mailer;
  runner: Pick<TaskRunner, 'abort'>;
  files: RecordFiles;
  exports: Pick<Exports, 'sweep'>;
  signals: RecordSignals;
  now: () => Date;
  onError: (error: unknown) => void;
};

export function createDeletion(deps: DeletionDeps): Deletion {
  const { db, codes, welcome, mailer, runner, files, exports, signals, now, onError } = deps;

  async function close(tx: Tx, ownerId: string): Promise<Task[]> {
    const time = now();
    const underWay = await closeOwner(tx, { ownerId, now: time });
    reached('close.owner-closed');
    for (const { id, type } of underWay) {
      await applyEventWithin(tx, { id, type, event: { type: 'task.cancelled' }, now: time });
    }
    await forfeitCredits(tx, { ownerId, now: time });
    reached('close.credits-ended');
    await giveUpExportsOf(tx, ownerId);
    return await markAllDeleted(tx, { ownerId, now: time });
  }

  async function deleteWithin(
    tx: Tx,
    ownerId: string,
    code: string,
  ): Promise<CodeRefusal | Task[]> {
    const user = await findUser(tx, ownerId);
    if (!user) throw new AppError('10009', 'the account is already deleted');
    const { email, locale } = user;
    const given = { address: email, purpose: 'deleteAccount', typed: code } as const;
    const refusal = await codes.spend(tx, given);
    if (refusal) return refusal;
    // The email address may have changed before it was locked.
    if ((await findUser(tx, ownerId))?.email !== email) {
      throw new AppError('10009', 'the account was changed in the meantime');
    }
    await welcome.leave(tx, user, null);
    const records = await close(tx, ownerId);
    await mailer.write(tx, {
      cause: `deleted ${newId()}`,
      to: email,
      locale,
      kind: 'accountDeleted',
      values: {},
    });
    await deleteUser(tx, ownerId, email);
    return records;
  }

  async function sweep() {
    const counted = new Date(now().getTime() - newcomerMs);
    for (const id of await emptyOwners(db, counted)) {
      await deleteOwner(db, { ownerId: id, now: now(), counted, nextId: newId() });
    }
  }

  return {
    sweep,
    async run(ownerId, code) {
      const outcome = await db.transaction((tx) => deleteWithin(tx, ownerId, code));
      if (typeof outcome === 'string') throw new AppError(outcome, 'the code was refused');
      await mailer.wake().catch(onError);
      for (const { id } of outcome) {
        runner.abort(id);
        signals.changed(id);
      }
      // If a file cannot be removed here, the sweep finds its row and tries again.
      for (const task of outcome) await files.remove(task).catch(onError);
      await exports.sweep().catch(onError);
      await sweep().catch(onError);
    },
  };
}
