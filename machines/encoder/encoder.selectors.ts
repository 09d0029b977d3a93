import type { SnapshotFrom } from 'xstate';
import type { encoderMachine } from './encoder.machine.ts';
import {
  formatIn,
  isQualityFree,
  isScaledDown,
  madeIn,
  sidesOf,
  suggestedIn,
  wishIn,
} from './encoder.wish.ts';

type EncoderSnapshot = SnapshotFrom<typeof encoderMachine>;

const stages = [
  'delivered',
  'outOfRange',
  'settling',
  'encoding',
  'made',
  'saving',
  'failed',
] as const;

type FileStage = (typeof stages)[number];

/** Returns the progress of the file, or null while no picture is open. */
export const selectFileStage = (snapshot: EncoderSnapshot): FileStage | null =>
  stages.find((stage) => snapshot.matches({ open: stage })) ?? null;

const noFormats: readonly never[] = [];

export const selectFormats = ({ context }: EncoderSnapshot) =>
  context.picture?.formats ?? noFormats;

export const selectFormat = ({ context }: EncoderSnapshot) => formatIn(context);

/** Returns the format to suggest for saving. */
export const selectSuggested = ({ context }: EncoderSnapshot) => suggestedIn(context);

/**
 * Returns the offered lengths of the longest side in pixels. Null stands for the size of the
 * picture.
 */
export const selectSides = ({ context }: EncoderSnapshot) => sidesOf(context.picture);

/** Returns the chosen longest side in pixels, or null for the size of the picture. */
export const selectSide = ({ context }: EncoderSnapshot) => context.side;

export const selectLimit = ({ context }: EncoderSnapshot) => context.limit;

/** Returns the limit in kilobytes that the visitor has entered. It may be out of range. */
export const selectOwnKilobytes = ({ context }: EncoderSnapshot): number => context.ownKilobytes;

/** Returns the chosen quality in percent, or null if the visitor cannot choose the quality. */
export const selectQuality = ({ context }: EncoderSnapshot): number | null =>
  isQualityFree(context) ? context.quality : null;

/** Returns the file for the visitor's current wish, or null until the file is made. */
export const selectMade = ({ context }: EncoderSnapshot) => madeIn(context);

/** Returns the latest file of the picture, which stays on screen while the next file is made. */
export const selectLatest = ({ context }: EncoderSnapshot) => context.made?.file ?? null;

/** True if the file was scaled down to stay below the limit. */
export const selectIsScaledDown = ({ context }: EncoderSnapshot): boolean => isScaledDown(context);

/** True if the picture has transparent parts and the chosen format replaces them by white. */
export const selectLosesTransparency = ({ context }: EncoderSnapshot): boolean =>
  wishIn(context)?.format === 'jpg' && context.made?.file.isTransparent === true;

/** Returns why the file could not be made, or null if nothing failed. */
export const selectFileFailure = (snapshot: EncoderSnapshot) =>
  selectFileStage(snapshot) === 'failed' ? snapshot.context.failure : null;
