import Cookies from 'js-cookie';
import type { LanguagePort } from '../../../machines/ports/language.port.ts';
import { atStorage } from './browser-storage.ts';

const cookie = 'lightwell_lang';

export const readLanguageSigns: LanguagePort['readLanguageSigns'] = async () =>
  atStorage('readLanguageSigns', () => ({
    cookie: Cookies.get(cookie) ?? null,
    browser: navigator.languages,
  }));

/** For 365 days (R5). */
export const saveLanguage: LanguagePort['saveLanguage'] = async ({ locale }) =>
  atStorage('saveLanguage', () => {
    Cookies.set(cookie, locale, { expires: 365, path: '/', sameSite: 'lax' });
  });
