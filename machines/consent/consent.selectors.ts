import type { SnapshotFrom } from 'xstate';
import type { Allowed, Purpose } from '../model/consent.ts';
import type { consentMachine } from './consent.machine.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

/** What stands at the foot of the page: the question, its details, the choice to be changed. */
export type ConsentView = 'brief' | 'detailed' | 'changing';

export const selectConsentView = (snapshot: ConsentSnapshot): ConsentView | null => {
  if (snapshot.matches({ open: { asking: 'brief' } })) return 'brief';
  if (snapshot.matches({ open: { asking: 'detailed' } })) return 'detailed';
  return snapshot.matches({ open: 'changing' }) ? 'changing' : null;
};

/** Whether there is a choice at all: the way to it stands at the foot of every page. */
export const selectHasChoice = (snapshot: ConsentSnapshot): boolean =>
  !snapshot.matches('reading') && !snapshot.matches('unneeded');

export const selectAskedPurposes = ({ context }: ConsentSnapshot): readonly Purpose[] =>
  context.asked;

/** The switches. */
export const selectDraft = ({ context }: ConsentSnapshot): Allowed => context.draft;

/** The browser asks not to be followed. */
export const selectIsObjecting = ({ context }: ConsentSnapshot): boolean => context.isObjecting;
