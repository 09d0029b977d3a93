import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Owner } from '../store/owners.store.ts';

export type { Owner } from '../store/owners.store.ts';

/** Who makes a request, found once per request. */
export type Principal = {
  /** null until something of the visitor is stored */
  owner: Owner | null;
  /** the client's network, see `createNetworkNames` */
  network: string;
};

/** A principal of whom something is stored, or about to be. */
export type KnownPrincipal = Principal & { owner: Owner };

/** Whoever an upload is signed for. A newcomer has no row before the upload arrives. */
export type Uploader = KnownPrincipal & { tokenHash: string; isNewcomer: boolean };

/** The first 64 bits, which is what one customer of an IPv6 provider has at least. */
function prefixOf6(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Names networks so that limits can count them and nobody can read an address in the database: a
 * keyed hash of an IPv4 address or of the first half of an IPv6 address.
 */
export function createNetworkNames(secret: string): (address: string) => string {
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    const prefix = isIPv6(plain) ? prefixOf6(plain) : plain;
    return createHmac('sha256', secret).update(prefix).digest('base64url').slice(0, 16);
  };
}
