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
const domainPart =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A domain as it stands in the DNS; empty when it is none. */
function asciiDomain(domain: string): string {
  // A URL's host may be more than a name: a port, a user, a percent-encoded letter.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return '';
  const url = `http://${domain}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * The one spelling of a mailbox: in lower case, composed letters (NFC), its domain as in the DNS. Dots
 * and tags of the local part are the mailbox's own business.
 * @throws AppError invalid_email
 */
export function readAddress(typed: string): string {
  const [local = '', domain = '', ...more] = typed.trim().normalize('NFC').toLowerCase().split('@');
  const address = `${local}@${asciiDomain(domain)}`;
  const isAddress =
    more.length === 0 &&
    localPart.test(local) &&
    Buffer.byteLength(local) <= maxLocalLength &&
    domainPart.test(address.slice(local.length + 1)) &&
    Buffer.byteLength(address) <= maxLength;
  if (!isAddress) throw new AppError('invalid_email', 'not a mail address');
  return address;
}

/** Whoever locks several addresses locks them in this order, so that nobody waits for one who waits. */
export const inLockOrder = <Given extends { address: string }>(all: readonly Given[]): Given[] =>
  all.toSorted((one, other) => one.address.localeCompare(other.address, 'en'));
