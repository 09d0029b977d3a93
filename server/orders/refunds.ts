import type { Mailer } from '../mail/mailer.port.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';
import { inTransaction, type Work } from './moves.ts';
import { lockOrder, type Order } from './orders.store.ts';
import { mailBuyer } from './payment-mails.ts';
import {
  changePayment,
  dueRefunds,
  endRefund,
  findPayment,
  findRefund,
  insertRefund,
  lockPayment,
  type Payment,
  postponeRefund,
  type Refund,
} from './payments.store.ts';
import { workThrough } from './work-through.ts';

export type RefundRequest = {
  order: Order;
  payment: Payment;
  amount: number;
  currency: string;
  reason: Refund['reason'];
  /** idempotency key: one refund per cause */
  cause: string;
};

/**
 * Records a refund. The provider is asked after the commit. Returns false if the refund was
 * recorded before.
 */
export async function askRefund({ tx, now }: Work, request: RefundRequest): Promise<boolean> {
  const { order, payment, amount, currency, reason, cause } = request;
  const isNew = await insertRefund(tx, {
    id: newId(),
    orderId: order.id,
    paymentId: payment.id,
    cause,
    reason,
    amount,
    currency,
    nextTryAt: now,
    createdAt: now,
  });
  reached('refund.row-made');
  return isNew;
}

export type Refunds = {
  /** Sends due refunds to the provider. */
  work(): Promise<void>;
};

const minuteMs = 60_000;
const retryMs = (attempts: number) => Math.min(2 ** attempts, 24 * 60) * minuteMs;

export function createRefunds(deps: {
  db: Database;
  providerOf: (name: ProviderName) => PaymentProvider;
  mailer: Mailer;
  now: () => Date;
  onError: (error: unknown) => void;
}): Refunds {
  const { db, providerOf, mailer, now, onError } = deps;

  /** Writes the outcome of a refund to its payment and order. */
  async function settle(id: string, end: { state: 'done' | 'failed'; ref: string }): Promise<void> {
    const asked = await findRefund(db, id);
    if (!asked) throw new AppError('internal_error', `the refund ${id} no longer exists`);
    await inTransaction(db, now(), async (work) => {
      const { tx } = work;
      const order = await lockOrder(tx, asked.orderId);
      const payment = await lockPayment(tx, asked.paymentId);
      const refund = await endRefund(tx, id, { ...end, now: work.now });
      if (!refund) return;
      reached('refund.ended');
      if (end.state === 'done') await settleDone(work, order, payment, refund);
    });
  }

  async function settleDone(work: Work, order: Order, payment: Payment, refund: Refund) {
    const refunded = payment.refunded + refund.amount;
    const paid = payment.paidAmount ?? payment.amount;
    const isWhole = refunded >= paid;
    await changePayment(work.tx, payment.id, { refunded });
    if (isWhole) await work.movePayment(payment.id, 'payment.refunded');
    else if (payment.status !== 'mismatched') {
      await work.movePayment(payment.id, 'payment.partlyRefunded');
    }
    if (order.paidBy === payment.id) {
      await work.moveOrder(order.id, isWhole ? 'order.refunded' : 'order.partlyRefunded');
    }
    reached('refund.moved');
    // A withdrawal is confirmed by a separate mail.
    if (refund.reason === 'withdrawal') return;
    await mailBuyer(mailer, work.tx, order, {
      cause: `refund ${refund.id}`,
      kind: 'refund',
      values: {
        order: order.code,
        amount: refund.amount,
        currency: refund.currency,
        reason: refund.reason,
      },
    });
  }

  async function ask(id: string): Promise<void> {
    const refund = await findRefund(db, id);
    const payment = refund && (await findPayment(db, refund.paymentId));
    if (!refund || !payment?.ref || refund.state !== 'asked') return;
    // The bank has already returned the money to the buyer, so no refund is sent.
    if (payment.status === 'chargedBack') return await settle(id, { state: 'failed', ref: '' });
    // The row is written before the call. If the process dies during the call, the call is repeated
    // with the same key.
    await postponeRefund(db, id, new Date(now().getTime() + retryMs(refund.attempts)));
    const { amount, currency } = refund;
    const provider = providerOf(payment.provider);
    const report = await provider.refund({ ref: payment.ref, key: refund.id, amount, currency });
    reached('refund.sent');
    if (report.status === 'asked') return;
    if (report.status === 'failed') {
      onError(
        new Error(
          `${payment.provider} refused to refund the payment ${payment.ref}. Refund the payment by hand.`,
        ),
      );
    }
    await settle(id, { state: report.status, ref: report.ref });
    await mailer.wake();
  }

  return {
    async work() {
      await workThrough(await dueRefunds(db, now()), ask, { onError });
    },
  };
}
