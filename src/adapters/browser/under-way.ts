import Cookies from 'js-cookie';

/* Name of a cookie. The inline boot looks for this cookie (src/boot/boot-settings.ts). */
const name = 'lightwell_under_way';
const keptDays = 7;

/** Sets whether later pages start their charts immediately, or only when the visitor acts. */
export function markUnderWay(isUnderWay: boolean) {
  try {
    if (isUnderWay) Cookies.set(name, '1', { expires: keptDays, path: '/', sameSite: 'lax' });
    else Cookies.remove(name, { path: '/' });
  } catch {
    /* if cookies are refused, every page starts its charts immediately */
  }
}
