import type { SnapshotFrom } from 'xstate';
import type { Photo } from '../model/photo.ts';
import type { FoundRegion, FoundRegions } from '../model/regions.ts';
import type { regionFinderMachine } from './region-finder.machine.ts';

type FinderSnapshot = SnapshotFrom<typeof regionFinderMachine>;

export type SearchStage = 'idle' | 'searching' | 'found' | 'none' | 'failed';

/** Returns the progress of the search in this photo. A search in another photo is ignored. */
export const selectSearchStage = (
  snapshot: FinderSnapshot,
  photo: Photo,
  code: string,
): SearchStage => {
  const { wish } = snapshot.context;
  if (wish?.photo.id !== photo.id || wish.offered.code !== code) return 'idle';
  if (snapshot.matches('searching')) return 'searching';
  if (snapshot.matches({ answered: 'found' })) return 'found';
  if (snapshot.matches({ answered: 'none' })) return 'none';
  return snapshot.matches('failed') ? 'failed' : 'idle';
};

/** Returns the regions that the last search found, from left to right. */
export const selectRegions = ({ context }: FinderSnapshot): readonly FoundRegion[] =>
  context.regions;

/**
 * Returns the answer of the last search, without the uploaded file, or null before the first
 * answer.
 */
export const selectFound = (snapshot: FinderSnapshot): FoundRegions | null => {
  const { wish, regions } = snapshot.context;
  return wish && snapshot.matches('answered')
    ? { photoId: wish.photo.id, functionCode: wish.offered.code, regions, fileKey: null }
    : null;
};
