import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import {
  countNewOwners,
  findMerge,
  findOwnerByGuestToken,
  findReceiver,
  insertGuest,
  markSeen,
} from './owners.store.ts';
import type { Owner } from './principal.ts';

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Matches a guest cookie: 32 bytes in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

const dayMs = 86_400_000;
const seenEveryMs = dayMs;
/** Time for which an owner counts as new in its subnet. */
export const newcomerMs = dayMs;

/**
 * The guest of a signed upload, whose row is created when the upload arrives. Users already have
 * rows, so their `tokenHash` is empty.
 */
export type GuestClaim = { id: string; tokenHash: string; subnet: string };

export type Guests = {
  /** Returns the guest of a token, or null if the token is absent, malformed or unknown. */
  find(token: string | undefined): Promise<Owner | null>;
  /**
   * Returns a guest and a token for a visitor without a row. The row is created when data of the
   * visitor is first stored. A token that this server issued returns the same guest again. Writes
   * nothing.
   */
  newcomer(token: string | undefined): { owner: Owner; token: string };
  /**
   * Returns the user into whom this token's guest was merged, and the time. That guest no longer
   * exists.
   */
  mergeOf(token: string | undefined): Promise<{ userId: string; at: Date } | undefined>;
  /**
   * Returns the id of this token's guest, even if the guest has no row. Returns null if this server
   * did not issue the token.
   */
  idOf(queries: Queries, token: string | undefined): Promise<string | null>;
  /**
   * Refuses a new guest if the subnet has too many.
   * @param subnet the client's subnet, see `Principal`
   * @param waiting guests of this subnet who have no row yet
   * @throws AppError too_many_guests
   */
  refuseTooMany(subnet: string, waiting: number): Promise<void>;
  /**
   * Creates a guest's rows if they are missing.
   * @returns the owner of the arriving upload: the user if the guest was merged in the meantime,
   * or null if the owner no longer exists
   * @throws AppError too_many_guests
   */
  admit(tx: Tx, claim: GuestClaim): Promise<string | null>;
};

/**
 * Creates the functions that make and check tokens. A token is 16 random bytes and their keyed
 * hash. The hash lets the server recognise a visitor without stored data by the cookie alone.
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
      // Several spellings decode to the same bytes. Only the spelling that was issued is valid.
      if (bytes.toString('base64url') !== token) return false;
      return timingSafeEqual(bytes.subarray(16), hmac('token', bytes.subarray(0, 16)));
    },
    ownerId: (token: string) => hmac('owner', token).toString('base64url'),
  };
}

/**
 * Creates the functions for guests.
 * @param options.secret signs the tokens; a new secret turns visitors without a row into new guests
 */
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
    new AppError('too_many_guests', `more than ${newGuestsPerAddress} new guests in one subnet`);

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
    // A visitor who deletes the cookies is a new guest, with a new allowance.
    async refuseTooMany(subnet, waiting) {
      const known = await countNewOwners(db, subnet, aDayAgo());
      if (known + waiting >= newGuestsPerAddress) throw tooMany();
    },
    async admit(tx, claim) {
      const isUser = claim.tokenHash === '';
      const guest = { ...claim, purseId: newId(), now: now() };
      if (isUser || !(await insertGuest(tx, guest))) return await findReceiver(tx, claim.id);
      const known = await countNewOwners(tx, claim.subnet, aDayAgo());
      if (known > newGuestsPerAddress) throw tooMany();
      return claim.id;
    },
  };
}
