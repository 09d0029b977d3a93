import { takeBackCredits } from '../credits/credits.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { Database } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import type { ChargeReport } from '../providers/provider.port.ts';
import { endPlanOf, failRenewal } from '../subscriptions/plan-moves.ts';
import { isFinal, notFinal } from './check-times.ts';
import { deliver } from './deliver.ts';
import { inTransaction, type Work } from './moves.ts';
import {
  changeOrder,
  isWaiting,
  lockOrder,
  nextReceiptNumber,
  type Order,
} from './orders.store.ts';
import { mailBuyer, receiptOf } from './payment-mails.ts';
import { changePayment, isLive, lockPayment, type Payment, paymentsOf } from './payments.store.ts';
import { askRefund } from './refunds.ts';
import { pendingMs } from './terms.ts';

export type Settlement = {
  /**
   * Settles a charge. An order becomes paid only by this function, because webhooks, returns and
   * inquiries all pass the provider's report to it. It accepts concurrent calls and repeated or
   * outdated reports.
   */
  settleOrder(payment: Pick<Payment, 'id' | 'orderId'>, report: ChargeReport): Promise<void>;
  /** Records that the provider refuses to make a charge for this payment. */
  refuse(payment: Pick<Payment, 'id' | 'orderId'>, reason: string): Promise<void>;
  /**
   * Records that the provider had no charge at `askedAt`. The result is final as soon as no charge
   * can be in progress.
   */
  settleNone(payment: Pick<Payment, 'id' | 'orderId'>, askedAt: Date): Promise<void>;
};

type Try = { work: Work; order: Order; payment: Payment };
type Case = Try & { report: ChargeReport };

const receiptNumberOf = (year: number, n: number) => `LW-${year}-${String(n).padStart(7, '0')}`;

/**
 * Returns true if the buyer no longer expected this payment, because the order was cancelled, has
 * expired, or was declined and its time has passed.
 */
const hadEnded = (order: Order, now: Date) =>
  !isWaiting(order) || (order.status === 'notPaid' && order.expiresAt <= now);

const hasEnded = ({ status }: Payment) =>
  status === 'failed' || status === 'cancelled' || status === 'expired';

const wasWhole = ({ amount, currency }: Payment, report: ChargeReport) =>
  report.amount === amount && report.currency === currency;

