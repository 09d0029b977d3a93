import Cookies from 'js-cookie';
import type { LanguageSigns, Locale } from '../../../machines/model/locale.ts';

const cookie = 'lightwell_lang';

export function readLanguageSigns(): LanguageSigns {
  return { cookie: Cookies.get(cookie) ?? null, browser: navigator.languages };
}

/** For 365 days (R5). */
export function writeLanguageCookie(locale: Locale) {
  Cookies.set(cookie, locale, { expires: 365, path: '/', sameSite: 'lax' });
}
