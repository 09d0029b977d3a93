import type { SnapshotFrom } from 'xstate';
import type { languageMachine } from './language.machine.ts';

type LanguageSnapshot = SnapshotFrom<typeof languageMachine>;

/** The language on screen. */
export const selectLocale = (snapshot: LanguageSnapshot) => snapshot.context.locale;

/** Its messages; null until the first have arrived. */
export const selectMessages = (snapshot: LanguageSnapshot) => snapshot.context.messages;

/** The language that is on its way, or null. */
export const selectComingLocale = (snapshot: LanguageSnapshot) =>
  snapshot.matches('loading') ? snapshot.context.wanted : null;

export const selectIsLanguageFailed = (snapshot: LanguageSnapshot) =>
  snapshot.matches('unavailable') || snapshot.matches({ ready: 'refused' });
