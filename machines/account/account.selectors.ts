import type { SnapshotFrom } from 'xstate';
import type { accountMachine } from './account.machine.ts';

type AccountSnapshot = SnapshotFrom<typeof accountMachine>;

export type AccountView = 'loading' | 'signedOut' | 'failed' | 'shown';

export const selectAccountView = (snapshot: AccountSnapshot): AccountView =>
  (['signedOut', 'failed', 'shown'] as const).find((state) => snapshot.matches(state)) ?? 'loading';

export const selectAccount = ({ context }: AccountSnapshot) => context.account;

export const selectAccountFailure = ({ context }: AccountSnapshot) => context.failure;

/** Returns the mail settings on screen, whether or not they are saved yet. */
export const selectPreferences = ({ context }: AccountSnapshot) => context.wanted;

export type Saving = 'still' | 'saving' | 'saved' | 'failed';

export const selectSaving = (snapshot: AccountSnapshot): Saving =>
  (['saving', 'saved', 'failed'] as const).find((state) =>
    snapshot.matches({ shown: { preferences: state } }),
  ) ?? 'still';

export const selectPreferencesFailure = ({ context }: AccountSnapshot) =>
  context.preferencesFailure;

export type SessionsView = 'loading' | 'failed' | 'listed';

export const selectSessionsView = (snapshot: AccountSnapshot): SessionsView =>
  (['loading', 'failed'] as const).find((state) =>
    snapshot.matches({ shown: { sessions: state } }),
  ) ?? 'listed';

export const selectSessions = ({ context }: AccountSnapshot) => context.sessions;

/**
 * Returns the id of the session that is being ended, or null if no session is being ended. `others`
 * stands for all sessions except the current one.
 */
export const selectEnding = (snapshot: AccountSnapshot): string | null => {
  if (snapshot.matches({ shown: { sessions: 'endingOthers' } })) return 'others';
  return snapshot.matches({ shown: { sessions: 'endingOne' } }) ? snapshot.context.endingId : null;
};

export const selectSessionsFailure = ({ context }: AccountSnapshot) => context.sessionsFailure;

export type CopyView = 'still' | 'over' | 'asking' | 'asked' | 'failed';

export const selectCopyView = (snapshot: AccountSnapshot): CopyView =>
  (['over', 'asking', 'asked', 'failed'] as const).find((state) =>
    snapshot.matches({ shown: { copy: state } }),
  ) ?? 'still';

export const selectExportFailure = ({ context }: AccountSnapshot) => context.exportFailure;

export type ClockView = 'counting' | 'counted' | 'failed';

export const selectClockView = (snapshot: AccountSnapshot): ClockView =>
  (['counted', 'failed'] as const).find((state) => snapshot.matches({ shown: { clock: state } })) ??
  'counting';

export const selectClock = ({ context }: AccountSnapshot) => context.clock;

export type CreditsView = 'loading' | 'failed' | 'listed' | 'loadingMore' | 'moreFailed';

export const selectCreditsView = (snapshot: AccountSnapshot): CreditsView =>
  (['failed', 'listed', 'loadingMore', 'moreFailed'] as const).find((state) =>
    snapshot.matches({ shown: { credits: state } }),
  ) ?? 'loading';

export const selectCredits = ({ context }: AccountSnapshot) => context.credits;

export const selectCreditsFailure = ({ context }: AccountSnapshot) => context.creditsFailure;

export type CreditsFileView = 'still' | 'saving' | 'failed';

export const selectCreditsFileView = (snapshot: AccountSnapshot): CreditsFileView =>
  (['saving', 'failed'] as const).find((state) =>
    snapshot.matches({ shown: { creditsFile: state } }),
  ) ?? 'still';

export const selectFileFailure = ({ context }: AccountSnapshot) => context.fileFailure;
