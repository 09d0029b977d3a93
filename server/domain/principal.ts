import { createHmac } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Owner } from '../store/owners.store.ts';
import { remembered } from './remembered.ts';

export type { Owner } from '../store/owners.store.ts';

/** Who makes a request, found once per request. */
export type Principal = {
  /** null until something of the visitor is stored */
  owner: Owner | null;
  /** of the session that the request's token names; null for a guest */
  sessionId: string | null;
  /** whether the browser keeps our cookies; a visitor of whom nothing is stored may have one */
  hasCookie: boolean;
  /** the client's network, see `createNetworkNames` */
  network: string;
  /** when the request came: a guest may be merged into a user while it is worked on */
  at: Date;
};

/** A principal of whom something is stored, or about to be. */
export type KnownPrincipal = Pick<Principal, 'network'> & { owner: Owner };

/** Nothing of this visitor is stored, so no upload is, either. */
export const unknownVisitor = ({ hasCookie }: Principal) =>
  hasCookie
    ? new AppError('upload_not_found', 'no upload of this visitor has arrived')
    : new AppError('cookies_needed', 'no cookie came with this start');

/**
 * Whoever an upload is signed for. A newcomer has no row before the upload arrives; a user has no
 * `tokenHash`.
 */
export type Uploader = KnownPrincipal & { tokenHash: string; isNewcomer: boolean };

/**
 * Names networks so that limits can count them and nobody can read an address in the database: a
 * keyed hash of what `clientAddress` calls the visitor.
 */
export function createNetworkNames(secret: string): (address: string) => string {
  return remembered((address) =>
    createHmac('sha256', secret).update(address).digest('base64url').slice(0, 16),
  );
}
