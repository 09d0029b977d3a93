import Cookies from 'js-cookie';

/* Cookie name, also read by the inline boot (src/boot/boot-settings.ts). */
const name = 'lightwell_under_way';
const keptDays = 7;

/** Sets whether later pages start immediately or wait for the visitor. */
export function markUnderWay(isUnderWay: boolean) {
  try {
    if (isUnderWay) Cookies.set(name, '1', { expires: keptDays, path: '/', sameSite: 'lax' });
    else Cookies.remove(name, { path: '/' });
  } catch {
    /* if cookies are refused, every page starts immediately */
  }
}
