import { setTimeout } from 'node:timers/promises';
import type { GuestClaim } from '../owners/guests.ts';
import { AppError } from '../platform/errors.ts';
import { typeOf } from '../platform/storage/file-type.ts';
import { isKey } from '../platform/storage/keys.ts';
import type { Arrivals } from '../platform/storage/storage.port.ts';
import { reached } from '../platform/write-points.ts';
import { readClaim } from './upload-claim.ts';
import type { Upload } from './uploads.store.ts';

/** Time to wait for another process that takes the same upload, and the pause between two looks. */
const patienceMs = 10_000;
const pauseMs = 100;

/** The calls that name an upload do not declare its limits, but every call may be limited. */
function refuseForNow(error: unknown): never {
  if (error instanceof AppError && ['too_many_uploads', 'too_many_guests'].includes(error.code)) {
    throw new AppError('rate_limited', error.message, { cause: error });
  }
  throw error;
}

const isUploadKey = (name: unknown): name is string =>
  typeof name === 'string' && name.startsWith('uploads/') && isKey(name);

/**
 * Returns a function that checks and takes the uploads that a request names. An upload that a
 * browser sends directly to the store has no row before, because the server does not see it arrive.
 */
export function createNamedUploads(deps: {
  arrivals: Arrivals | null;
  stateOf: (key: string) => Promise<Upload['state'] | undefined>;
  mostBytes: () => number;
  /** writes the row of an upload; returns false if it has one, or if its owner no longer exists */
  admit: (key: string, claim: GuestClaim, bytes: number) => Promise<boolean>;
  stored: (key: string) => Promise<void>;
  /** removes the row and the file, if this process still receives the upload */
  discard: (key: string) => Promise<void>;
}): (names: readonly unknown[]) => Promise<void> {
  const { arrivals, stateOf, mostBytes, admit, stored, discard } = deps;
  if (!arrivals) return async () => {};

  async function untilTaken(key: string) {
    for (let waited = 0; waited < patienceMs; waited += pauseMs) {
      if ((await stateOf(key)) !== 'receiving') return;
      await setTimeout(pauseMs);
    }
  }

  async function take(from: Arrivals, key: string) {
    if ((await stateOf(key)) !== undefined) return await untilTaken(key);
    const arrival = await from.find(key);
    if (!arrival) return;
    const claim = readClaim(arrival.claim);
    const isAsSigned = arrival.contentType === typeOf(key) && arrival.bytes <= mostBytes();
    if (!claim || !isAsSigned) return;
    const isNew = await admit(key, claim, arrival.bytes).catch(refuseForNow);
    if (!isNew) return await untilTaken(key);
    reached('upload.admitted');
    try {
      if (await from.take(key)) return await stored(key);
    } catch (error) {
      await discard(key);
      throw error;
    }
    await discard(key);
  }

  return async (names) => {
    for (const key of new Set(names.filter(isUploadKey))) await take(arrivals, key);
  };
}
