import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import type { KeptPhotoEvent, KeptPhotosPort } from '../../../machines/ports/kept-photos.port.ts';
import { photoLock, type TabLocks } from './tab-locks.ts';

/** The newest stored photo that no tab uses, and the photos that other tabs use. */
export type Found = { kept: KeptPhoto | null; elsewhere: { id: string; name: string }[] };

export type Sight = {
  /** false while this tab is in the background */
  isVisible: () => boolean;
  /** calls `listener` when the visibility of this tab changes; returns a clean-up function */
  onChange: (listener: () => void) => () => void;
};

type Settings = {
  find: (inHand: readonly string[], signal: AbortSignal) => Promise<Found>;
  locks: TabLocks | null;
  sight: Sight;
};

const nothing: Found = { kept: null, elsewhere: [] };

const toEvent = ({ kept, elsewhere }: Found): KeptPhotoEvent => {
  if (kept) return { type: 'keptPhoto.found', kept };
  if (elsewhere.length === 0) return { type: 'keptPhoto.nowhere' };
  return { type: 'keptPhoto.elsewhere', names: elsewhere.map(({ name }) => name) };
};

/**
 * Watches the stored photos. Searches again when another tab releases a photo, or when this tab
 * becomes visible. Hidden tabs do not search: a reload of the visible tab releases its photo for a
 * moment, and no other tab may take that photo.
 */
export function createKeptPhotoWatch({
  find,
  locks,
  sight,
}: Settings): KeptPhotosPort['watchKeptPhotos'] {
  /** Resolves when a new search is needed. Rejects when `end` aborts. */
  async function change({ elsewhere }: Found, available: TabLocks, end: AbortSignal) {
    const waits = new AbortController();
    const { signal } = waits;
    // aborts immediately, because a pending lock request could otherwise still be granted
    end.addEventListener('abort', () => waits.abort(), { signal });
    const seen = new Promise<void>((resolve, reject) => {
      const stop = sight.onChange(resolve);
      signal.addEventListener('abort', () => {
        stop();
        reject(signal.reason);
      });
    });
    const freed = elsewhere.map(({ id }) => available.untilFree(photoLock(id), signal));
    await Promise.race([seen, ...freed]).finally(() => waits.abort());
  }

  async function watch(
    inHand: readonly string[],
    emit: (event: KeptPhotoEvent) => void,
    end: AbortSignal,
  ) {
    while (locks && !end.aborted) {
      const isSeen = sight.isVisible();
      const found = isSeen ? await find(inHand, end) : nothing;
      if (end.aborted) {
        if (found.kept) locks.letGo(photoLock(found.kept.id));
        return;
      }
      if (isSeen) emit(toEvent(found));
      if (found.kept) return;
      await change(found, locks, end);
    }
  }

  return ({ inHand }, emit) => {
    const end = new AbortController();
    // errors are ignored, because a browser without storage has no stored photos
    watch(inHand, emit, end.signal).catch(() => {});
    return () => end.abort();
  };
}
