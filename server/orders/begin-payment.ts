import type { Locale } from '../../machines/model/locale.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import type { Database } from '../platform/database/database.ts';
import { reached } from '../platform/write-points.ts';
import {
  ChargeRefused,
  type ChargeReport,
  type PaymentProvider,
} from '../providers/provider.port.ts';
import { isRenewing, lockSubscription } from '../subscriptions/subscriptions.store.ts';
import { inTransaction } from './moves.ts';
import { findOrder, isWaiting, lockOrder, type Order } from './orders.store.ts';
import { changePayment, findPayment, isLive, lockPayment, type Payment } from './payments.store.ts';
import { knownOf } from './provider-calls.ts';
import type { Settlement } from './settle.ts';

export type BeginDeps = {
  db: Database;
  providerOf: (name: ProviderName) => PaymentProvider;
  settlement: Settlement;
  product: string;
  returnUrl: (path: string, code: string, locale: Locale) => string;
  now: () => Date;
  onError: (error: unknown) => void;
};

type Ending = {
  settleAll(payment: Payment, reports: ChargeReport[]): Promise<void>;
  expire(payment: Payment): Promise<void>;
};

/**
 * Creates the function that begins a payment.
 * @returns a function that opens the checkout of a new payment, or charges the mandate of a plan
 */
export function createBeginning(deps: BeginDeps, { settleAll, expire }: Ending) {
  const { db, providerOf, settlement, now, onError } = deps;

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
    // The payment was cancelled while the provider made the payment page, so the buyer never saw
    // it.
    if (!isOpen)
      await providerOf(payment.provider).cancel({ ...knownOf(payment), ref, isLive: false });
  }

  /** Returns true if an off-session charge may still be made. Otherwise the charge is cancelled. */
  const mayCharge = (payment: Payment, subscriptionId: string) =>
    inTransaction(db, now(), async (work) => {
      const order = await lockOrder(work.tx, payment.orderId);
      await lockPayment(work.tx, payment.id);
      const plan = await lockSubscription(work.tx, subscriptionId);
      if (isRenewing(plan) && isWaiting(order)) return true;
      await work.movePayment(payment.id, 'payment.cancelled', { nextCheckAt: null });
      // A cancelled plan may be resumed, and this cycle can then be paid.
      const mayGoOn = order.reason === 'renewal' && plan.status === 'ending';
      await work.moveOrder(order.id, mayGoOn ? 'order.declined' : 'order.cancelled');
      return false;
    });

  async function charge(payment: Payment, order: Order, mandate: string): Promise<void> {
    const { id, method, amount, currency } = payment;
    const provider = providerOf(payment.provider);
    // A process may have died during the call, so an existing charge is searched first.
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
   * Expires a payment whose checkout is unknown. The provider's answer may have been lost, so the
   * provider is asked for a charge first.
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
      // The cause is often a wrong configuration: the account does not have the payment method, or
      // the amount is not allowed.
      // The buyer sees the code of the order.
      onError(new Error(`the charge for the order ${order.code} was refused`, { cause: error }));
      await settlement.refuse(payment, error.reason);
    }
  }

  return begin;
}
