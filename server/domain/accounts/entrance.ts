import type { Locale } from '../../../machines/model/locale.ts';
import { AppError } from '../../errors.ts';
import type { Database, Tx } from '../../store/database.ts';
import { mergeGuest } from '../../store/merge.store.ts';
import { findUserByEmail, insertUser, type User } from '../../store/users.store.ts';
import { reached } from '../../write-points.ts';
import { type Guests, newId } from '../guests.ts';
import type { Owner } from '../principal.ts';
import type { CodeRefusal } from './email-codes.ts';
import type { Place, Sessions } from './sessions.ts';
import type { Welcome } from './welcome.ts';

/** A browser that wants to sign in. */
export type Newcomer = Place & {
  /** of this browser's guest, whose things move into the account */
  guestToken: string | undefined;
  /** of the page that it looks at */
  locale: Locale;
};

/** Somebody who is in: the token, and what their guest brought with them. */
export type Entered = {
  token: string;
  owner: Owner;
  email: string;
  mergedRecords: number;
  /** credits given for signing up; 0 for an account that existed */
  welcome: number;
};

/** `welcome`: credits given just now, if this sign-in has made the account. */
type Entrant = User & { welcome?: number };

export type Entrance = {
  /** The account of a mailbox that was proven; made, and welcomed, where there is none. The address is locked. */
  userOf(tx: Tx, address: string, from: Newcomer): Promise<Entrant>;
  /** A session, and the guest's things in the account: all of it or nothing. */
  enter(tx: Tx, user: Entrant, from: Newcomer): Promise<Entered>;
};

/** What a wrong code has changed is kept, so it is no error before the transaction has ended. */
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
    async userOf(tx, address, { network, locale, guestToken }) {
      const known = await findUserByEmail(tx, address);
      if (known) return known;
      const ids = { ownerId: newId(), purseId: newId() };
      const made = { ...ids, email: address, locale, network, createdAt: now() };
      const user = await insertUser(tx, made);
      const guestId = await guests.idOf(tx, guestToken);
      return { ...user, welcome: await welcome.greet(tx, user, { network, guestId }) };
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
