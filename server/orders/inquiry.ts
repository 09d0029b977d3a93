import type { Locale } from '../../machines/model/locale.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import {
  ChargeRefused,
  type ChargeReport,
  type KnownPayment,
  type PaymentProvider,
} from '../providers/provider.port.ts';
import { isRenewing, lockSubscription } from '../subscriptions/subscriptions.store.ts';
import { isFinal, nextCheck } from './check-times.ts';
import { inTransaction } from './moves.ts';
import { findOrder, isWaiting, lockOrder, type Order } from './orders.store.ts';
import {
  changePayment,
  duePayments,
  findPayment,
  findPaymentByRef,
  insertPayment,
  isLive,
  lockPayment,
  type Payment,
  scheduleCheck,
} from './payments.store.ts';
import { NoAnswer } from './provider-calls.ts';
import type { Settlement } from './settle.ts';
import { workThrough } from './work-through.ts';

export type Inquiry = {
  /**
   * Asks the provider about a payment; starts it if an earlier request may have been lost.
   * @throws the provider's error; the state is then unknown, and a later inquiry asks again
   */
  ask(paymentId: string): Promise<void>;
  /**
   * Asks about an unpaid payment and closes its checkout, so that it can no longer be paid. A
   * pending or paid payment is not changed.
   * @throws the provider's error; the checkout may still be open then
   */
  giveUp(paymentId: string): Promise<void>;
  /** Asks about every payment that is due. */
  sweep(): Promise<void>;
};

export type InquiryDeps = {
  db: Database;
  providerOf: (name: ProviderName) => PaymentProvider;
  isConfigured: (name: ProviderName) => boolean;
  settlement: Settlement;
  product: string;
  returnUrl: (path: string, code: string, locale: Locale) => string;
  now: () => Date;
  onError: (error: unknown) => void;
};

const minuteMs = 60_000;
/** The payment as described to its provider. */
export const knownOf = (payment: Payment): KnownPayment => ({
  reference: payment.id,
  ref: payment.ref,
  mandate: payment.chargedBy,
  isLive: isLive(payment),
});

