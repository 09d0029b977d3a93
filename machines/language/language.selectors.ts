import type { SnapshotFrom } from 'xstate';
import type { languageMachine } from './language.machine.ts';

type LanguageSnapshot = SnapshotFrom<typeof languageMachine>;

/** The language that could not be loaded and is still wanted, or null. */
export const selectRefusedLocale = (snapshot: LanguageSnapshot) =>
  snapshot.matches({ ready: 'refused' }) ? snapshot.context.wanted : null;
