import { createHmac } from 'node:crypto';
import type { Owner } from '../store/owners.store.ts';
import { remembered } from './remembered.ts';

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

/**
 * Names networks so that limits can count them and nobody can read an address in the database: a
 * keyed hash of what `clientAddress` calls the visitor.
 */
export function createNetworkNames(secret: string): (address: string) => string {
  return remembered((address) =>
    createHmac('sha256', secret).update(address).digest('base64url').slice(0, 16),
  );
}
