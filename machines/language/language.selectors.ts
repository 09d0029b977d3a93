import type { SnapshotFrom } from 'xstate';
import type { languageMachine } from './language.machine.ts';

type LanguageSnapshot = SnapshotFrom<typeof languageMachine>;

/** The language on screen. */
export const selectLocale = (snapshot: LanguageSnapshot) => snapshot.context.locale;

/** Its messages. */
export const selectMessages = (snapshot: LanguageSnapshot) => snapshot.context.messages;

/** The language that is on its way, or null. */
export const selectComingLocale = (snapshot: LanguageSnapshot) =>
  snapshot.matches('loading') ? snapshot.context.wanted : null;

/** The language that could not be loaded while it is still wanted, or null. */
export const selectRefusedLocale = (snapshot: LanguageSnapshot) =>
  snapshot.matches({ ready: 'refused' }) ? snapshot.context.wanted : null;
