import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { findGuestByTokenHash, type Guest, insertGuest } from '../store/guests.store.ts';

export type { Guest } from '../store/guests.store.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The form of a guest cookie: 256 random bits. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Unguessable, and fit for addresses and file names. */
export const newId = () => randomBytes(16).toString('base64url');

export type Guests = {
  /** Null for an absent, malformed or unknown token. */
  find(token: string | undefined): Promise<Guest | null>;
  create(): Promise<{ guest: Guest; token: string }>;
};

export function createGuests(db: Database, now: () => Date): Guests {
  return {
    async find(token) {
      if (!token || !tokenShape.test(token)) return null;
      return (await findGuestByTokenHash(db, hashOf(token))) ?? null;
    },
    async create() {
      const token = randomBytes(32).toString('base64url');
      const guest = { id: newId() };
      await insertGuest(db, { ...guest, tokenHash: hashOf(token), createdAt: now() });
      return { guest, token };
    },
  };
}
