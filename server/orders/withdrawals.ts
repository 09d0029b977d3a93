import { creditsLeftOfOrder, takeBackCredits } from '../credits/credits.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';
import { endPlanOf, endsPlan } from '../subscriptions/plan-moves.ts';
import { subscriptionOfOrder } from '../subscriptions/subscriptions.store.ts';
import { heldOfOrder, wasDeducted } from './held-credits.ts';
import { inTransaction, type Work } from './moves.ts';
import { lockOrder, type Order } from './orders.store.ts';
import { mailBuyer, withdrawableUntil } from './payment-mails.ts';
import { lockPayment } from './payments.store.ts';
import { askRefund, type Refunds } from './refunds.ts';
import { causeOf, type Part, partsOf, type Source, sourcesOf } from './withdrawal-sources.ts';

export type WithdrawalPreview = {
  order: Order;
  amount: number;
  left: number;
  until: Date;
  endsPlan: boolean;
};

export type Withdrawals = {
  /**
   * Returns what a withdrawal from the order would refund.
   * @throws AppError not_withdrawable, deducted_by_change
   */
  preview(order: Order): Promise<WithdrawalPreview>;
  /**
   * Withdraws from an order and requests the refund.
   * @throws AppError not_withdrawable, deducted_by_change
   */
  withdraw(order: Order): Promise<void>;
};

/** Returns the unused share of the amount, rounded up in the buyer's favour. */
export const shareOf = (amount: number, left: number, credits: number): number =>
  Math.min(amount, Math.ceil((amount * left) / credits));

const paidStates: readonly Order['status'][] = ['paid', 'partlyRefunded'];

const sumOf = (parts: Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Requests the refund of one part to the payment that paid it. */
async function askPart(work: Work, { order, amount, cause }: Part): Promise<boolean> {
  if (!order.paidBy) throw new Error(`The order ${order.code} has no payment.`);
  const payment = await lockPayment(work.tx, order.paidBy);
  const { currency } = order;
  const request = { order, payment, amount, currency, reason: 'withdrawal', cause } as const;
  return await askRefund(work, request);
}

export function createWithdrawals(deps: {
  db: Database;
  refunds: Refunds;
  mailer: Mailer;
  now: () => Date;
}): Withdrawals {
  const { db, refunds, mailer, now } = deps;

  /** Returns the end of the withdrawal period. @throws AppError not_withdrawable */
  function limitOf(order: Order): Date {
    const until = withdrawableUntil(order);
    if (!until || !paidStates.includes(order.status) || until <= now()) {
      throw new AppError('not_withdrawable', `the order is ${order.status}`);
    }
    return until;
  }

  /** Returns the remaining credits of an order, including those that a pending change holds. */
  async function creditsLeft(tx: Tx, { ownerId, id: orderId }: Order): Promise<number> {
    const left = await creditsLeftOfOrder(tx, { ownerId, orderId, now: now() });
    const plan = await subscriptionOfOrder(tx, orderId);
    return left + (plan ? await heldOfOrder(tx, plan.id, orderId) : 0);
  }

  /**
   * Throws the reason why an order without remaining credits cannot be withdrawn from.
   * @throws AppError not_withdrawable, deducted_by_change
   */
  async function refuseUsed(tx: Tx, { id }: Order): Promise<never> {
    if (await wasDeducted(tx, id)) {
      throw new AppError(
        'deducted_by_change',
        "the value of the order's credits was deducted from the price of another plan",
      );
    }
    throw new AppError('not_withdrawable', 'all credits of the order are used');
  }

  const shareBack = (tx: Tx, sources: Source[], { price, credits }: Order, left: number) =>
    partsOf(tx, sources, shareOf(price, left, credits));

  async function withdrawWithin(id: string): Promise<void> {
    await inTransaction(db, now(), async (work) => {
      const { tx } = work;
      const order = await lockOrder(tx, id);
      limitOf(order);
      // The locks are taken in this order: orders from the newest, then payments.
      const sources = await sourcesOf(tx, order);
      for (const source of sources.slice(1)) await lockOrder(tx, source.order.id);
      for (const { order: paid } of sources) if (paid.paidBy) await lockPayment(tx, paid.paidBy);
      await endPlanOf(work, order);
      const taken = await takeBackCredits(tx, {
        ownerId: order.ownerId,
        orderId: id,
        amount: order.credits,
        now: work.now,
        cause: `withdrawal:${id}`,
      });
      reached('withdrawal.credits-taken');
      if (taken === 0) return await refuseUsed(tx, order);
      const parts = await shareBack(tx, sources, order, taken);
      const areNew: boolean[] = [];
      for (const part of parts) areNew.push(await askPart(work, part));
      if (!areNew[0]) return;
      await mailBuyer(mailer, tx, order, {
        cause: causeOf(id),
        kind: 'withdrawn',
        values: {
          order: order.code,
          receivedAt: work.now.toISOString(),
          amount: sumOf(parts),
          currency: order.currency,
          credits: taken,
        },
      });
    });
  }

  return {
    async preview(order) {
      const until = limitOf(order);
      return await db.transaction(async (tx) => {
        const left = await creditsLeft(tx, order);
        if (left === 0) return await refuseUsed(tx, order);
        const sources = await sourcesOf(tx, order);
        const parts = await shareBack(tx, sources, order, left);
        return {
          order,
          left,
          until,
          amount: sumOf(parts),
          endsPlan: await endsPlan(tx, order, now()),
        };
      });
    },
    async withdraw({ id }) {
      await withdrawWithin(id);
      // If this call fails, the sweep sends the refunds.
      await refunds.work();
      await mailer.wake();
    },
  };
}
