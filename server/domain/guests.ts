import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Database, Queries, Tx } from '../store/database.ts';
import { findMerge } from '../store/merge.store.ts';
import {
  countNewOwners,
  findOwnerByGuestToken,
  findReceiver,
  insertGuest,
  markSeen,
} from '../store/owners.store.ts';
import type { Owner } from './principal.ts';

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The form of a guest cookie: 32 bytes. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

const dayMs = 86_400_000;
const seenEveryMs = dayMs;
/** How long an owner counts as a new visitor of its network. */
export const newcomerMs = dayMs;

/** Unguessable, and fit for addresses and file names. */
export const newId = () => randomBytes(16).toString('base64url');

/**
 * A guest as a signed upload carries it; the row is made when the upload arrives. A user, who has rows
 * already, has an empty `tokenHash`.
 */
export type GuestClaim = { id: string; tokenHash: string; network: string };

export type Guests = {
  /** Null for an absent, malformed or unknown token. */
  find(token: string | undefined): Promise<Owner | null>;
  /**
   * Who a visitor without a row will be as soon as something is stored, and by which token. A token
   * that this server gave out gives the same guest again; nothing is written.
   */
  newcomer(token: string | undefined): { owner: Owner; token: string };
  /** The user into whom the guest of this token was merged: nobody is that guest again. */
  mergeOf(token: string | undefined): Promise<{ userId: string; at: Date } | undefined>;
  /** The guest of this token, whether or not anything of it is stored; null for a foreign token. */
  idOf(queries: Queries, token: string | undefined): Promise<string | null>;
  /**
   * @param network the client's, see `Principal`
   * @param waiting guests of this network who have no row yet
   * @throws AppError too_many_guests
   */
  refuseTooMany(network: string, waiting: number): Promise<void>;
  /**
   * Makes the rows of a guest where there are none.
   * @returns the owner of what arrives: the user, when the guest was merged meanwhile; null when there is
   * nobody any more
   * @throws AppError too_many_guests
   */
  admit(tx: Tx, claim: GuestClaim): Promise<string | null>;
};

/**
 * Tokens carry a signature, so that a visitor of whom nothing is stored is known by the cookie alone:
 * 16 random bytes and their keyed hash.
 */
function createTokens(secret: string) {
  const hmac = (use: string, data: Buffer | string) =>
    createHmac('sha256', secret).update(`guest ${use} `).update(data).digest().subarray(0, 16);
  return {
    make(): string {
      const seed = randomBytes(16);
      return Buffer.concat([seed, hmac('token', seed)]).toString('base64url');
    },
    isOurs(token: string): boolean {
      const bytes = Buffer.from(token, 'base64url');
      // Several spellings decode to the same bytes; only the one that was given out is a guest.
      if (bytes.toString('base64url') !== token) return false;
      return timingSafeEqual(bytes.subarray(16), hmac('token', bytes.subarray(0, 16)));
    },
    ownerId: (token: string) => hmac('owner', token).toString('base64url'),
  };
}

/** @param options.secret signs the tokens; with another one, visitors without a row are new guests */
export function createGuests(
  db: Database,
  options: { now: () => Date; secret: string; newGuestsPerAddress: number },
): Guests {
  const { now, secret, newGuestsPerAddress } = options;
  const tokens = createTokens(secret);
  const aDayAgo = () => new Date(now().getTime() - newcomerMs);
  const isOurs = (token: string | undefined): token is string =>
    token !== undefined && tokenShape.test(token) && tokens.isOurs(token);
  const tooMany = () =>
    new AppError('too_many_guests', `${newGuestsPerAddress} new guests of one network`);

  return {
    async find(token) {
      if (!token || !tokenShape.test(token)) return null;
      const found = await findOwnerByGuestToken(db, hashOf(token));
      if (!found) return null;
      const { lastSeenAt, ...owner } = found;
      const before = new Date(now().getTime() - seenEveryMs);
      if (lastSeenAt < before) await markSeen(db, { id: owner.id, now: now(), before });
      return owner;
    },
    newcomer(given) {
      const token = isOurs(given) ? given : tokens.make();
      return { owner: { id: tokens.ownerId(token), kind: 'guest' }, token };
    },
    async mergeOf(token) {
      return isOurs(token) ? await findMerge(db, tokens.ownerId(token)) : undefined;
    },
    async idOf(queries, token) {
      if (!token || !tokenShape.test(token)) return null;
      const known = await findOwnerByGuestToken(queries, hashOf(token));
      return known?.id ?? (isOurs(token) ? tokens.ownerId(token) : null);
    },
    // Who clears the cookies is a new guest, with the credits of one.
    async refuseTooMany(network, waiting) {
      const known = await countNewOwners(db, network, aDayAgo());
      if (known + waiting >= newGuestsPerAddress) throw tooMany();
    },
    async admit(tx, claim) {
      const isUser = claim.tokenHash === '';
      const guest = { ...claim, purseId: newId(), now: now() };
      if (isUser || !(await insertGuest(tx, guest))) return await findReceiver(tx, claim.id);
      const known = await countNewOwners(tx, claim.network, aDayAgo());
      if (known > newGuestsPerAddress) throw tooMany();
      return claim.id;
    },
  };
}
