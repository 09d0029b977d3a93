import { AppError } from '../../errors.ts';

/** What SMTP can carry (RFC 5321). */
const maxLength = 254;
const maxLocalLength = 64;

/**
 * Letters and digits of any language and the signs of RFC 5322 without quotes. A quoted local part is
 * refused: no provider of mailboxes gives one out, and it may hold what belongs into no header.
 */
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Japanese carriers gave out mailboxes such as `a..b` and `abc.`, which elsewhere are typing errors. */
const carriers = ['docomo.ne.jp', 'ezweb.ne.jp', 'au.com'];
const carrierLocalPart = /^[a-z0-9_-][a-z0-9._-]*$/;
const domainPart =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A domain as it stands in the DNS; empty when it is none. */
function asciiDomain(domain: string): string {
  // A URL's host may be more than a name: a port, a user, a percent-encoded letter.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return '';
  const url = `http://${domain}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isLocalPart(local: string, domain: string): boolean {
  return localPart.test(local) || (carriers.includes(domain) && carrierLocalPart.test(local));
}

/**
 * The one spelling of a mailbox: in lower case, composed and narrow letters (NFKC, as Japanese keyboards
 * type wide ones), its domain as in the DNS. Tags of the local part are left as they are.
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
  if (!isAddress) throw new AppError('invalid_email', 'not a mail address');
  return address;
}

/** Whoever locks several addresses locks them in this order, so that nobody waits for one who waits. */
export const inLockOrder = <Given extends { address: string }>(all: readonly Given[]): Given[] =>
  all.toSorted((one, other) => one.address.localeCompare(other.address, 'en'));
