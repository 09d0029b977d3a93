import { isIP } from 'node:net';

/**
 * Suffixes under which anyone can register a name. Names under such a suffix are different sites.
 */
const publicSuffix = /^((co|com|net|org|gov|edu|ac|ne|or)\.)?[a-z]{2,}$/;

const isBelow = (host: string, above: string) =>
  !publicSuffix.test(above) && above.includes('.') && `.${host}`.endsWith(`.${above}`);

/** Returns true if calls from a page at `page` carry the cookies of `api`. */
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
