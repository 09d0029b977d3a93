import type { SnapshotFrom } from 'xstate';
import { formatIn, formatsIn, madeIn, suggestedIn } from './result.formats.ts';
import type { resultMachine } from './result.machine.ts';

type ResultSnapshot = SnapshotFrom<typeof resultMachine>;

const choices = ['delivered', 'settling', 'encoding', 'made', 'saving', 'failed'] as const;

type Choice = (typeof choices)[number];

/** Returns the state of the menu for saving in another format, or null while the menu is closed. */
export const selectChoice = (snapshot: ResultSnapshot): Choice | null =>
  choices.find((choice) => snapshot.matches({ shown: { files: { choosing: choice } } })) ?? null;

export const selectCanChoose = (snapshot: ResultSnapshot): boolean =>
  snapshot.context.ways !== null;

export const selectFormats = ({ context }: ResultSnapshot) => formatsIn(context);

export const selectFormat = ({ context }: ResultSnapshot) => formatIn(context);

/** Returns the format to suggest for saving. */
export const selectSuggested = ({ context }: ResultSnapshot) => suggestedIn(context);

/** Returns the chosen quality in percent. */
export const selectQuality = ({ context }: ResultSnapshot): number => context.quality;

/** Returns the size in bytes of the file in the chosen format, or null until the file is made. */
export const selectMadeBytes = ({ context }: ResultSnapshot): number | null =>
  madeIn(context)?.file.size ?? null;

/** True if the result has transparent parts that the chosen format shows white. */
export const selectLosesTransparency = ({ context }: ResultSnapshot): boolean =>
  formatIn(context) === 'jpg' && context.made?.isTransparent === true;

/** Returns why the file could not be made, or null if nothing failed. */
export const selectFileFailure = (snapshot: ResultSnapshot) =>
  selectChoice(snapshot) === 'failed' ? snapshot.context.fileFailure : null;

/** True if this browser can share the result. */
export const selectShares = ({ context }: ResultSnapshot): boolean => context.ways?.shares === true;

/** True if this browser can copy the result. */
export const selectCopies = ({ context }: ResultSnapshot): boolean => context.ways?.copies === true;

/** True while the result is being shared or copied. */
export const selectIsHandingOut = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ shown: { files: 'sharing' } }) ||
  snapshot.matches({ shown: { files: 'copying' } });
