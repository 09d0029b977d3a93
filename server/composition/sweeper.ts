import type { Accounts } from '../accounts/accounts.ts';
import type { Deletion } from '../accounts/deletion.ts';
import type { Exports } from '../accounts/exports.ts';
import type { Welcome } from '../accounts/welcome.ts';
import { dayOf } from '../credits/allowance.ts';
import { purgeBooks } from '../credits/closed-purses.store.ts';
import { expireLots } from '../credits/credits.ts';
import type { MailWorker } from '../mail/mail-worker.ts';
import type { Payments } from '../orders/payments.ts';
import type { Database } from '../platform/database/database.ts';
import { reached, type SweeperStep } from '../platform/write-points.ts';
import {
  isAnyQueued,
  tasksPastDeadline,
  tasksPastRetention,
  tasksRunningOn,
  tasksWithLeftFiles,
} from '../tasks/due-tasks.store.ts';
import { purgeAllowanceLines, purgeDeleted, purgeGuests } from '../tasks/leftovers.store.ts';
import type { RecordFiles } from '../tasks/record-files.ts';
import type { RecordSignals } from '../tasks/record-signals.ts';
import type { Reminders } from '../tasks/reminders.ts';
import { applyEvent } from '../tasks/task-lifecycle.ts';
import { bumpQueued, purgeTurns } from '../tasks/task-queue.store.ts';
import type { TaskRunner } from '../tasks/task-runner.ts';
import { findTask, markDeleted, oneMoreCrash, type Task } from '../tasks/tasks.store.ts';
import type { UnfinishedWork } from '../tasks/unfinished-work.ts';
import { interruptedUploads } from '../uploads/uploads.store.ts';
import type { Uploads } from '../uploads/uploads.ts';

/** A task that crashed the process this often fails. */
const maxCrashes = 3;
/** How long a deleted record still answers `record_gone` instead of `record_not_found`. */
const tombstoneMs = 30 * 86_400_000;
/**
 * Ten years after the end of the year in which an account was closed: the German retention period for
 * books.
 */
const booksMs = 11 * 366 * 86_400_000;

/**
 * Pending provider reports are processed before anything is closed or charged, and plans of closed accounts
 * end first: after a stand-still the first sweep must not charge a closed account.
 */
const moneySteps = [
  ...['providers', 'closed plans', 'inquiries', 'orders', 'renewals', 'refunds'],
] as const;

export type Sweeper = {
  /**
   * Finds the interrupted work of the last process. Call it at start, before other work; the returned
   * function takes that work over.
   */
  findInterrupted(): Promise<() => Promise<void>>;
  /** Runs every minute: sends, refunds and deletes due items. A failed step does not block the others. */
  sweep(): Promise<void>;
};

export type SweeperDeps = {
  db: Database;
  /** Notifies workers that tasks wait. */
  callWorkers: () => Promise<void>;
  runner: TaskRunner;
  uploads: Uploads;
  files: RecordFiles;
  unfinished: Pick<UnfinishedWork, 'sweep'>;
  accounts: Pick<Accounts, 'forgetOld'> & {
    exports: Pick<Exports, 'sweep'>;
    deletion: Pick<Deletion, 'sweep'>;
    welcome: Pick<Welcome, 'purge'>;
  };
  signals: RecordSignals;
  mails: Pick<MailWorker, 'releaseLost' | 'wakeIfDue' | 'purge'>;
  reminders: Reminders;
  payments: Pick<Payments, 'sweeps' | 'purge'>;
  instanceId: string;
  now: () => Date;
  onError: (error: unknown, step: SweeperStep) => void;
};

export function createSweeper(deps: SweeperDeps): Sweeper {
  const {
    db,
    callWorkers,
    runner,
    uploads,
    files,
    signals,
    accounts,
    mails,
    reminders,
    payments,
    now,
  } = deps;

  async function attempt<Result>(step: SweeperStep, work: () => Promise<Result>) {
    try {
      const result = await work();
      reached(`after ${step}`);
      return result;
    } catch (error) {
      deps.onError(error, step);
      return undefined;
    }
  }

  async function each<Item>(
    step: SweeperStep,
    find: () => Promise<Item[]>,
    work: (item: Item) => Promise<unknown>,
  ) {
    let items: Item[] = [];
    try {
      items = await find();
    } catch (error) {
      deps.onError(error, step);
    }
    for (const item of items) await attempt(step, () => work(item));
  }

  async function takeBack(task: Task) {
    const isHopeless = task.crashes + 1 >= maxCrashes;
    await applyEvent(db, {
      id: task.id,
      type: task.type,
      event: { type: isHopeless ? 'task.failed' : 'task.handedBack' },
      now: now(),
      set: {
        crashes: oneMoreCrash,
        runner: null,
        ...(isHopeless ? { reason: 'engine_failed' } : {}),
      },
    });
  }

  async function expire(id: string) {
    const task = await findTask(db, id);
    if (!task) return;
    const expired = await applyEvent(db, {
      id,
      type: task.type,
      event: { type: 'task.expired' },
      now: now(),
      set: { reason: 'task_expired' },
    });
    if (!expired) return;
    runner.abort(id);
    signals.changed(id);
  }

  /** Removes the rest of deleted records, and owners without data. */
  async function forget() {
    const before = new Date(now().getTime() - tombstoneMs);
    await attempt('purge of records', () => purgeDeleted(db, before));
    await attempt('purge of lines', () => purgeAllowanceLines(db, dayOf(before)));
    while (await attempt('purge of guests', () => purgeGuests(db, before)));
    await attempt('purge of mails', () => mails.purge(before));
    await attempt('purge of provider events', () => payments.purge(before));
    await attempt('purge of books', () => purgeBooks(db, new Date(now().getTime() - booksMs)));
    await attempt('purge of welcomes', () => accounts.welcome.purge(db));
    await attempt('purge of sign-ins', accounts.forgetOld);
  }

  return {
    async findInterrupted() {
      const running = await tasksRunningOn(db, deps.instanceId);
      const receiving = await interruptedUploads(db);
      return async () => {
        await each('recovery of tasks', async () => running, takeBack);
        // Beyond the revisions that visitors saw from the last process.
        await attempt('revisions', () => bumpQueued(db));
        // These uploads were never confirmed; the same signature may send them again.
        await each('recovery of uploads', async () => receiving, uploads.discard);
        // Mails must not be sent before this.
        await attempt('recovery of mails', mails.releaseLost);
      };
    },
    async sweep() {
      await each('deadlines', () => tasksPastDeadline(db, now()), expire);
      await attempt('expiry of credits', () => expireLots(db, now()));
      await attempt('lost tasks', runner.handBackLost);
      await attempt('queue', async () => (await isAnyQueued(db)) && (await callWorkers()));
      await attempt('reminders', reminders.sweep);
      const remove = (id: string) => markDeleted(db, id, now());
      await each('retention', () => tasksPastRetention(db, now()), remove);
      await each('files of records', () => tasksWithLeftFiles(db), files.remove);
      await attempt('unfinished work', deps.unfinished.sweep);
      await each('uploads', () => uploads.findAbandoned(), uploads.remove);
      await attempt('exports', accounts.exports.sweep);
      await attempt('closed accounts', accounts.deletion.sweep);
      for (const step of moneySteps) await attempt(step, payments.sweeps[step]);
      await attempt('turns', () => purgeTurns(db));
      await attempt('lost mails', mails.releaseLost);
      await attempt('mails', mails.wakeIfDue);
      await forget();
    },
  };
}