export function createInquiry(deps: InquiryDeps): Inquiry {
  const { db, providerOf, isConfigured, settlement, now, onError } = deps;

  async function expire(payment: Payment): Promise<void> {
    await providerOf(payment.provider).cancel(knownOf(payment));
    const report = { status: 'expired', ref: payment.ref ?? '', reason: null } as const;
    if (payment.ref === null) return await endUnknown(payment.id, 'payment.expired');
    const { amount, currency, id: reference } = payment;
    await settlement.settleOrder(payment, {
      ...report,
      ref: payment.ref,
      amount,
      currency,
      reference,
      mandate: null,
    });
  }

  /** Ends a payment that is unknown to its provider. */
  const endUnknown = (
    id: string,
    type: 'payment.expired' | 'payment.cancelled',
    set: ReturnType<typeof isFinal> | { nextCheckAt: null } = { nextCheckAt: null },
  ) =>
    inTransaction(db, now(), async (work) => {
      await work.movePayment(id, type, set);
    });

  /**
   * Ends a payment whose provider is no longer configured: if the payment is given up or expired,
   * it fails finally. If the provider is configured again, it is asked about the payment again.
   */
  async function endUnconfigured(payment: Payment, isGivenUp: boolean): Promise<void> {
    const { id, provider, status, expiresAt } = payment;
    if (!isLive(payment)) return await settlement.settleNone(payment, now());
    const isOver = isGivenUp && status !== 'pending';
    if (!isOver && expiresAt > now()) throw new NoAnswer(`${provider} is no longer configured`);
    await endUnknown(id, isOver ? 'payment.cancelled' : 'payment.expired', isFinal(now()));
  }

  async function giveUp(paymentId: string): Promise<void> {
    const payment = await findPayment(db, paymentId);
    if (!payment || !isLive(payment)) return;
    if (!isConfigured(payment.provider)) return await endUnconfigured(payment, true);
    const provider = providerOf(payment.provider);
    await settleAll(payment, await provider.status(knownOf(payment)));
    const left = await findPayment(db, paymentId);
    if (left?.status !== 'created' && left?.status !== 'awaiting') return;
    const known = { ...knownOf(left), isLive: false };
    await provider.cancel(known);
    const reports = await provider.status(known);
    if (reports.length === 0) return await endUnknown(left.id, 'payment.cancelled');
    // A checkout that this server closed stays closed, even if the provider reports another status.
    const isOurs = ({ status }: ChargeReport) => status === 'expired';
    await settleAll(
      left,
      reports.map((one) => (isOurs(one) ? { ...one, status: 'cancelled' } : one)),
    );
  }

  /** Creates the row of a charge that has none, because the buyer paid twice. */
  async function adopt(payment: Payment, { ref }: ChargeReport): Promise<Payment> {
    const { orderId, provider, method, amount, currency, expiresAt } = payment;
    const made = await db.transaction((tx) =>
      insertPayment(tx, {
        id: newId(),
        orderId,
        provider,
        method,
        amount,
        currency,
        expiresAt,
        ref,
        wishKey: `charge ${ref}`,
        status: 'awaiting',
        checkout: { kind: 'none' },
        createdAt: now(),
      }),
    );
    const found = made ?? (await findPaymentByRef(db, { provider, ref }));
    if (!found) throw new Error(`The charge ${ref} of the payment ${payment.id} has no row.`);
    return found;
  }

  /**
   * The payment's own charge is settled last. Until then the payment is open, so it is asked about
   * again after a crash.
   */
  async function settleAll(payment: Payment, reports: ChargeReport[]): Promise<void> {
    const ownRef = payment.ref ?? reports[0]?.ref;
    const isOwn = ({ ref }: ChargeReport) => ref === ownRef;
    for (const report of [...reports].sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)))) {
      const known = await findPaymentByRef(db, { provider: payment.provider, ref: report.ref });
      const one = known ?? (isOwn(report) ? payment : await adopt(payment, report));
      await settlement.settleOrder(one, report);
      reached('settle.committed');
    }
  }

  async function open(payment: Payment, order: Order): Promise<void> {
    const { id, method, amount, currency } = payment;
    const { ref, checkout } = await providerOf(payment.provider).createCheckout({
      reference: id,
      key: id,
      method,
      amount,
      currency,
      country: order.country,
      locale: order.locale,
      expiresAt: payment.expiresAt,
      savesMandate: order.autoRenew,
      description: `${deps.product} ${order.code}`,
      returnUrl: deps.returnUrl(order.returnPath, order.code, order.locale),
    });
    reached('payment.asked');
    const isOpen = await inTransaction(db, now(), async (work) => {
      await lockOrder(work.tx, order.id);
      const isWanted = isLive(await lockPayment(work.tx, id));
      if (isWanted) await work.movePayment(id, 'payment.opened', { ref, checkout });
      else await changePayment(work.tx, id, { ref });
      return isWanted;
    });
    reached('payment.opened');
    // The payment was cancelled while the provider made the page, so the buyer never saw it.
    if (!isOpen)
      await providerOf(payment.provider).cancel({ ...knownOf(payment), ref, isLive: false });
  }

  /** True if an off-session charge may still be made. If false, the charge is cancelled. */
  const mayCharge = (payment: Payment, subscriptionId: string) =>
    inTransaction(db, now(), async (work) => {
      const order = await lockOrder(work.tx, payment.orderId);
      await lockPayment(work.tx, payment.id);
      const plan = await lockSubscription(work.tx, subscriptionId);
      if (isRenewing(plan) && isWaiting(order)) return true;
      await work.movePayment(payment.id, 'payment.cancelled', { nextCheckAt: null });
      // A cancelled plan may be resumed, and this cycle is paid then.
      const mayGoOn = order.reason === 'renewal' && plan.status === 'ending';
      await work.moveOrder(order.id, mayGoOn ? 'order.declined' : 'order.cancelled');
      return false;
    });

  async function charge(payment: Payment, order: Order, mandate: string): Promise<void> {
    const { id, method, amount, currency } = payment;
    const provider = providerOf(payment.provider);
    // A process may have died during the call: look for an existing charge first.
    const before = await provider.status(knownOf(payment));
    if (before.length > 0) return await settleAll(payment, before);
    if (order.subscriptionId && !(await mayCharge(payment, order.subscriptionId))) return;
    const report = await provider.chargeRenewal({
      reference: id,
      key: id,
      method,
      amount,
      currency,
      mandate,
      description: `${deps.product} ${order.code}`,
    });
    reached('payment.asked');
    await settleAll(payment, [report]);
  }

  /**
   * The checkout answer may have been lost: check for a charge at the provider before expiring the
   * payment.
   */
  async function expireUnanswered(payment: Payment): Promise<void> {
    await settleAll(payment, await providerOf(payment.provider).status(knownOf(payment)));
    const after = await findPayment(db, payment.id);
    if (after && isLive(after)) await expire(after);
  }

  async function begin(payment: Payment): Promise<void> {
    const order = await findOrder(db, payment.orderId);
    if (!order) throw new Error(`The payment ${payment.id} has no order.`);
    try {
      if (payment.chargedBy !== null) return await charge(payment, order, payment.chargedBy);
      if (payment.expiresAt <= now()) return await expireUnanswered(payment);
      await open(payment, order);
    } catch (error) {
      if (!(error instanceof ChargeRefused)) throw error;
      // The cause is often a wrong set-up: a method that the account does not have, or an amount
      // out of range.
      onError(error);
      await settlement.refuse(payment, error.reason);
    }
  }

  async function ask(paymentId: string): Promise<void> {
    const payment = await findPayment(db, paymentId);
    if (!payment) throw new AppError('order_not_found', 'no such payment');
    const next = nextCheck(payment, now());
    // Frequent checks by the buyer must not postpone the server's own inquiries.
    const isDue = payment.nextCheckAt !== null && payment.nextCheckAt <= now();
    if (isDue) {
      // After the last scheduled inquiry, an inquiry without an answer is repeated daily.
      const unanswered = new Date(now().getTime() + 24 * 60 * minuteMs);
      await scheduleCheck(db, payment.id, next ?? unanswered);
    }
    if (!isConfigured(payment.provider)) return await endUnconfigured(payment, false);
    if (payment.status === 'created') return await begin(payment);
    const askedAt = now();
    const provider = providerOf(payment.provider);
    const reports = await provider.status(knownOf(payment));
    await settleAll(payment, reports);
    if (reports.length === 0) await settlement.settleNone(payment, askedAt);
    // This server cancelled the payment while the provider did not answer, so it can still be paid
    // at the provider.
    if (payment.mayArriveUntil && reports.some(({ status }) => status === 'awaiting')) {
      await provider.cancel(knownOf(payment));
    }
    if (isDue && !next) await scheduleCheck(db, payment.id, null);
    const after = await findPayment(db, paymentId);
    // A payment pending at the bank for a week expires, and is checked later like every cancelled
    // payment.
    if (after && isLive(after) && after.expiresAt <= now()) await expire(after);
  }

  return {
    ask,
    giveUp,
    async sweep() {
      await workThrough(await duePayments(db, now()), ask, { onError });
    },
  };
}
