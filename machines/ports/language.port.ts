import type { LanguageSigns, Locale } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import type { PortCall } from './port.ts';

export type LanguagePort = {
  /** The language cookie and the browser's languages, most preferred first (R4). */
  readLanguageSigns: PortCall<void, LanguageSigns>;
  /** GET /_i18n/{locale}/messages.json; the adapter caches it for 24 h (R5). */
  loadMessages: PortCall<{ locale: Locale }, Messages>;
  /** Writes the cookie for 365 days (R5). Rejects with `unsupported` if cookies are refused. */
  saveLanguage: PortCall<{ locale: Locale }, void>;
};
