import { AppError } from '../platform/errors.ts';

/** Limit of SMTP (RFC 5321). */
const maxLength = 254;
const maxLocalLength = 64;

/**
 * Letters and digits of any language and the special characters of RFC 5322 without quotes. Quoted
 * local parts are refused: mailbox providers do not issue them, and they may contain characters
 * unsafe in headers.
 */
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/**
 * Japanese carriers issued mailboxes such as `a..b` and `abc.`, which are typing errors elsewhere.
 */
const carriers = ['docomo.ne.jp', 'ezweb.ne.jp', 'au.com'];
const carrierLocalPart = /^[a-z0-9_-][a-z0-9._-]*$/;
const domainPart =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The domain in its DNS form; empty if invalid. */
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
 * Canonical spelling of a mailbox: lower case, composed and narrow letters (NFKC, because Japanese
 * keyboards type wide ones), the domain in its DNS form. Tags of the local part stay.
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

/** Fixed order for locking several addresses, which prevents deadlocks. */
export const inLockOrder = <Given extends { address: string }>(all: readonly Given[]): Given[] =>
  all.toSorted((one, other) => one.address.localeCompare(other.address, 'en'));
