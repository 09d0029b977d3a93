import { AppError } from '../../errors.ts';
import type { Mailer } from '../../mail/mailer.port.ts';
import type { Database, Tx } from '../../store/database.ts';
import { lockOrder, type Order } from '../../store/orders.store.ts';
import { lockPayment, refundsOf } from '../../store/payments.store.ts';
import { subscriptionOfOrder } from '../../store/subscriptions.store.ts';
import { reached } from '../../write-points.ts';
import { creditsLeftOfOrder, takeBackCredits } from '../credits.ts';
import { inTransaction } from './moves.ts';
import { mailBuyer, withdrawableUntil } from './payment-mails.ts';
import { endPlanOf } from './plan-moves.ts';
import { askRefund, type Refunds } from './refunds.ts';

export type WithdrawalPreview = {
  order: Order;
  amount: number;
  left: number;
  until: Date;
  endsPlan: boolean;
};

export type Withdrawals = {
  /** @throws AppError not_withdrawable */
  preview(order: Order): Promise<WithdrawalPreview>;
  /** @throws AppError not_withdrawable */
  withdraw(order: Order): Promise<void>;
};

/** The share that was not used, rounded up: in doubt for the buyer. */
export const shareOf = (amount: number, left: number, credits: number): number =>
  Math.min(amount, Math.ceil((amount * left) / credits));

const paidStates: readonly Order['status'][] = ['paid', 'partlyRefunded'];

/** Two withdrawals from one order are one. */
const causeOf = (orderId: string) => `withdrawal ${orderId}`;

export function createWithdrawals(deps: {
  db: Database;
  refunds: Refunds;
  mailer: Mailer;
  now: () => Date;
}): Withdrawals {
  const { db, refunds, mailer, now } = deps;

  /** Until when this order may be withdrawn from. @throws AppError not_withdrawable */
  function limitOf(order: Order): Date {
    const until = withdrawableUntil(order);
    if (!until || !paidStates.includes(order.status) || until <= now()) {
      throw new AppError('not_withdrawable', `the order is ${order.status}`);
    }
    return until;
  }

  /**
   * What of the price has not gone back and is not on its way: an operator may have given a part, which
   * does not end the right to withdraw.
   * @throws AppError not_withdrawable when nothing is left, or it was withdrawn from before
   */
  async function leftOf(tx: Tx, { id, amount, paidBy }: Order): Promise<number> {
    const others: number[] = [];
    for (const refund of await refundsOf(tx, [id])) {
      // A second withdrawal is the same as the first, until that is over.
      if (refund.cause === causeOf(id) && refund.state === 'done') {
        throw new AppError('not_withdrawable', 'it was withdrawn from before');
      }
      const isOther = refund.cause !== causeOf(id) && refund.paymentId === paidBy;
      if (isOther && refund.state !== 'failed') others.push(refund.amount);
    }
    const left = amount - others.reduce((sum, one) => sum + one, 0);
    if (left > 0) return left;
    throw new AppError('not_withdrawable', 'all of it went back or is on its way');
  }

  const creditsLeft = (tx: Tx, { ownerId, id: orderId }: Order) =>
    creditsLeftOfOrder(tx, { ownerId, orderId, now: now() });

  async function withdrawWithin(id: string): Promise<void> {
    await inTransaction(db, now(), async (work) => {
      const { tx } = work;
      const order = await lockOrder(tx, id);
      limitOf(order);
      const moneyLeft = await leftOf(tx, order);
      if (!order.paidBy) throw new Error(`the order ${order.code} was paid by nothing`);
      const payment = await lockPayment(tx, order.paidBy);
      await endPlanOf(work, order);
      const taken = await takeBackCredits(tx, {
        ...{ ownerId: order.ownerId, orderId: id, amount: order.credits, now: work.now },
        cause: `withdrawal:${id}`,
      });
      reached('withdrawal.credits-taken');
      if (taken === 0) throw new AppError('not_withdrawable', 'all of its credits are used');
      const { currency } = order;
      const amount = Math.min(shareOf(order.amount, taken, order.credits), moneyLeft);
      const back = { order, payment, amount, currency, reason: 'withdrawal' } as const;
      if (!(await askRefund(work, { ...back, cause: causeOf(id) }))) return;
      await mailBuyer(mailer, tx, order, {
        ...{ cause: causeOf(id), kind: 'withdrawn' },
        values: {
          ...{ order: order.code, receivedAt: work.now.toISOString() },
          ...{ amount, currency, credits: taken },
        },
      });
    });
  }

  return {
    async preview(order) {
      const until = limitOf(order);
      const { left, moneyLeft } = await db.transaction(async (tx) => ({
        moneyLeft: await leftOf(tx, order),
        left: await creditsLeft(tx, order),
      }));
      if (left === 0) throw new AppError('not_withdrawable', 'all of its credits are used');
      const plan = await subscriptionOfOrder(db, order.id);
      const amount = Math.min(shareOf(order.amount, left, order.credits), moneyLeft);
      return {
        order,
        amount,
        left,
        until,
        endsPlan: plan !== undefined && plan.status !== 'ended',
      };
    },
    async withdraw({ id }) {
      await withdrawWithin(id);
      // Best effort: what fails here is asked for again by the sweeper.
      await refunds.work();
      await mailer.wake();
    },
  };
}
