import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import {
  countNewGuests,
  findOwnerByGuestToken,
  insertGuest,
  markSeen,
} from '../store/owners.store.ts';
import type { Owner } from './principal.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The form of a guest cookie: 256 random bits. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

const dayMs = 86_400_000;
const seenEveryMs = dayMs;

/** Unguessable, and fit for addresses and file names. */
export const newId = () => randomBytes(16).toString('base64url');

export type Guests = {
  /** Null for an absent, malformed or unknown token. */
  find(token: string | undefined): Promise<Owner | null>;
  /**
   * @param network the client's, see `Principal`
   * @throws AppError too_many_guests
   */
  create(network: string): Promise<{ owner: Owner; token: string }>;
};

export function createGuests(
  db: Database,
  now: () => Date,
  { newGuestsPerAddress }: { newGuestsPerAddress: number },
): Guests {
  /** Who clears the cookies is a new guest, with the credits of one. */
  async function refuseTooMany(network: string) {
    const since = new Date(now().getTime() - dayMs);
    if ((await countNewGuests(db, network, since)) < newGuestsPerAddress) return;
    throw new AppError('too_many_guests', `${newGuestsPerAddress} new guests of one network`);
  }

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
    async create(network) {
      await refuseTooMany(network);
      const token = randomBytes(32).toString('base64url');
      const owner: Owner = { id: newId(), kind: 'guest' };
      const guest = { id: owner.id, purseId: newId(), tokenHash: hashOf(token), network };
      await db.transaction((tx) => insertGuest(tx, { ...guest, now: now() }));
      return { owner, token };
    },
  };
}
