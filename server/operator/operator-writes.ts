import { grantCredits, takeBackCredits } from '../credits/credits.ts';
import { inTransaction, type Work } from '../orders/moves.ts';
import { findOrderByCode, lockOrder, type Order } from '../orders/orders.store.ts';
import {
  findRefundByCause,
  lockPayment,
  type Payment,
  type Refund,
  refundsOf,
} from '../orders/payments.store.ts';
import { askRefund } from '../orders/refunds.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { endPlanOf } from '../subscriptions/plan-moves.ts';
import { findOwnerId, type OwnerQuery } from './find-owner.ts';
import { findAction, insertAction, type OperatorAction } from './operator.store.ts';
import { OperatorError } from './operator-error.ts';

type Trace = { key: string; reason: string; by: string };

export type RefundCommand = Trace & { code: string; amount?: number | undefined };
export type GrantCommand = Trace & OwnerQuery & { credits: number };

export type OperatorRefund = {
  outcome: 'asked' | 'repeated';
  order: string;
  amount: number;
  currency: string;
  key: string;
};

export type OperatorGrant = {
  outcome: 'granted' | 'repeated';
  ownerId: string;
  credits: number;
  key: string;
};

export type OperatorWrites = {
  /**
   * Refunds an order's payment, wholly or in part. The refund of the last part also takes the
   * order's remaining credits and ends its plan.
   * @throws OperatorError
   */
  refund(request: RefundCommand): Promise<OperatorRefund>;
  /** Grants credits that never expire. @throws OperatorError */
  grant(request: GrantCommand): Promise<OperatorGrant>;
};

const reused = (key: string, of: string) =>
  new OperatorError('key_reused', `The key ${key} was used for ${of}. Use another key.`);

function repeated(request: RefundCommand, order: Order, before: Refund): OperatorRefund {
  const { amount, currency } = before;
  if (before.orderId !== order.id || (request.amount ?? amount) !== amount) {
    throw reused(request.key, `another refund, of ${amount} ${currency}`);
  }
  return { outcome: 'repeated', order: order.code, amount, currency, key: request.key };
}

/**
 * Returns the part of a payment that is neither refunded nor being refunded.
 * @throws OperatorError nothing_left
 */
async function leftOf(tx: Tx, order: Order, payment: Payment): Promise<number> {
  const back = (await refundsOf(tx, [order.id]))
    .filter(({ paymentId, state }) => paymentId === payment.id && state !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = (payment.paidAmount ?? payment.amount) - back;
  if (left > 0) return left;
  throw new OperatorError(
    'nothing_left',
    `All money of the order ${order.code} is already refunded or being refunded.`,
  );
}

async function takeWhatItBrought(work: Work, order: Order, key: string) {
  await endPlanOf(work, order);
  if (order.credits === 0) return;
  await takeBackCredits(work.tx, {
    ownerId: order.ownerId,
    orderId: order.id,
    amount: order.credits,
    now: work.now,
    cause: `operator refund:${key}`,
  });
}

async function refundWithin(
  work: Work,
  id: string,
  request: RefundCommand,
): Promise<OperatorRefund> {
  const { key, reason, by } = request;
  const order = await lockOrder(work.tx, id);
  const cause = `operator ${key}`;
  const before = await findRefundByCause(work.tx, cause);
  if (before) return repeated(request, order, before);
  if (!order.paidBy || (order.status !== 'paid' && order.status !== 'partlyRefunded')) {
    throw new OperatorError(
      'not_paid',
      `The order ${order.code} is not paid. Its status is ${order.status}.`,
    );
  }
  const payment = await lockPayment(work.tx, order.paidBy);
  const left = await leftOf(work.tx, order, payment);
  const amount = request.amount ?? left;
  const { currency } = payment;
  if (amount > left) {
    throw new OperatorError(
      'amount_too_high',
      `At most ${left} ${currency} of the order ${order.code} can be refunded.`,
    );
  }
  if (amount === left) await takeWhatItBrought(work, order, key);
  const isNew = await askRefund(work, {
    order,
    payment,
    amount,
    currency,
    reason: 'operator',
    cause,
  });
  // A concurrent request used the key for another order.
  if (!isNew) throw reused(key, 'another order');
  await insertAction(work.tx, {
    id: newId(),
    kind: 'refund',
    key,
    actor: by,
    reason,
    ownerId: order.ownerId,
    orderId: order.id,
    amount,
    currency,
    createdAt: work.now,
  });
  return { outcome: 'asked', order: order.code, amount, currency, key };
}

function granted(request: GrantCommand, ownerId: string, before: OperatorAction): OperatorGrant {
  if (before.ownerId !== ownerId || before.amount !== request.credits) {
    throw reused(request.key, `${before.amount} credits for ${before.ownerId}`);
  }
  return { outcome: 'repeated', ownerId, credits: request.credits, key: request.key };
}

async function grantWithin(tx: Tx, request: GrantCommand, now: Date): Promise<OperatorGrant> {
  const { key, reason, by, credits } = request;
  const ownerId = await findOwnerId(tx, request);
  const { outcome } = await grantCredits(tx, {
    ownerId,
    amount: credits,
    source: 'operator',
    kind: 'grant',
    expiresAt: null,
    now,
    cause: `operator:${key}`,
  });
  if (outcome === 'noOwner') {
    throw new OperatorError('owner_closed', `The account of ${ownerId} is closed.`);
  }
  if (outcome === 'repeated') {
    // The insert has waited until the other transaction ended, so this separate statement sees its
    // action.
    const before = await findAction(tx, { kind: 'grant', key });
    if (!before) throw reused(key, 'a grant that was not recorded');
    return granted(request, ownerId, before);
  }
  await insertAction(tx, {
    id: newId(),
    kind: 'grant',
    key,
    actor: by,
    reason,
    ownerId,
    orderId: null,
    amount: credits,
    currency: null,
    createdAt: now,
  });
  return { outcome: 'granted', ownerId, credits, key };
}

export function createOperatorWrites(deps: {
  db: Database;
  now: () => Date;
  /** sends due refunds to the provider; the sweep retries failed refunds */
  sendRefunds: () => Promise<void>;
}): OperatorWrites {
  const { db, now, sendRefunds } = deps;
  return {
    async refund(request) {
      const found = await findOrderByCode(db, request.code);
      if (!found) throw new OperatorError('order_not_found', `There is no order ${request.code}.`);
      const done = await inTransaction(db, now(), (work) => refundWithin(work, found.id, request));
      await sendRefunds();
      return done;
    },
    grant: (request) => db.transaction((tx) => grantWithin(tx, request, now())),
  };
}
