import { dealStatus } from '../../contract/deal-status.ts';
import { priceOf } from '../../machines/model/credits.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Engine, ImageInfo } from '../engine/engine.port.ts';
import type { FunctionManifest } from '../engine/functions/manifest.ts';
import { AppError } from '../errors.ts';
import type { JobQueue } from '../jobs/job-queue.port.ts';
import type { Database } from '../store/database.ts';
import { lockGuest } from '../store/guests.store.ts';
import {
  countInFlight,
  findTask,
  findTaskByIdempotencyKey,
  insertTask,
  markDeleted,
  type Task,
} from '../store/tasks.store.ts';
import { moveUpload } from '../store/uploads.store.ts';
import { reserveFromAllowance } from './allowance.ts';
import { functionByCode, offerOf, optionsOf, refuseTooSlow } from './catalogue.ts';
import { type Guest, newId } from './guests.ts';
import type { RecordFiles } from './record-files.ts';
import { announceQueue, type RecordSignals } from './record-signals.ts';
import { applyEvent } from './task-lifecycle.ts';
import type { TaskRunner } from './task-runner.ts';
import type { Uploads } from './uploads.ts';

const maxInFlight = 3;
const dayMs = 86_400_000;

type StartWish = {
  code: string;
  fileKey: string;
  idempotencyKey: string;
  options: OptionValues;
};

export type Tasks = {
  /**
   * Makes a task and reserves its price; a repeat with the same key gives the same task.
   * @throws AppError
   */
  start(guest: Guest | null, wish: StartWish): Promise<Task>;
  /**
   * The task that a start of this guest with this key made; waits for such a start under way.
   * @throws AppError record_not_found, record_gone
   */
  find(guest: Guest | null, idempotencyKey: string): Promise<Task>;
  /** @throws AppError record_not_found, record_gone, record_ended */
  cancel(guest: Guest, id: string): Promise<Task>;
  /** Deletes record and files now, cancelling first. @throws AppError record_not_found, record_gone */
  remove(guest: Guest, id: string): Promise<void>;
};

/** @throws AppError; someone else's record answers exactly as an unknown one */
export async function taskOfGuest(db: Database, guest: Guest | null, id: string): Promise<Task> {
  const task = await findTask(db, id);
  if (!task || task.guestId !== guest?.id) throw new AppError('record_not_found', 'no such record');
  return refuseDeleted(task);
}

function refuseDeleted(task: Task): Task {
  if (task.deletedAt) throw new AppError('record_gone', 'the record was deleted');
  return task;
}

/** Starts being processed, by guest and key. */
function createStartsUnderWay() {
  const starts = new Map<string, Set<Promise<unknown>>>();
  const nameOf = (guest: Guest | null, key: string) => `${guest?.id} ${key}`;

  return {
    track<T>(guest: Guest | null, key: string, start: Promise<T>): Promise<T> {
      const name = nameOf(guest, key);
      const same = starts.get(name) ?? new Set();
      starts.set(name, same.add(start));
      return start.finally(() => {
        same.delete(start);
        if (same.size === 0) starts.delete(name);
      });
    },
    async settled(guest: Guest | null, key: string): Promise<void> {
      await Promise.allSettled(starts.get(nameOf(guest, key)) ?? []);
    },
  };
}

export type TasksDeps = {
  db: Database;
  engine: Engine;
  uploads: Uploads;
  jobs: JobQueue;
  runner: TaskRunner;
  files: RecordFiles;
  signals: RecordSignals;
  settings: { guestDailyCredits: number; taskDeadlineMs: number; retentionDays: number };
  now: () => Date;
  onError: (error: unknown, task: string) => void;
};

function sameTask(task: Task, wish: StartWish): Task {
  const isSame =
    task.code === wish.code &&
    task.uploadKey === wish.fileKey &&
    Object.entries(wish.options).every(([name, value]) => task.options[name] === value);
  if (!isSame) {
    throw new AppError('idempotency_conflict', 'the key belongs to another start');
  }
  return task;
}

