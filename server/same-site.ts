import { isIP } from 'node:net';

/** Suffixes below which anybody may register a name, so that two of them are two sites. */
const publicSuffix = /^((co|com|net|org|gov|edu|ac|ne|or)\.)?[a-z]{2,}$/;

const isBelow = (host: string, above: string) =>
  !publicSuffix.test(above) && above.includes('.') && `.${host}`.endsWith(`.${above}`);

/** Whether a browser sends the cookies of `api` with calls that a page of `page` makes. */
export function isSameSite(page: URL, api: URL): boolean {
  if (page.protocol !== api.protocol) return false;
  if (page.hostname === api.hostname) return true;
  if (isIP(page.hostname) || isIP(api.hostname)) return false;
  const parent = page.hostname.replace(/^[^.]+\./, '');
  return (
    isBelow(api.hostname, page.hostname) ||
    isBelow(page.hostname, api.hostname) ||
    isBelow(api.hostname, parent)
  );
}
