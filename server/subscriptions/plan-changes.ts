import { addDurations } from '../../machines/model/calendar.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { holdCredits } from '../orders/held-credits.ts';
import type { Inquiry } from '../orders/inquiry.ts';
import { inTransaction, type Work } from '../orders/moves.ts';
import { type OrderView, viewOf } from '../orders/order-views.ts';
import { findOrder, findOrderByKey, insertOrder, type Order } from '../orders/orders.store.ts';
import { changesUnderWay } from '../orders/plan-orders.store.ts';
import type { Prices } from '../orders/prices.ts';
import { answered } from '../orders/provider-calls.ts';
import type { PriceList } from '../platform/config/price-list.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';
import type { PlanView, PlanViews } from './plan-views.ts';
import { type ChargeTerms, insertCharge, planOrder } from './renewals.ts';
import { changeSubscription, lockSubscription, type Subscription } from './subscriptions.store.ts';

export type ChangePreview = {
  productCode: string;
  currency: Subscription['currency'];
  when: 'now' | 'periodEnd';
  at: Date;
  price: number;
  deducted: number;
  amount: number;
  credits: { lost: number; granted: number };
  nextCharge: { amount: number; at: Date };
};

export type PlanChanges = {
  /**
   * Returns the price of changing to another plan now.
   * @throws AppError subscription_not_found, subscription_unchanged, change_under_way,
   * unknown_product, method_unavailable
   */
  preview(ownerId: string, id: string, productCode: string): Promise<ChangePreview>;
  /**
   * Changes to another plan.
   * @throws AppError price_changed, idempotency_conflict, payment_declined, provider_unavailable,
   * and the errors of `preview`
   */
  change(
    ownerId: string,
    request: { id: string; productCode: string; amount: number; idempotencyKey: string },
  ): Promise<{ view: PlanView; order: OrderView | null }>;
};

export type ChangesDeps = {
  db: Database;
  list: PriceList;
  prices: Prices;
  inquiry: Inquiry;
  mailer: Mailer;
  now: () => Date;
  onError: (error: unknown) => void;
};

/**
 * Returns the order if it matches the request.
 * @throws AppError idempotency_conflict
 */
function sameChange(order: Order, request: { id: string; productCode: string }): Order {
  const isSame =
    order.reason === 'change' &&
    order.subscriptionId === request.id &&
    order.productCode === request.productCode;
  if (!isSame)
    throw new AppError('idempotency_conflict', 'this idempotency key was used for another order');
  return order;
}

export const unchanged = (why: string) => new AppError('subscription_unchanged', why);

/**
 * Creates the functions that change a plan to another product. An upgrade is charged at once, a
 * downgrade at the end of the period.
 */
export function createPlanChanges(
  deps: ChangesDeps,
  { creditsLeft, own, fresh }: PlanViews,
): PlanChanges {
  const { db, list, prices, inquiry, mailer, now, onError } = deps;

  /** Returns the price of changing to another plan now. */
  async function previewWithin(tx: Tx, plan: Subscription, productCode: string) {
    if (plan.status !== 'active' || plan.nextChargeAt === null || plan.nextChargeAt <= now()) {
      throw unchanged(`the plan is ${plan.status}`);
    }
    if ((await changesUnderWay(tx, plan.id)).length > 0) {
      throw new AppError('change_under_way', 'the charge for another change is under way');
    }
    const { currency, country } = plan;
    const { product, amount: price } = prices.offer({
      productCode,
      currency,
      country,
      autoRenew: true,
    });
    if (product.code === plan.productCode && !plan.nextProductCode) {
      throw unchanged('the plan has this product already');
    }
    const left = await creditsLeft(tx, plan);
    const isUpgrade = price > plan.price;
    const deducted = isUpgrade
      ? Math.floor((plan.price * Math.min(left, plan.credits)) / plan.credits)
      : 0;
    const at = isUpgrade ? now() : plan.periodEnd;
    const { credits, duration, durationUnit } = product;
    const preview: ChangePreview = {
      productCode,
      currency,
      at,
      price,
      deducted,
      when: isUpgrade ? 'now' : 'periodEnd',
      amount: isUpgrade ? price - deducted : 0,
      credits: { lost: isUpgrade ? left : 0, granted: credits },
      nextCharge: { amount: price, at: isUpgrade ? addDurations(at, product) : plan.periodEnd },
    };
    const terms: ChargeTerms = {
      productCode,
      credits,
      duration,
      durationUnit,
      price,
      amount: preview.amount,
    };
    if (isUpgrade)
      prices.providerFor(plan.method, {
        country,
        currency,
        amount: preview.amount,
        autoRenew: true,
      });
    return { preview, terms };
  }

  async function chargeChange(
    work: Work,
    id: string,
    request: { productCode: string; amount: number; idempotencyKey: string },
  ): Promise<{ order: Order; payment: string | null } | null> {
    const { tx } = work;
    const plan = await lockSubscription(tx, id);
    const known = await findOrderByKey(tx, plan.ownerId, request.idempotencyKey);
    if (known) return { order: sameChange(known, { id, ...request }), payment: null };
    const { preview, terms } = await previewWithin(tx, plan, request.productCode);
    if (preview.amount !== request.amount) {
      throw new AppError('price_changed', `the current price is ${preview.amount}`);
    }
    if (preview.when === 'periodEnd') {
      const isBack = request.productCode === plan.productCode;
      await changeSubscription(tx, id, { nextProductCode: isBack ? null : request.productCode });
      return null;
    }
    const rest = { reason: 'change', cycle: plan.cycle, now: work.now } as const;
    const made = await insertOrder(
      tx,
      planOrder(list, plan, terms, { ...rest, idempotencyKey: request.idempotencyKey }),
    );
    if (!made)
      throw new AppError('idempotency_conflict', 'this idempotency key was used for another order');
    const payment = await insertCharge(work, plan, made, request.idempotencyKey);
    if (!payment) throw new Error('Expected a payment of the new order.');
    reached('change.charge-written');
    await holdCredits(tx, plan, made, work.now);
    reached('change.credits-held');
    return { order: made, payment: payment.id };
  }

  /**
   * Returns the plan after a change. A declined change throws, also if the same key is sent again.
   * @throws AppError payment_declined
   */
  async function changed(id: string, orderId: string) {
    const order = await findOrder(db, orderId);
    if (!order || order.status === 'cancelled') {
      const code = order?.code ?? orderId;
      throw new AppError('payment_declined', `the charge for the order ${code} was declined`);
    }
    return { view: await fresh(id), order: await viewOf(db, order) };
  }

  return {
    async preview(ownerId, id, productCode) {
      const plan = await own(ownerId, id);
      return (await db.transaction((tx) => previewWithin(tx, plan, productCode))).preview;
    },
    async change(ownerId, { id, ...request }) {
      await own(ownerId, id);
      const before = await findOrderByKey(db, ownerId, request.idempotencyKey);
      if (before) return await changed(id, sameChange(before, { id, ...request }).id);
      const made = await inTransaction(db, now(), (work) => chargeChange(work, id, request));
      if (!made) return { view: await fresh(id), order: null };
      if (made.payment) await answered(inquiry.ask(made.payment), onError);
      await mailer.wake();
      return await changed(id, made.order.id);
    },
  };
}
