import type { Locale } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';

/** `messages` are the messages in the language of `path`. */
export type LanguageInput = { path: string; messages: Messages };

export type LanguageContext = {
  /** language on screen; the old language stays until the new messages are loaded */
  locale: Locale;
  messages: Messages;
  /** language being loaded */
  wanted: Locale;
  /** true if the visitor has chosen the language; a chosen language is saved in the cookie */
  chosen: boolean;
  path: string;
};

export type LanguageEvent =
  | { type: 'language.chosen'; locale: Locale }
  | { type: 'language.retried' }
  | { type: 'location.changed'; path: string }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    language: LanguageEvent;
  }
}
