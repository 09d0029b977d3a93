import type { Locale } from '../../machines/model/locale.ts';

/**
 * The name of each language in that language, for visitors who do not understand the language on
 * screen.
 */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  pt: 'Português',
};
