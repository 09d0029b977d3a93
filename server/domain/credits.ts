import {
  type CreditKind,
  type CreditReason,
  takenBy,
  writeLotLine,
} from '../store/credit-lines.store.ts';
import {
  type CreditLot,
  changeLot,
  dueLots,
  insertLot,
  type LotBalance,
  lockLot,
  lockLotsOfOrder,
  lockLotsOfPurse,
} from '../store/credit-lots.store.ts';
import type { Database, Tx } from '../store/database.ts';
import { findReceiver, purseOf } from '../store/owners.store.ts';
import { reached } from '../write-points.ts';
import { graceOf } from './grace.ts';
import { newId } from './guests.ts';

/* What puts credits into a purse and takes them out again, besides tasks. Locks: owner, purse, task, lot. */

/** What one cause may give: more is a mistake. */
const mostCredits = 1_000_000;

const reasons = {
  purchase: 'order.paid',
  renewal: 'subscription.renewed',
} as const;

export type Grant = {
  ownerId: string;
  /** 1 to 1 000 000 */
  amount: number;
  source: CreditLot['source'];
  /** a second grant of one cause changes nothing: `order:<id>:purchase`, `welcome:<ownerId>` */
  cause: string;
  orderId?: string | null;
  /** null: never */
  expiresAt: Date | null;
  kind: Extract<CreditKind, 'grant' | 'purchase' | 'renewal'>;
  now: Date;
};

export type Granted =
  | { outcome: 'granted' | 'repeated' }
  /** the account is closed, or there never was one: nobody can use them */
  | { outcome: 'noOwner' };

function reasonOf({ kind, source }: Grant): CreditReason {
  if (kind !== 'grant') return reasons[kind];
  return source === 'welcome' ? 'account.made' : 'operator.granted';
}

function refuseAmount(amount: number) {
  if (Number.isInteger(amount) && amount > 0 && amount <= mostCredits) return;
  throw new RangeError(`${amount} is no number of credits from 1 to ${mostCredits}`);
}

/** Gives an owner a lot of credits, once for each cause. A merged guest's go to the user. */
export async function grantCredits(tx: Tx, grant: Grant): Promise<Granted> {
  const { amount, source, cause, orderId = null, expiresAt, kind, now } = grant;
  refuseAmount(amount);
  const ownerId = await findReceiver(tx, grant.ownerId);
  if (ownerId === null) return { outcome: 'noOwner' };
  const purseId = await purseOf(tx, ownerId);
  const lot = { id: newId(), purseId, source, cause, orderId, expiresAt, createdAt: now };
  if (!(await insertLot(tx, lot))) return { outcome: 'repeated' };
  reached('grant.lot-made');
  const line = { purseId, lotId: lot.id, kind, reason: reasonOf(grant), cause, amount, now };
  await writeLotLine(tx, line);
  reached('grant.line-written');
  return { outcome: 'granted' };
}

export type TakeBack = {
  ownerId: string;
  orderId: string;
  /** at most this much: what was used or has expired cannot be taken */
  amount: number;
  /** a second call of one cause changes nothing: `refund:<id>` */
  cause: string;
  reason?: Extract<CreditReason, 'order.refunded' | 'order.chargedBack' | 'subscription.changed'>;
  now: Date;
};

/** A lot whose time is over holds nothing, whether its expiry is in the ledger yet or not. */
const usableNow = ({ lot, balance }: LotBalance, now: Date) =>
  lot.expiresAt !== null && lot.expiresAt <= now ? 0 : balance;

/**
 * Takes what is left of an order's lots. What a task has reserved is not there; it stays the owner's when
 * it comes back.
 * @returns how many credits were taken, by this call or an earlier one of the same cause
 */
export async function takeBackCredits(tx: Tx, wish: TakeBack): Promise<number> {
  const { cause, reason = 'order.refunded', now } = wish;
  refuseAmount(wish.amount);
  const lots = await lockLotsOfOrder(tx, wish);
  const before = await takenBy(tx, cause);
  if (before !== undefined) return before;
  let missing = wish.amount;
  for (const [n, left] of lots.entries()) {
    const { lot } = left;
    const taken = Math.min(missing, usableNow(left, now));
    missing -= taken;
    // A cause that could take nothing is written down as well: it takes nothing later, either.
    const isLast = n === lots.length - 1 && missing === wish.amount;
    if (taken === 0 && !isLast) continue;
    const { id: lotId, purseId } = lot;
    await writeLotLine(tx, { purseId, lotId, kind: 'refund', reason, cause, amount: -taken, now });
  }
  return wish.amount - missing;
}

/** What an order's lots still hold: what `takeBackCredits` could take now. */
export async function creditsLeftOfOrder(
  tx: Tx,
  order: { ownerId: string; orderId: string; now: Date },
): Promise<number> {
  const lots = await lockLotsOfOrder(tx, order);
  return lots.reduce((sum, left) => sum + usableNow(left, order.now), 0);
}

/** Writes down that what is left of a lot is gone; the caller has locked it. */
export async function endLot(
  tx: Tx,
  { lot, balance }: LotBalance,
  { reason, now }: { reason: 'lot.expired' | 'account.closed'; now: Date },
): Promise<void> {
  if (balance > 0) {
    const { id: lotId, purseId } = lot;
    const line = { purseId, lotId, kind: 'expiry', reason, cause: null, amount: -balance } as const;
    await writeLotLine(tx, { ...line, now });
    reached('expiry.line-written');
  }
  await changeLot(tx, lot.id, { expiredAt: now });
}

/**
 * Gives credits back to a lot, which can be used for a while yet even if its time is over.
 * @param write false if they came back before
 */
export async function returnIntoLot(
  tx: Tx,
  { lotId, now }: { lotId: string; now: Date },
  write: () => Promise<boolean>,
): Promise<void> {
  const left = await lockLot(tx, lotId);
  const { expiresAt, promisedUntil, expiredAt } = left.lot;
  const isOver = expiresAt !== null && expiresAt <= now;
  // The rest of the lot does not come back with what is given back.
  if (isOver && expiredAt === null) await endLot(tx, left, { reason: 'lot.expired', now });
  if (!(await write()) || expiresAt === null) return;
  const grace = graceOf({ promisedUntil: promisedUntil ?? expiresAt, now });
  if (grace <= expiresAt) return;
  await changeLot(tx, lotId, { expiresAt: grace, expiredAt: null });
  reached('release.grace-given');
}

/** Writes the expiry of every lot whose time is over. */
export async function expireLots(db: Database, now: Date): Promise<void> {
  for (const id of await dueLots(db, now)) {
    await db.transaction(async (tx) => {
      const left = await lockLot(tx, id);
      // What came back meanwhile has moved the date.
      const isDue = left.lot.expiresAt !== null && left.lot.expiresAt <= now;
      if (isDue && left.lot.expiredAt === null)
        await endLot(tx, left, { reason: 'lot.expired', now });
    });
    reached('expiry.lot-ended');
  }
}

/** What is left of an account that is closed; tasks have given back theirs before. */
export async function forfeitCredits(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  for (const left of await lockLotsOfPurse(tx, await purseOf(tx, ownerId))) {
    await endLot(tx, left, { reason: 'account.closed', now });
  }
}
