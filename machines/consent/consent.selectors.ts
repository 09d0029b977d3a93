import type { SnapshotFrom } from 'xstate';
import type { Allowed, Purpose } from '../model/consent.ts';
import type { consentMachine } from './consent.machine.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

/** The views at the bottom of the page: the question, its details, or the choice to change. */
export type ConsentView = 'brief' | 'detailed' | 'changing';

export const selectConsentView = (snapshot: ConsentSnapshot): ConsentView | null => {
  if (snapshot.matches({ open: { asking: 'brief' } })) return 'brief';
  if (snapshot.matches({ open: { asking: 'detailed' } })) return 'detailed';
  return snapshot.matches({ open: 'changing' }) ? 'changing' : null;
};

/** True if there is a choice; the footer of every page then links to it. */
export const selectHasChoice = (snapshot: ConsentSnapshot): boolean =>
  !snapshot.matches('reading') && !snapshot.matches('unneeded');

/** The purposes allowed now, or null while the stored choice is being read. */
export const selectAllowed = (snapshot: ConsentSnapshot): Allowed | null =>
  snapshot.matches('reading') ? null : snapshot.context.allowed;

export const selectAskedPurposes = ({ context }: ConsentSnapshot): readonly Purpose[] =>
  context.asked;

/** The state of the switches. */
export const selectDraft = ({ context }: ConsentSnapshot): Allowed => context.draft;

/** True if the browser sends Global Privacy Control. */
export const selectIsObjecting = ({ context }: ConsentSnapshot): boolean => context.isObjecting;
