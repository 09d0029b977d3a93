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
    if (!until || order.status !== 'paid' || until <= now()) {
      throw new AppError('not_withdrawable', `the order is ${order.status}`);
    }
    return until;
  }

  /** A part that an operator gives back counts from when it is asked for. @throws AppError not_withdrawable */
  async function refuseBesideRefund(tx: Tx, { id }: Order): Promise<void> {
    const asked = (await refundsOf(tx, [id])).filter(({ state }) => state === 'asked');
    // A second withdrawal is the same as the first.
    if (asked.every(({ reason }) => reason !== 'operator')) return;
    throw new AppError('not_withdrawable', 'a part of it is on its way back');
  }

  const creditsLeft = (tx: Tx, { ownerId, id: orderId }: Order) =>
    creditsLeftOfOrder(tx, { ownerId, orderId, now: now() });

  async function withdrawWithin(id: string): Promise<void> {
    await inTransaction(db, now(), async (work) => {
      const { tx } = work;
      const order = await lockOrder(tx, id);
      limitOf(order);
      await refuseBesideRefund(tx, order);
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
      const amount = shareOf(order.amount, taken, order.credits);
      const back = { order, payment, amount, currency, reason: 'withdrawal' } as const;
      if (!(await askRefund(work, { ...back, cause: `withdrawal ${id}` }))) return;
      await mailBuyer(mailer, tx, order, {
        ...{ cause: `withdrawal ${id}`, kind: 'withdrawn' },
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
      const left = await db.transaction(async (tx) => {
        await refuseBesideRefund(tx, order);
        return await creditsLeft(tx, order);
      });
      if (left === 0) throw new AppError('not_withdrawable', 'all of its credits are used');
      const plan = await subscriptionOfOrder(db, order.id);
      const amount = shareOf(order.amount, left, order.credits);
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
