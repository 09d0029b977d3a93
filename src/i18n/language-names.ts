import type { Locale } from '../../machines/model/locale.ts';

/** Each name in its own language, for visitors who do not understand the current language. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  pt: 'Português',
};