export function createTasks(deps: TasksDeps): Tasks {
  const { db, engine, uploads, jobs, runner, files, signals, settings, now } = deps;
  const underWay = createStartsUnderWay();

  function refuseTooMany(inFlight: number) {
    if (inFlight < maxInFlight) return;
    throw new AppError('too_many_tasks', `${maxInFlight} tasks are under way`);
  }

  /** All or nothing: task, reservation and the claim of the upload, one start of a guest at a time. */
  async function insert(
    guest: Guest,
    wish: StartWish,
    manifest: FunctionManifest,
    image: ImageInfo,
  ): Promise<Task> {
    const { code, type, unit, credits } = manifest;
    const price = priceOf({ unit, credits }, image.pixels);
    const createdAt = now();
    return await db.transaction(async (tx) => {
      await lockGuest(tx, guest.id);
      const existing = await findTaskByIdempotencyKey(tx, guest.id, wish.idempotencyKey);
      if (existing) return sameTask(existing, wish);
      refuseTooMany(await countInFlight(tx, guest.id));
      const id = newId();
      await reserveFromAllowance(tx, {
        guestId: guest.id,
        taskId: id,
        credits: price,
        limit: settings.guestDailyCredits,
        now: createdAt,
      });
      if (!(await moveUpload(tx, wish.fileKey, 'stored', 'used', id))) {
        throw new AppError('upload_used', 'another start took the upload first');
      }
      return await insertTask(tx, {
        id,
        guestId: guest.id,
        idempotencyKey: wish.idempotencyKey,
        code,
        type,
        options: wish.options,
        status: dealStatus.queued,
        unit,
        credits: price,
        uploadKey: wish.fileKey,
        input: { width: image.width, height: image.height, mime: image.mime },
        createdAt,
        deadlineAt: new Date(createdAt.getTime() + settings.taskDeadlineMs),
        expiresAt: new Date(createdAt.getTime() + settings.retentionDays * dayMs),
      });
    });
  }

  async function findRepeated(guest: Guest, wish: StartWish): Promise<Task | null> {
    const existing = await findTaskByIdempotencyKey(db, guest.id, wish.idempotencyKey);
    return existing ? sameTask(existing, wish) : null;
  }

  async function startNew(guest: Guest | null, wish: StartWish): Promise<Task> {
    const manifest = functionByCode(engine, wish.code);
    const options = optionsOf(manifest, wish.options);
    if (!guest) throw new AppError('cookies_needed', 'no known guest cookie came with this start');
    refuseTooMany(await countInFlight(db, guest.id));
    const image = await uploads.verify(guest, wish.fileKey, wish.code);
    refuseTooSlow(offerOf(engine, manifest, settings.taskDeadlineMs), image);
    const task = await insert(guest, { ...wish, options }, manifest, image);
    // The task is committed: if this fails, the sweeper sends it.
    await jobs.send(task.id).catch((error) => deps.onError(error, task.id));
    return task;
  }

  async function start(guest: Guest | null, wish: StartWish): Promise<Task> {
    const known = guest && (await findRepeated(guest, wish));
    if (known) return known;
    try {
      return await startNew(guest, wish);
    } catch (error) {
      // A parallel start with the same key may have taken the upload first.
      const made = guest && (await findRepeated(guest, wish));
      if (made) return made;
      throw error;
    }
  }

  async function end(task: Task): Promise<Task | undefined> {
    const ended = await applyEvent(db, {
      id: task.id,
      type: task.type,
      event: { type: 'task.cancelled' },
      now: now(),
    });
    if (ended) {
      runner.abort(task.id);
      signals.changed(task.id);
      await announceQueue(db, signals, now());
    }
    return ended;
  }

  return {
    start: (guest, wish) => underWay.track(guest, wish.idempotencyKey, start(guest, wish)),
    async find(guest, idempotencyKey) {
      await underWay.settled(guest, idempotencyKey);
      const task = guest && (await findTaskByIdempotencyKey(db, guest.id, idempotencyKey));
      if (!task) throw new AppError('record_not_found', 'no start with this key made a record');
      return refuseDeleted(task);
    },
    async cancel(guest, id) {
      const task = await taskOfGuest(db, guest, id);
      const cancelled = await end(task);
      if (!cancelled) throw new AppError('record_ended', 'the task has ended already');
      return cancelled;
    },
    async remove(guest, id) {
      const task = await taskOfGuest(db, guest, id);
      await end(task);
      const deleted = await markDeleted(db, id, now());
      if (!deleted) throw new AppError('record_gone', 'the record was deleted');
      signals.changed(id);
      await files.remove(deleted);
    },
  };
}
