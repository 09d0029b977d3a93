import Cookies from 'js-cookie';

/* The inline boot reads it (src/boot/boot-settings.ts). */
const name = 'lightwell_under_way';
const keptDays = 7;

/** Sets whether pages opened from now on start at once or wait for the visitor. */
export function markUnderWay(isUnderWay: boolean) {
  try {
    if (isUnderWay) Cookies.set(name, '1', { expires: keptDays, path: '/', sameSite: 'lax' });
    else Cookies.remove(name, { path: '/' });
  } catch {
    /* If cookies are refused, every page starts at once. */
  }
}
