import { createHmac } from 'node:crypto';
import { hasLotOf } from '../../store/credit-lots.store.ts';
import type { Database, Tx } from '../../store/database.ts';
import { countNewOwners } from '../../store/owners.store.ts';
import type { User } from '../../store/users.store.ts';
import { forgetLeft, noteLeft, wasLeftSince } from '../../store/welcomed-addresses.store.ts';
import { reached } from '../../write-points.ts';
import { grantCredits } from '../credits.ts';

const dayMs = 86_400_000;
/** How long the credits can be used, and how long an address that was left gets no new ones. */
const yearMs = 365 * dayMs;

/** The credits that everybody gets who signs up, once (0321). */
export type Welcome = {
  /** An account was made; it gets its credits unless its address had some within a year. */
  greet(tx: Tx, user: Pick<User, 'ownerId' | 'email'>, network: string): Promise<void>;
  /** An account changes its address, or is closed. */
  leave(tx: Tx, user: Pick<User, 'ownerId' | 'email'>): Promise<void>;
  /** Forgets addresses that were left more than a year ago. */
  purge(db: Database): Promise<void>;
};

export function createWelcome(deps: {
  /** so that nobody who reads the table can try addresses */
  secret: string;
  credits: number;
  /** of one network within a day; who comes later is no person any more */
  mostPerNetwork: number;
  now: () => Date;
}): Welcome {
  const { secret, credits, mostPerNetwork, now } = deps;
  const hashOf = (address: string) =>
    createHmac('sha256', secret).update(`welcome\n${address}`).digest('base64url');
  const before = (ms: number) => new Date(now().getTime() - ms);

  async function isEntitled(tx: Tx, address: string, network: string): Promise<boolean> {
    const known = { addressHash: hashOf(address), since: before(yearMs) };
    if (await wasLeftSince(tx, known)) return false;
    return (await countNewOwners(tx, network, before(dayMs))) <= mostPerNetwork;
  }

  return {
    async greet(tx, { ownerId, email }, network) {
      reached('signUp.user-made');
      if (credits === 0 || !(await isEntitled(tx, email, network))) return;
      await grantCredits(tx, {
        ...{ ownerId, amount: credits, source: 'welcome', cause: `welcome:${ownerId}` },
        ...{ kind: 'grant', now: now(), expiresAt: new Date(now().getTime() + yearMs) },
      });
    },
    async leave(tx, { ownerId, email }) {
      if (!(await hasLotOf(tx, { ownerId, source: 'welcome' }))) return;
      await noteLeft(tx, { addressHash: hashOf(email), now: now() });
      reached('welcome.address-left');
    },
    purge: (db) => forgetLeft(db, before(yearMs)),
  };
}
