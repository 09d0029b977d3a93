import type { SnapshotFrom } from 'xstate';
import type { ArrivedPhoto, Photo } from '../model/photo.ts';
import type { Region } from '../model/regions.ts';
import type { faceFinderMachine } from './face-finder.machine.ts';

type FinderSnapshot = SnapshotFrom<typeof faceFinderMachine>;

export type SearchStage = 'idle' | 'searching' | 'found' | 'none' | 'failed';

/** Progress of the search in this photo; a search in another photo does not count. */
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

/** The faces found last, from left to right. */
export const selectRegions = ({ context }: FinderSnapshot): readonly Region[] => context.regions;

/** The regions found in this photo for this function, or null if unknown, or none were found. */
export const selectFound = (
  snapshot: FinderSnapshot,
  photo: Photo,
  code: string,
): readonly Region[] | null =>
  selectSearchStage(snapshot, photo, code) === 'found' ? selectRegions(snapshot) : null;

/** The upload that a start may use. */
export const selectArrived = ({ context }: FinderSnapshot): ArrivedPhoto | null => context.arrived;
