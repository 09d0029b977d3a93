import type { Locale } from '../../machines/model/locale.ts';
import type { CodeRefusal } from '../mail/email-codes.ts';
import type { Guests } from '../owners/guests.ts';
import type { Owner } from '../owners/principal.ts';
import type { Place, Sessions } from '../owners/sessions.ts';
import { findUserByEmail, insertUser, type User } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import { mergeGuest } from './merge.store.ts';
import type { Welcome } from './welcome.ts';

/** A browser that signs in. */
export type Newcomer = Place & {
  /** token of this browser's guest, who is merged into the account */
  guestToken: string | undefined;
  /** language of the current page */
  locale: Locale;
};

/** A signed-in user: the token, and the data that was merged from the guest. */
export type Entered = {
  token: string;
  owner: Owner;
  email: string;
  mergedRecords: number;
  /** credits granted for signing up; 0 for an existing account */
  welcome: number;
};

/** A user. `welcome` is the number of welcome credits, if this sign-in created the account. */
type Entrant = User & { welcome?: number };

export type Entrance = {
  /**
   * Returns the account of a mailbox whose owner has proven access. If there is none, the account
   * is created with its welcome credits. The caller holds the lock of the address.
   */
  userOf(tx: Tx, address: string, from: Newcomer): Promise<Entrant>;
  /**
   * Begins a session and merges the guest into the account. If one of the two steps fails, neither
   * takes effect.
   */
  enter(tx: Tx, user: Entrant, from: Newcomer): Promise<Entered>;
};

/**
 * Runs `work` in a transaction. Throws a refusal only after the commit, because the count of wrong
 * codes must be stored.
 */
export async function commitEntrance(
  db: Database,
  work: (tx: Tx) => Promise<Entered | CodeRefusal>,
): Promise<Entered> {
  const outcome = await db.transaction(work);
  if (typeof outcome === 'string') throw new AppError(outcome, 'the code was refused');
  reached('signIn.committed');
  return outcome;
}

export function createEntrance(deps: {
  sessions: Sessions;
  guests: Guests;
  welcome: Welcome;
  now: () => Date;
}): Entrance {
  const { sessions, guests, welcome, now } = deps;
  return {
    async userOf(tx, address, { subnet, locale, guestToken }) {
      const known = await findUserByEmail(tx, address);
      if (known) return known;
      const ids = { ownerId: newId(), purseId: newId() };
      const made = { ...ids, email: address, locale, subnet, createdAt: now() };
      const user = await insertUser(tx, made);
      const guestId = await guests.idOf(tx, guestToken);
      return { ...user, welcome: await welcome.greet(tx, user, { subnet, guestId }) };
    },
    async enter(tx, { ownerId, email, welcome: given = 0 }, from) {
      const guestId = await guests.idOf(tx, from.guestToken);
      const mergedRecords =
        guestId === null ? 0 : await mergeGuest(tx, { guestId, userId: ownerId, now: now() });
      const token = await sessions.begin(tx, ownerId, from);
      reached('signIn.session-made');
      const owner: Owner = { id: ownerId, kind: 'user' };
      return { token, owner, email, mergedRecords, welcome: given };
    },
  };
}
