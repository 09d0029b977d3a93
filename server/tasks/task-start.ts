import { dealStatus } from '../../contract/deal-status.ts';
import { priceOf } from '../../machines/model/credits.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { lacksPicture, picturesIn } from '../../machines/model/own-value.ts';
import { reserve } from '../credits/reservations.ts';
import type { Engine, ImageInfo } from '../engine/engine.port.ts';
import type { FunctionManifest } from '../engine/functions/manifest.ts';
import { lockOwnerIfAny } from '../owners/owners.store.ts';
import {
  type KnownPrincipal,
  type Owner,
  type Principal,
  unknownVisitor,
} from '../owners/principal.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Tracing } from '../platform/tracing/tracing.port.ts';
import { reached } from '../platform/write-points.ts';
import { photoNameOf } from '../uploads/photo-name.ts';
import { functionByCode } from '../uploads/upload-limits.ts';
import { findUpload, moveUpload, shareUpload } from '../uploads/uploads.store.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { expectedMs, laneOf, offerOf, optionsOf, refuseTooSlow } from './catalogue.ts';
import { type FoundStart, findStart } from './missed-starts.store.ts';
import type { QueueBoard } from './queue-board.ts';
import { afterMerge, refuseDeleted } from './task-access.ts';
import { firstDates } from './task-deadlines.ts';
import { takePlace } from './task-queue.store.ts';
import { findWithResult, insertTask, type NewTask, type Task } from './tasks.store.ts';

const maxInFlight = 3;

export type StartRequest = {
  code: string;
  fileKey: string;
  idempotencyKey: string;
  options: OptionValues;
  /** file name of the visitor's photo */
  name?: string | undefined;
  /** id of the record whose result is the photo; ignored if the owner has no such record */
  madeFrom?: string | undefined;
};

export type StartDeps = {
  db: Database;
  engine: Engine;
  uploads: Uploads;
  /** Notifies workers that tasks wait. */
  callWorkers: () => void;
  board: QueueBoard;
  tracing: Pick<Tracing, 'current'>;
  settings: { guestDailyCredits: number; taskDeadlineMs: number; retentionDays: number };
  now: () => Date;
  onError: (error: unknown, task: string) => void;
};

/**
 * Returns the task if it matches the request.
 * @throws AppError record_gone, idempotency_conflict
 */
function sameTask(task: Task, request: StartRequest): Task {
  const isSame =
    task.code === request.code &&
    task.uploadKey === request.fileKey &&
    Object.entries(request.options).every(([name, value]) => task.options[name] === value);
  if (!isSame) {
    throw new AppError('idempotency_conflict', 'this idempotency key was used for another start');
  }
  return refuseDeleted(task);
}

function refuseTooMany(inFlight: number) {
  if (inFlight < maxInFlight) return;
  throw new AppError('too_many_tasks', `the limit of ${maxInFlight} tasks under way is reached`);
}

type Bounds = {
  owner: Owner;
  /** credits per day */
  limit: number;
  costMs: number;
  /** keys of the pictures of options */
  pictures: readonly string[];
  /** when the request arrived: the time at which its key was last reported as missing */
  missedAt: Date | null;
};

/** Refuses a start that was reported as missing while it was processed. */
function refuseMissed(missedAt: Date | null, before: Date | null) {
  if (missedAt?.getTime() === before?.getTime()) return;
  throw new AppError('unavailable', 'this start was reported as missing in the meantime');
}

/**
 * Inserts task, reservation and upload claim. If one of them fails, none is inserted. Other starts
 * of the owner wait until the transaction ends.
 */
