import type { SnapshotFrom } from 'xstate';
import type { Allowed, Purpose } from '../model/consent.ts';
import type { consentMachine } from './consent.machine.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

/**
 * The views of the note at the bottom of the page: the question, the question with details, or the
 * saved choice.
 */
export type ConsentView = 'brief' | 'detailed' | 'changing';

export const selectConsentView = (snapshot: ConsentSnapshot): ConsentView | null => {
  if (snapshot.matches({ open: { asking: 'brief' } })) return 'brief';
  if (snapshot.matches({ open: { asking: 'detailed' } })) return 'detailed';
  return snapshot.matches({ open: 'changing' }) ? 'changing' : null;
};

/**
 * True if the visitor can make a choice. The footer of every page then shows a link to that choice.
 */
export const selectHasChoice = (snapshot: ConsentSnapshot): boolean =>
  !snapshot.matches('reading') && !snapshot.matches('unneeded');

/** Returns the purposes allowed now, or null while the stored choice is being read. */
export const selectAllowed = (snapshot: ConsentSnapshot): Allowed | null =>
  snapshot.matches('reading') ? null : snapshot.context.allowed;

export const selectAskedPurposes = ({ context }: ConsentSnapshot): readonly Purpose[] =>
  context.asked;

/** Returns the state of the switches, which may not be saved yet. */
export const selectDraft = ({ context }: ConsentSnapshot): Allowed => context.draft;

/** True if the browser sends Global Privacy Control. */
export const selectIsObjecting = ({ context }: ConsentSnapshot): boolean => context.isObjecting;
