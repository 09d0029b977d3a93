import { createHmac } from 'node:crypto';
import { dayOf } from '../credits/allowance.ts';
import { hasLotOf } from '../credits/credit-lots.store.ts';
import { grantCredits } from '../credits/credits.ts';
import { newcomerMs } from '../owners/guests.ts';
import { countNewOwners, findReceiver, lockSubnet, setFreeFrom } from '../owners/owners.store.ts';
import type { User } from '../owners/users.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import { mailboxOf } from './mailbox.ts';
import {
  findMailbox,
  forgetMailboxes,
  lockMailbox,
  noteMailbox,
} from './welcomed-addresses.store.ts';

const dayMs = 86_400_000;
/** Lifetime of the welcome credits, and the time before the same mailbox can get them again. */
const yearMs = 365 * dayMs;

type Newcomer = {
  /** the client's subnet */
  subnet: string;
  /** guest of this browser, who is merged into the account, or null if there is none */
  guestId: string | null;
};

/**
 * Grants the free credits of new accounts. The welcome grant and the first day's allowance are
 * limited together.
 */
export type Welcome = {
  /**
   * Call it for a new account. Grants the welcome credits, unless the mailbox (in any spelling)
   * got them within a year, or the subnet has reached the limit of new visitors. Withholds the
   * first day's allowance beyond that limit, and if the mailbox had an account on the same day. A
   * guest who signs up keeps the allowance.
   * @returns the welcome credits
   */
  greet(tx: Tx, user: Pick<User, 'ownerId' | 'email'>, from: Newcomer): Promise<number>;
  /**
   * Call it when an account changes its email address or is closed.
   * @param next the new address, or null if the account is closed
   */
  leave(tx: Tx, user: Pick<User, 'ownerId' | 'email'>, next: string | null): Promise<void>;
  /** Removes mailboxes whose time limits have passed. */
  purge(db: Database): Promise<void>;
};

export function createWelcome(deps: {
  /** key of the address hashes, so that readers of the table cannot test guessed email addresses */
  secret: string;
  credits: number;
  /** limit of new guests and accounts per subnet and day */
  mostPerSubnet: number;
  now: () => Date;
}): Welcome {
  const { secret, credits, mostPerSubnet, now } = deps;
  const hashOf = (address: string) =>
    createHmac('sha256', secret)
      .update(`welcome\n${mailboxOf(address)}`)
      .digest('base64url');
  const before = (ms: number) => new Date(now().getTime() - ms);

  const isGuestHere = async (tx: Tx, guestId: string | null) =>
    guestId !== null && (await findReceiver(tx, guestId)) === guestId;

  return {
    async greet(tx, { ownerId, email }, { subnet, guestId }) {
      reached('signUp.user-made');
      const today = dayOf(now());
      const addressHash = hashOf(email);
      // The caller holds the lock of the email address. All callers take these two locks in the
      // same order, to prevent deadlocks.
      await lockMailbox(tx, addressHash);
      await lockSubnet(tx, subnet);
      const known = await findMailbox(tx, { addressHash, since: before(yearMs) });
      const isCrowded = (await countNewOwners(tx, subnet, before(newcomerMs))) > mostPerSubnet;
      const isBack = known?.usedAt ? dayOf(known.usedAt) === today : false;
      if (isBack || (isCrowded && !(await isGuestHere(tx, guestId)))) {
        await setFreeFrom(tx, ownerId, dayOf(new Date(now().getTime() + dayMs)));
      }
      const welcomed = credits > 0 && !known?.leftAt && !isCrowded;
      await noteMailbox(tx, { addressHash, welcomed, now: now() });
      if (!welcomed) return 0;
      await grantCredits(tx, {
        ownerId,
        amount: credits,
        source: 'welcome',
        cause: `welcome:${ownerId}`,
        kind: 'grant',
        now: now(),
        expiresAt: new Date(now().getTime() + yearMs),
      });
      return credits;
    },
    async leave(tx, { ownerId, email }, next) {
      const welcomed = await hasLotOf(tx, { ownerId, source: 'welcome' });
      for (const address of next === null ? [email] : [email, next]) {
        await noteMailbox(tx, { addressHash: hashOf(address), welcomed, now: now() });
      }
      reached('welcome.address-left');
    },
    purge: (db) => forgetMailboxes(db, { left: before(yearMs), used: before(dayMs) }),
  };
}