export function createSettlement({
  db,
  mailer,
  now,
}: {
  db: Database;
  mailer: Mailer;
  now: () => Date;
}): Settlement {
  /** Handles a charge with a wrong amount: grants no credits and refunds the whole charge. */
  async function mismatched({ work, order, payment, report }: Case) {
    const { ref, amount, currency } = report;
    const moved = await work.movePayment(payment.id, 'payment.mismatched', {
      ref,
      paidAmount: amount,
      paidCurrency: currency,
      nextCheckAt: null,
      mayArriveUntil: null,
    });
    if (!moved) return;
    reached('settle.payment-moved');
    if (amount > 0) {
      await askRefund(work, {
        order,
        payment: moved,
        amount,
        currency,
        reason: 'wrongAmount',
        cause: `wrongAmount ${payment.id}`,
      });
    }
    await noteFailure({ work, order, payment: moved });
  }

  async function succeeded({ work, order, payment, report }: Case) {
    const { ref, amount, currency, mandate } = report;
    const moved = await work.movePayment(payment.id, 'payment.succeeded', {
      ref,
      paidAmount: amount,
      paidCurrency: currency,
      nextCheckAt: null,
      mayArriveUntil: null,
      ...(mandate === null ? {} : { mandate }),
    });
    // The payment was already reported, or was refunded in the meantime.
    if (!moved) return;
    reached('settle.payment-moved');
    if (order.paidAt) await giveBack(work, order, moved, 'paidTwice');
    else await pay(work, order, moved);
  }

  async function pay(work: Work, order: Order, payment: Payment) {
    const { tx } = work;
    const number = await nextReceiptNumber(tx);
    const paid = await work.moveOrder(order.id, 'order.paid', {
      paidAt: work.now,
      paidBy: payment.id,
      isLate: hadEnded(order, work.now),
      receiptNumber: receiptNumberOf(work.now.getUTCFullYear(), number),
    });
    if (!paid)
      throw new Error(`The order ${order.code} cannot be paid in the state ${order.status}.`);
    reached('settle.order-paid');
    const delivered = await deliver(work, paid, payment);
    reached('settle.delivered');
    if ('refused' in delivered) return await giveBack(work, paid, payment, delivered.refused);
    await mailBuyer(mailer, tx, paid, {
      cause: `receipt ${order.id}`,
      kind: 'receipt',
      values: receiptOf(paid, payment, delivered.renewal),
    });
  }

  async function giveBack(
    work: Work,
    order: Order,
    payment: Payment,
    reason: 'paidTwice' | 'afterCancel' | 'closed',
  ) {
    const { amount, currency } = payment;
    const cause = `${reason} ${payment.id}`;
    await askRefund(work, { order, payment, amount, currency, reason, cause });
  }

  /** Marks the order as declined, unless another payment is in progress. */
  async function noteFailure({ work, order, payment }: Try) {
    const others = await paymentsOf(work.tx, [order.id]);
    if (others.some((other) => other.id !== payment.id && isLive(other))) return;
    const declined = isWaiting(order) && (await work.moveOrder(order.id, 'order.declined'));
    if (!declined) return;
    reached('settle.order-declined');
    if (declined.reason === 'renewal') await failRenewal(mailer, work, declined);
    // A declined change of plan cannot be paid later, so the user has to request it again.
    if (declined.reason === 'change') await work.moveOrder(order.id, 'order.cancelled');
  }

  async function failed(
    one: Case,
    type: 'payment.failed' | 'payment.cancelled' | 'payment.expired',
  ) {
    const { work, payment, report } = one;
    if (!isLive(payment)) return await confirmNo(one);
    const { ref, reason } = report;
    const end = type === 'payment.expired' ? notFinal(work.now) : isFinal(work.now);
    const moved = await work.movePayment(payment.id, type, { ref, reason, ...end });
    if (moved) await noteFailure({ ...one, payment: moved });
  }

  /**
   * Handles the repeated report of a failure, for a payment that had ended without a final failure.
   */
  async function confirmNo({ work, payment, report }: Case) {
    const { id, mayArriveUntil } = payment;
    if (mayArriveUntil === null) return;
    if (report.status === 'expired' && work.now < mayArriveUntil) return;
    await changePayment(work.tx, id, isFinal(work.now));
  }

  async function pended(one: Case) {
    const { work, order, payment, report } = one;
    // The buyer paid on a page that this server had given up. Repeated reports do not postpone the
    // inquiry.
    if (hasEnded(payment)) {
      if (payment.mayArriveUntil) return;
      return await changePayment(work.tx, payment.id, notFinal(work.now));
    }
    const expiresAt = new Date(work.now.getTime() + pendingMs);
    const set = { ref: report.ref, mandate: report.mandate };
    const moved = await work.movePayment(payment.id, 'payment.pended', set);
    if (!moved) return;
    await changePayment(work.tx, payment.id, { expiresAt });
    if (isWaiting(order)) await changeOrder(work.tx, order.id, { expiresAt });
  }

  async function chargedBack({ work, order, payment }: Case) {
    const moved = await work.movePayment(payment.id, 'payment.chargedBack', { nextCheckAt: null });
    if (!moved || order.paidBy !== payment.id) return;
    await work.moveOrder(order.id, 'order.chargedBack');
    await endPlanOf(work, order);
    await takeBackCredits(work.tx, {
      ownerId: order.ownerId,
      orderId: order.id,
      amount: order.credits,
      now: work.now,
      cause: `chargeback:${order.id}`,
      reason: 'order.chargedBack',
    });
  }

  async function apply(one: Case): Promise<void> {
    const { work, payment, report } = one;
    switch (report.status) {
      case 'succeeded':
        return wasWhole(payment, report) ? await succeeded(one) : await mismatched(one);
      case 'chargedBack':
        if (wasWhole(payment, report)) await succeeded(one);
        return await chargedBack({ ...one, order: await lockOrder(work.tx, one.order.id) });
      case 'failed':
        return await failed(one, 'payment.failed');
      case 'cancelled':
        return await failed(one, 'payment.cancelled');
      case 'expired':
        return await failed(one, 'payment.expired');
      case 'pending':
        return await pended(one);
      case 'awaiting':
        if (payment.status === 'created') {
          await work.movePayment(payment.id, 'payment.opened', { ref: report.ref });
        }
    }
  }

  return {
    async settleOrder({ id, orderId }, report) {
      await inTransaction(db, now(), async (work) => {
        const order = await lockOrder(work.tx, orderId);
        const payment = await lockPayment(work.tx, id);
        await apply({ work, order, payment, report });
      });
    },
    async refuse({ id, orderId }, reason) {
      await inTransaction(db, now(), async (work) => {
        const order = await lockOrder(work.tx, orderId);
        await lockPayment(work.tx, id);
        const payment = await work.movePayment(id, 'payment.failed', { reason, nextCheckAt: null });
        if (payment) await noteFailure({ work, order, payment });
      });
    },
    async settleNone({ id, orderId }, askedAt) {
      await inTransaction(db, now(), async ({ tx, now: time }) => {
        await lockOrder(tx, orderId);
        const { mayArriveUntil } = await lockPayment(tx, id);
        if (mayArriveUntil && mayArriveUntil <= askedAt) await changePayment(tx, id, isFinal(time));
      });
    },
  };
}
