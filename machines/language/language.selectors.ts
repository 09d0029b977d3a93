import type { SnapshotFrom } from 'xstate';
import type { languageMachine } from './language.machine.ts';

type LanguageSnapshot = SnapshotFrom<typeof languageMachine>;

/** Returns the language that the visitor wants and that could not be loaded, or null. */
export const selectRefusedLocale = (snapshot: LanguageSnapshot) =>
  snapshot.matches({ ready: 'refused' }) ? snapshot.context.wanted : null;
