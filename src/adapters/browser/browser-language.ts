import Cookies from 'js-cookie';
import type { LanguagePort } from '../../../machines/ports/language.port.ts';
import { unlessRefused } from './unless-refused.ts';

const cookie = 'lightwell_lang';

export const readLanguageSigns: LanguagePort['readLanguageSigns'] = async () =>
  unlessRefused('readLanguageSigns', () => ({
    cookie: Cookies.get(cookie) ?? null,
    browser: navigator.languages,
  }));

/** Stores the language in a cookie for 365 days (R5). */
export const saveLanguage: LanguagePort['saveLanguage'] = async ({ locale }) =>
  unlessRefused('saveLanguage', () => {
    Cookies.set(cookie, locale, { expires: 365, path: '/', sameSite: 'lax' });
  });
