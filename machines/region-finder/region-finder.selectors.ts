import type { SnapshotFrom } from 'xstate';
import type { ArrivedPhoto, Photo } from '../model/photo.ts';
import type { Region } from '../model/regions.ts';
import type { regionFinderMachine } from './region-finder.machine.ts';

type FinderSnapshot = SnapshotFrom<typeof regionFinderMachine>;

export type SearchStage = 'idle' | 'searching' | 'found' | 'none' | 'failed';

/** How far the search in this photo is; what was found in another one does not count. */
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

/** What was found last, from left to right. */
export const selectRegions = ({ context }: FinderSnapshot): readonly Region[] => context.regions;

/** What was found in this photo for this function; null while that is not known, or nothing is there. */
export const selectFound = (
  snapshot: FinderSnapshot,
  photo: Photo,
  code: string,
): readonly Region[] | null =>
  selectSearchStage(snapshot, photo, code) === 'found' ? selectRegions(snapshot) : null;

/** The upload that a start may take. */
export const selectArrived = ({ context }: FinderSnapshot): ArrivedPhoto | null => context.arrived;
