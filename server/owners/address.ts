import { AppError } from '../platform/errors.ts';

/** Maximum length of an email address in SMTP (RFC 5321). */
const maxLength = 254;
const maxLocalLength = 64;

/**
 * Matches letters and digits of any language and the special characters of RFC 5322 without quotes.
 * Quoted local parts are refused, because mailbox providers do not issue them and they may contain
 * characters that are unsafe in headers.
 */
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/**
 * Domains of Japanese carriers, which issued mailboxes such as `a..b` and `abc.`. For other domains
 * such addresses are typing errors.
 */
const carriers = ['docomo.ne.jp', 'ezweb.ne.jp', 'au.com'];
const carrierLocalPart = /^[a-z0-9_-][a-z0-9._-]*$/;
const domainPart =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Returns the domain in its DNS form, or an empty string if it is invalid. */
function asciiDomain(domain: string): string {
  // The host of a URL may contain more than a name: a port, a user, a percent-encoded letter.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return '';
  const url = `http://${domain}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isLocalPart(local: string, domain: string): boolean {
  return localPart.test(local) || (carriers.includes(domain) && carrierLocalPart.test(local));
}

/**
 * Returns the canonical spelling of an email address: lower case, composed and narrow letters
 * (NFKC, because Japanese keyboards type wide letters), the domain in its DNS form. Tags of the
 * local part are kept.
 * @throws AppError invalid_email
 */
export function readAddress(typed: string): string {
  const narrow = typed.trim().normalize('NFKC').replaceAll('。', '.').toLowerCase();
  const [local = '', typedDomain = '', ...more] = narrow.split('@');
  const domain = asciiDomain(typedDomain);
  const address = `${local}@${domain}`;
  const isAddress =
    more.length === 0 &&
    isLocalPart(local, domain) &&
    Buffer.byteLength(local) <= maxLocalLength &&
    domainPart.test(domain) &&
    Buffer.byteLength(address) <= maxLength;
  if (!isAddress) throw new AppError('invalid_email', 'not a valid mail address');
  return address;
}

/**
 * Sorts email addresses in a fixed order. Locking several addresses in this order prevents
 * deadlocks.
 */
export const inLockOrder = <Given extends { address: string }>(all: readonly Given[]): Given[] =>
  all.toSorted((one, other) => one.address.localeCompare(other.address, 'en'));
