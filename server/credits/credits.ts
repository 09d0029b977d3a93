import { findReceiver, purseOf } from '../owners/owners.store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import { type CreditKind, type CreditReason, takenBy, writeLotLine } from './credit-lines.store.ts';
import {
  type CreditLot,
  changeLot,
  dueLots,
  insertLot,
  type LotBalance,
  lockLot,
  lockLotsOfOrder,
  lockLotsOfPurse,
} from './credit-lots.store.ts';
import { graceOf } from './grace.ts';

/*
 * Credit grants and take-backs that are not part of a task. Lock order: owner, balance, task,
 * credit grant.
 */

/** Maximum number of credits that one cause may grant. A higher number is a bug. */
const mostCredits = 1_000_000;

const reasons = {
  purchase: 'order.paid',
  renewal: 'subscription.renewed',
} as const;

export type Grant = {
  ownerId: string;
  /** number from 1 to 1,000,000 */
  amount: number;
  source: CreditLot['source'];
  /** idempotency key, for example `order:<id>:purchase` or `welcome:<ownerId>` */
  cause: string;
  orderId?: string | null;
  /** null if the credits never expire */
  expiresAt: Date | null;
  kind: Extract<CreditKind, 'grant' | 'purchase' | 'renewal'>;
  now: Date;
};

export type Granted =
  | { outcome: 'granted' | 'repeated' }
  /** the owner's account is closed or never existed */
  | { outcome: 'noOwner' };

function reasonOf({ kind, source }: Grant): CreditReason {
  if (kind !== 'grant') return reasons[kind];
  return source === 'welcome' ? 'account.made' : 'operator.granted';
}

function refuseAmount(amount: number) {
  if (Number.isInteger(amount) && amount > 0 && amount <= mostCredits) return;
  throw new RangeError(`Expected 1 to ${mostCredits} credits, got ${amount}.`);
}

/** Makes a credit grant, once per cause. Credits of a merged guest go to the user. */
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
  /** upper limit, because used and expired credits cannot be taken back */
  amount: number;
  /** idempotency key, for example `refund:<id>` */
  cause: string;
  reason?: Extract<CreditReason, 'order.refunded' | 'order.chargedBack' | 'subscription.changed'>;
  now: Date;
};

/**
 * Returns the usable credits of a grant. They are 0 after its expiry, even if the ledger line is
 * not written yet.
 */
const usableNow = ({ lot, balance }: LotBalance, now: Date) =>
  lot.expiresAt !== null && lot.expiresAt <= now ? 0 : balance;

/**
 * Takes back the remaining credits of an order. Credits that a task has reserved are not included.
 * The owner keeps reserved credits if they are released.
 * @returns the number of credits taken, by this call or an earlier one with the same cause
 */
export async function takeBackCredits(tx: Tx, request: TakeBack): Promise<number> {
  const { cause, reason = 'order.refunded', now } = request;
  refuseAmount(request.amount);
  const lots = await lockLotsOfOrder(tx, request);
  const before = await takenBy(tx, cause);
  if (before !== undefined) return before;
  let missing = request.amount;
  for (const [n, left] of lots.entries()) {
    const { lot } = left;
    const taken = Math.min(missing, usableNow(left, now));
    missing -= taken;
    // A cause that took no credits is recorded as well, so that a repeated call takes no credits
    // later.
    const isLast = n === lots.length - 1 && missing === request.amount;
    if (taken === 0 && !isLast) continue;
    const { id: lotId, purseId } = lot;
    await writeLotLine(tx, { purseId, lotId, kind: 'refund', reason, cause, amount: -taken, now });
  }
  return request.amount - missing;
}

/** Returns the credits that `takeBackCredits` could take now. */
export async function creditsLeftOfOrder(
  tx: Tx,
  order: { ownerId: string; orderId: string; now: Date },
): Promise<number> {
  const lots = await lockLotsOfOrder(tx, order);
  return lots.reduce((sum, left) => sum + usableNow(left, order.now), 0);
}

/** Writes off the remaining credits of a grant. The caller holds the lock of the grant. */
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
 * Returns credits to a credit grant. An expired grant stays usable for a grace period.
 * @param write writes the ledger line; returns false if the credits were returned before
 */
export async function returnIntoLot(
  tx: Tx,
  { lotId, now }: { lotId: string; now: Date },
  write: () => Promise<boolean>,
): Promise<void> {
  const left = await lockLot(tx, lotId);
  const { expiresAt, promisedUntil, expiredAt } = left.lot;
  const isOver = expiresAt !== null && expiresAt <= now;
  // Only the returned credits get the grace period, not the rest of the grant.
  if (isOver && expiredAt === null) await endLot(tx, left, { reason: 'lot.expired', now });
  if (!(await write()) || expiresAt === null) return;
  const grace = graceOf({ promisedUntil: promisedUntil ?? expiresAt, now });
  if (grace <= expiresAt) return;
  await changeLot(tx, lotId, { expiresAt: grace, expiredAt: null });
  reached('release.grace-given');
}

/** Writes the expiry of every expired credit grant. */
export async function expireLots(db: Database, now: Date): Promise<void> {
  for (const id of await dueLots(db, now)) {
    await db.transaction(async (tx) => {
      const left = await lockLot(tx, id);
      // Credits that were returned in the meantime may have extended the expiry.
      const isDue = left.lot.expiresAt !== null && left.lot.expiresAt <= now;
      if (isDue && left.lot.expiredAt === null)
        await endLot(tx, left, { reason: 'lot.expired', now });
    });
    reached('expiry.lot-ended');
  }
}

/** Writes off the credits of a closed account. Its tasks have already released their credits. */
export async function forfeitCredits(
  tx: Tx,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  for (const left of await lockLotsOfPurse(tx, await purseOf(tx, ownerId))) {
    await endLot(tx, left, { reason: 'account.closed', now });
  }
}
