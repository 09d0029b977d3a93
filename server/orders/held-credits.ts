import { changeLinesOfOrder, linesOfCauses, writeLotLine } from '../credits/credit-lines.store.ts';
import { findLot, isForfeited } from '../credits/credit-lots.store.ts';
import { returnIntoLot, takeBackCredits } from '../credits/credits.ts';
import type { Tx } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import type { Subscription } from '../subscriptions/subscriptions.store.ts';
import { findOrder, isWaiting, type Order } from './orders.store.ts';
import { changesUnderWay } from './plan-orders.store.ts';

/*
 * A plan change deducts the remaining credits of the old plan. These credits leave their credit
 * grant in the transaction that writes the charge, so that no new task spends them while the charge
 * is in progress.
 */

export const holdCause = (orderId: string) => `change:${orderId}`;
export const releaseCause = (orderId: string) => `change:${orderId}:back`;

/**
 * Takes the credits that a plan change deducts.
 * @returns the number of held credits
 */
export const holdCredits = (tx: Tx, plan: Subscription, change: Order, now: Date) =>
  takeBackCredits(tx, {
    ownerId: plan.ownerId,
    orderId: plan.lastOrderId,
    amount: plan.credits,
    cause: holdCause(change.id),
    reason: 'subscription.changed',
    now,
  });

/** Returns the credits that an ended plan change held. A second call changes nothing. */
export async function releaseCredits(tx: Tx, changeId: string, now: Date): Promise<void> {
  const held = await linesOfCauses(tx, [holdCause(changeId)]);
  for (const { lotId, purseId, amount } of held) {
    // The credits of a closed account are forfeited.
    if (lotId === null || amount === 0 || (await isForfeited(tx, purseId))) continue;
    await returnIntoLot(tx, { lotId, now }, async () => {
      const cause = releaseCause(changeId);
      if ((await linesOfCauses(tx, [cause])).some((line) => line.lotId === lotId)) return false;
      const line = { purseId, lotId, cause, amount: -amount, now };
      await writeLotLine(tx, { ...line, kind: 'adjustment', reason: 'subscription.unchanged' });
      return true;
    });
    reached('change.credits-released');
  }
}

/** Returns true if a completed plan change has deducted credits of this order. */
export async function wasDeducted(tx: Tx, orderId: string): Promise<boolean> {
  let kept = 0;
  for (const { cause, amount } of await changeLinesOfOrder(tx, orderId)) {
    const change = await findOrder(tx, cause?.split(':')[1] ?? '');
    if (change && !isWaiting(change)) kept += amount;
  }
  return kept < 0;
}

/**
 * Returns the credits that pending changes of an ended plan hold, because an ended plan cannot
 * change.
 */
export async function releaseOfPlan(tx: Tx, planId: string, now: Date): Promise<void> {
  for (const { id } of await changesUnderWay(tx, planId)) await releaseCredits(tx, id, now);
}

/** Returns the number of an order's credits that pending plan changes hold. */
export async function heldOfOrder(tx: Tx, planId: string, orderId: string): Promise<number> {
  const changes = await changesUnderWay(tx, planId);
  const causes = changes.flatMap(({ id }) => [holdCause(id), releaseCause(id)]);
  let held = 0;
  for (const { lotId, amount } of await linesOfCauses(tx, causes)) {
    const lot = lotId === null ? undefined : await findLot(tx, lotId);
    if (lot?.orderId === orderId) held -= amount;
  }
  return held;
}
