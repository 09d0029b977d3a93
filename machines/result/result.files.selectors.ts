import type { SnapshotFrom } from 'xstate';
import { formatIn, formatsIn, madeIn, suggestedIn } from './result.formats.ts';
import type { resultMachine } from './result.machine.ts';

type ResultSnapshot = SnapshotFrom<typeof resultMachine>;

const choices = ['delivered', 'settling', 'encoding', 'made', 'saving', 'failed'] as const;

type Choice = (typeof choices)[number];

/** What the choice of formats shows, or null while it is closed. */
export const selectChoice = (snapshot: ResultSnapshot): Choice | null =>
  choices.find((choice) => snapshot.matches({ shown: { files: { choosing: choice } } })) ?? null;

export const selectCanChoose = (snapshot: ResultSnapshot): boolean =>
  snapshot.context.ways !== null;

export const selectFormats = ({ context }: ResultSnapshot) => formatsIn(context);

export const selectFormat = ({ context }: ResultSnapshot) => formatIn(context);

/** The format to suggest. */
export const selectSuggested = ({ context }: ResultSnapshot) => suggestedIn(context);

/** Percent. */
export const selectQuality = ({ context }: ResultSnapshot): number => context.quality;

/** Size in bytes of the file in the chosen format, or null until it is made. */
export const selectMadeBytes = ({ context }: ResultSnapshot): number | null =>
  madeIn(context)?.file.size ?? null;

/** The chosen format shows transparent parts white. */
export const selectLosesTransparency = ({ context }: ResultSnapshot): boolean =>
  formatIn(context) === 'jpg' && context.made?.isTransparent === true;

/** Why the file could not be made, or null otherwise. */
export const selectFileFailure = (snapshot: ResultSnapshot) =>
  selectChoice(snapshot) === 'failed' ? snapshot.context.fileFailure : null;

/** This browser can share the result. */
export const selectShares = ({ context }: ResultSnapshot): boolean => context.ways?.shares === true;

/** This browser can copy the result. */
export const selectCopies = ({ context }: ResultSnapshot): boolean => context.ways?.copies === true;

/** The result is being shared or copied. */
export const selectIsHandingOut = (snapshot: ResultSnapshot): boolean =>
  snapshot.matches({ shown: { files: 'sharing' } }) ||
  snapshot.matches({ shown: { files: 'copying' } });