async function insertWithin(
  tx: Tx,
  request: StartRequest,
  task: NewTask,
  { owner, limit, costMs, pictures, missedAt }: Bounds,
): Promise<Task> {
  const { ownerId, createdAt, credits } = task;
  const purseId = await lockOwnerIfAny(tx, ownerId);
  // The guest was merged, or the account was closed, after the upload was verified.
  if (purseId === undefined) throw new AppError('upload_not_found', 'the owner is gone');
  const found = await findStart(tx, { ownerId, idempotencyKey: request.idempotencyKey });
  if (found.task) return sameTask(found.task, request);
  refuseMissed(found.missedAt, missedAt);
  refuseTooMany(found.inFlight);
  await reserve(tx, { owner, purseId, taskId: task.id, credits, limit, now: createdAt });
  reached('start.credits-reserved');
  if (!(await moveUpload(tx, request.fileKey, 'stored', 'used', task.id))) {
    const upload = await findUpload(tx, request.fileKey);
    if (upload?.state === 'used')
      throw new AppError('upload_used', 'another start already used this upload');
    throw new AppError('upload_not_found', 'the upload was removed in the meantime');
  }
  reached('start.upload-taken');
  for (const key of pictures) {
    if (await shareUpload(tx, { key, ownerId, taskId: task.id })) continue;
    throw new AppError('picture_not_found', 'the picture of an option was removed in the meantime');
  }
  const place = await takePlace(tx, { ...task, costMs });
  reached('start.place-taken');
  const made = await insertTask(tx, { ...task, ...place });
  reached('start.task-made');
  return made;
}

/** Returns the implementation of `Tasks.start`. */
export function createStart(deps: StartDeps) {
  const { db, engine, uploads, board, settings, now } = deps;

  function rowOf(
    { owner, subnet }: KnownPrincipal,
    request: StartRequest,
    manifest: FunctionManifest,
    image: ImageInfo,
  ): NewTask {
    const { code, type, unit, credits } = manifest;
    const createdAt = now();
    return {
      id: newId(),
      ownerId: owner.id,
      subnet,
      idempotencyKey: request.idempotencyKey,
      code,
      type,
      unit,
      createdAt,
      options: request.options,
      photoName: photoNameOf(request.name),
      status: dealStatus.queued,
      lane: laneOf(engine, { manifest, size: image, options: request.options }),
      credits: priceOf({ unit, credits }, image.pixels),
      uploadKey: request.fileKey,
      input: { width: image.width, height: image.height, mime: image.mime },
      traceparent: deps.tracing.current(),
      ...firstDates(createdAt, settings.retentionDays),
    };
  }

  async function findRepeated(owner: Owner | null, request: StartRequest): Promise<FoundStart> {
    if (!owner) return { task: null, missedAt: null, inFlight: 0 };
    const { idempotencyKey } = request;
    const found = await findStart(db, { ownerId: owner.id, idempotencyKey });
    return { ...found, task: found.task && sameTask(found.task, request) };
  }

  async function startNew(
    principal: Principal,
    request: StartRequest,
    { missedAt, inFlight }: Pick<FoundStart, 'missedAt' | 'inFlight'>,
  ): Promise<Task> {
    const { owner } = principal;
    const manifest = functionByCode(engine, request.code);
    const options = optionsOf(manifest, request.options);
    if (!owner) throw unknownVisitor(principal);
    refuseTooMany(inFlight);
    const { fileKey, code } = request;
    const known = { ...principal, owner };
    if (lacksPicture(manifest, options)) {
      throw new AppError('picture_not_found', 'an option lacks its picture');
    }
    const pictures = [...new Set(Object.values(picturesIn(manifest, options)))];
    for (const key of pictures) await uploads.verifyPicture(known, key, code);
    const image = await uploads.verify(known, fileKey, code, options);
    refuseTooSlow(offerOf(engine, manifest, settings.taskDeadlineMs), image, options);
    const [earlier] = await findWithResult(db, {
      ownerId: owner.id,
      ids: request.madeFrom ? [request.madeFrom] : [],
    });
    const row = {
      ...rowOf(known, { ...request, options }, manifest, image),
      madeFrom: earlier?.id ?? null,
    };
    const bounds = {
      owner,
      limit: settings.guestDailyCredits,
      costMs: expectedMs(engine, { manifest, size: image, options }),
      pictures,
      missedAt,
    };
    const task = await db.transaction((tx) =>
      insertWithin(tx, { ...request, options }, row, bounds),
    );
    reached('task.committed');
    deps.callWorkers();
    reached('task.sent');
    board.moved();
    return task;
  }

  async function start(principal: Principal, request: StartRequest): Promise<Task> {
    const { owner } = principal;
    const found = await findRepeated(owner, request);
    if (found.task) return found.task;
    try {
      return await startNew(principal, request, found);
    } catch (error) {
      // A concurrent start with the same key may have taken the upload first.
      const { task: made } = await findRepeated(owner, request);
      if (made) return made;
      const user = await afterMerge(db, principal);
      if (user) return await start(user, request);
      throw error;
    }
  }

  return start;
}
