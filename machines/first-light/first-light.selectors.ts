import type { SnapshotFrom } from 'xstate';
import type { PhotoCut } from '../model/photo.ts';
import { cutIn, cutOf, lookIn } from './first-light.keys.ts';
import type { firstLightMachine } from './first-light.machine.ts';
import type { Look } from './first-light.types.ts';

type LightSnapshot = SnapshotFrom<typeof firstLightMachine>;

export type LookStage = 'none' | 'waiting' | 'shown' | 'missed' | 'offline';

export const selectLookStage = (snapshot: LightSnapshot): LookStage => {
  if (snapshot.matches('shown')) return 'shown';
  if (snapshot.matches('missed')) return 'missed';
  if (snapshot.matches('postponed')) return 'offline';
  return snapshot.matches('blank') ? 'none' : 'waiting';
};

/**
 * The piece before and after. While an option is being changed, the previous picture stays until the next one
 * is loaded, or null if there is none.
 */
export const selectLook = (snapshot: LightSnapshot): Look | null => {
  const stage = selectLookStage(snapshot);
  if (stage === 'shown') return lookIn(snapshot.context);
  return stage === 'waiting' ? snapshot.context.standing : null;
};

export const selectLookCode = ({ context: { wish } }: LightSnapshot): string | null =>
  wish?.offered.code ?? null;

/** `crop` for a square of the photo, `whole` for all of it. */
export const selectLookKind = ({ context: { wish } }: LightSnapshot) =>
  wish?.offered.preview?.of ?? 'crop';

/** Width divided by height of the current or coming picture. */
export const selectLookRatio = ({ context: { wish } }: LightSnapshot): number => {
  const cut = wish && cutOf(wish);
  if (!cut) return 1;
  const { preview, width, height } = cut;
  return preview.of === 'whole'
    ? width / height
    : Math.min(width, preview.side) / Math.min(height, preview.side);
};

/** The piece before, while the piece after is loading, or null until it is cut. */
export const selectLookCut = ({ context }: LightSnapshot): PhotoCut | null => cutIn(context);
