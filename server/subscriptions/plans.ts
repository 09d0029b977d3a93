import { addDurations } from '../../machines/model/calendar.ts';
import { creditsLeftOfOrder } from '../credits/credits.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { holdCredits } from '../orders/held-credits.ts';
import type { Inquiry } from '../orders/inquiry.ts';
import { inTransaction, type Work } from '../orders/moves.ts';
import { type OrderView, viewOf } from '../orders/order-views.ts';
import {
  buyersToForget,
  changesUnderWay,
  findOrder,
  findOrderByKey,
  forgetBuyer,
  insertOrder,
  type Order,
  ordersWaitingOf,
  paidPasses,
} from '../orders/orders.store.ts';
import { mailBuyer } from '../orders/payment-mails.ts';
import type { Prices } from '../orders/prices.ts';
import { answered } from '../orders/provider-calls.ts';
import { endOf, paymentStatuses } from '../orders/terms.ts';
import type { Owner } from '../owners/principal.ts';
import type { PriceList } from '../platform/config/price-list.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { reached } from '../platform/write-points.ts';
import { type ChargeTerms, insertCharge, nextTerms, planOrder, type Renewals } from './renewals.ts';
import {
  changeSubscription,
  findRenewing,
  findSubscription,
  isRenewing,
  lockSubscription,
  runningPlans,
  type Subscription,
  subscriptionOf,
  subscriptionOfOrder,
} from './subscriptions.store.ts';

/** A plan with the remainder of its current cycle. */
export type PlanView = {
  plan: Subscription;
  orderCode: string | null;
  creditsLeft: number;
  /** price of the next cycle */
  nextAmount: number;
  /** product of a change whose charge is under way */
  pendingChange: string | null;
};

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

export type Plans = {
  /** A user's plan, or null if there is none. */
  of(ownerId: string): Promise<PlanView | null>;
  /** Returns 1 for a user with an active plan or pass (R20). */
  statusOf(owner: Owner | null): Promise<{ vipStatus: number; subscriptionStatus: number }>;
  /**
   * `ownerId` is the user, or a buyer who proved access to the order.
   * @throws AppError subscription_not_found
   */
  cancel(ownerId: string, id: string): Promise<PlanView>;
  /** Cancels the plan that an order began or paid. @throws AppError subscription_not_found */
  cancelOf(order: Order): Promise<PlanView>;
  /** @throws AppError subscription_not_found, subscription_unchanged, subscription_exists */
  resume(ownerId: string, id: string): Promise<PlanView>;
  /**
   * @throws AppError subscription_not_found, subscription_unchanged, payment_declined,
   * provider_unavailable
   */
  retry(ownerId: string, id: string): Promise<PlanView>;
  /**
   * @throws AppError subscription_not_found, subscription_unchanged, change_under_way,
   * unknown_product, method_unavailable
   */
  preview(ownerId: string, id: string, productCode: string): Promise<ChangePreview>;
  /**
   * @throws AppError price_changed, idempotency_conflict, payment_declined, provider_unavailable,
   * and the errors of `preview`
   */
  change(
    ownerId: string,
    request: { id: string; productCode: string; amount: number; idempotencyKey: string },
  ): Promise<{ view: PlanView; order: OrderView | null }>;
  /** Ends the plans of closed accounts, so that nothing more is charged. */
  sweepClosed(): Promise<void>;
};

export type PlansDeps = {
  db: Database;
  list: PriceList;
  prices: Prices;
  renewals: Renewals;
  inquiry: Inquiry;
  mailer: Mailer;
  now: () => Date;
  onError: (error: unknown) => void;
};

const unknownPlan = () => new AppError('subscription_not_found', 'no such plan');

/** @throws AppError idempotency_conflict */
function sameChange(order: Order, request: { id: string; productCode: string }): Order {
  const isSame =
    order.reason === 'change' &&
    order.subscriptionId === request.id &&
    order.productCode === request.productCode;
  if (!isSame)
    throw new AppError('idempotency_conflict', 'this idempotency key was used for another order');
  return order;
}

const unchanged = (why: string) => new AppError('subscription_unchanged', why);

export function createPlans(deps: PlansDeps): Plans {
  const { db, list, prices, renewals, inquiry, mailer, now, onError } = deps;

  const creditsLeft = (tx: Tx, { ownerId, lastOrderId }: Subscription) =>
    creditsLeftOfOrder(tx, { ownerId, orderId: lastOrderId, now: now() });

  async function view(plan: Subscription): Promise<PlanView> {
    const order = await findOrder(db, plan.firstOrderId);
    const left = plan.status === 'ended' ? 0 : await db.transaction((tx) => creditsLeft(tx, plan));
    const { amount: nextAmount } = nextTerms(list, plan);
    const [change] = await changesUnderWay(db, plan.id);
    return {
      plan,
      orderCode: order?.code ?? null,
      creditsLeft: left,
      nextAmount,
      pendingChange: change?.productCode ?? null,
    };
  }

  async function own(ownerId: string, id: string): Promise<Subscription> {
    const plan = await findSubscription(db, id);
    if (!plan || plan.ownerId !== ownerId) throw unknownPlan();
    return plan;
  }

  async function fresh(id: string): Promise<PlanView> {
    const plan = await findSubscription(db, id);
    if (!plan) throw unknownPlan();
    return await view(plan);
  }

  async function cancelWithin(work: Work, id: string): Promise<Subscription> {
    const plan = await lockSubscription(work.tx, id);
    const moved = await work.movePlan(id, 'subscription.cancelled', {
      cancelledAt: work.now,
      nextChargeAt: null,
      nextProductCode: null,
    });
    if (!moved) {
      // A repeated cancellation succeeds.
      if (plan.status === 'ending') return plan;
      throw unknownPlan();
    }
    const order = await findOrder(work.tx, moved.firstOrderId);
    await mailBuyer(mailer, work.tx, moved, {
      cause: `cancelled ${id} ${moved.revision}`,
      kind: 'planCancelled',
      values: {
        order: order?.code ?? '',
        receivedAt: work.now.toISOString(),
        endsAt: endOf(moved).toISOString(),
        credits: await creditsLeft(work.tx, moved),
      },
    });
    return moved;
  }

  async function cancel(ownerId: string, id: string): Promise<PlanView> {
    await own(ownerId, id);
    await inTransaction(db, now(), (work) => cancelWithin(work, id));
    await mailer.wake();
    return await fresh(id);
  }

  /** The price of changing to another plan now. */
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
      throw new AppError('price_changed', `${preview.amount} is the current price`);
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

  /** @throws AppError payment_declined, also if the same key is sent again */
  async function changed(id: string, orderId: string) {
    const order = await findOrder(db, orderId);
    if (!order || order.status === 'cancelled') {
      throw new AppError('payment_declined', 'the charge was declined');
    }
    return { view: await fresh(id), order: await viewOf(db, order) };
  }

  /** Closes the orders of a closed account: paid ones stay in the books without the buyer. */
  async function closeBooks(ownerId: string): Promise<void> {
    for (const { id } of await runningPlans(db, ownerId)) {
      await inTransaction(db, now(), async (work) => {
        const over = { endedAt: work.now, nextChargeAt: null };
        await work.movePlan(id, 'subscription.ended', over);
      });
    }
    for (const { id } of await ordersWaitingOf(db, ownerId)) {
      await inTransaction(db, now(), async (work) => {
        await work.moveOrder(id, 'order.cancelled');
      });
    }
    await forgetBuyer(db, ownerId);
  }

  return {
    cancel,
    async cancelOf(order) {
      const plan = order.subscriptionId
        ? await findSubscription(db, order.subscriptionId)
        : await subscriptionOfOrder(db, order.id);
      if (!plan) throw unknownPlan();
      return await cancel(plan.ownerId, plan.id);
    },
    async of(ownerId) {
      const plan = await subscriptionOf(db, ownerId);
      return plan ? await view(plan) : null;
    },
    async statusOf(owner) {
      if (owner?.kind !== 'user') return { vipStatus: 0, subscriptionStatus: 0 };
      const ownerId = owner.id;
      const plan = await subscriptionOf(db, ownerId);
      const runs = plan !== undefined && plan.status !== 'ended';
      const passes = runs ? [] : await paidPasses(db, ownerId);
      const hasPass = passes.some(
        (pass) => pass.paidAt !== null && addDurations(pass.paidAt, pass) > now(),
      );
      const over = plan ? 2 : 0;
      return { vipStatus: runs || hasPass ? 1 : 0, subscriptionStatus: runs ? 1 : over };
    },
    async resume(ownerId, id) {
      await own(ownerId, id);
      await inTransaction(db, now(), async (work) => {
        const plan = await lockSubscription(work.tx, id);
        if (plan.mandate === null || endOf(plan) <= work.now) {
          throw unchanged('the plan has no mandate to renew itself');
        }
        const other = await findRenewing(work.tx, ownerId);
        if (other && other.id !== id) {
          throw new AppError(
            'subscription_exists',
            'the account already has a plan that is renewed',
          );
        }
        if (isRenewing(plan)) return;
        const hasFailed = plan.lastPaymentStatus === paymentStatuses.failed;
        const moved = await work.movePlan(id, 'subscription.resumed', {
          cancelledAt: null,
          nextChargeAt: hasFailed ? work.now : plan.periodEnd,
        });
        if (!moved) throw unchanged(`the plan is ${plan.status}`);
      });
      return await fresh(id);
    },
    async retry(ownerId, id) {
      await own(ownerId, id);
      await inTransaction(db, now(), async ({ tx, now: time }) => {
        const plan = await lockSubscription(tx, id);
        if (plan.status !== 'pastDue') throw unchanged(`the plan is ${plan.status}`);
        // While a charge is under way there is nothing to retry.
        if (plan.nextChargeAt) await changeSubscription(tx, id, { nextChargeAt: time });
      });
      await answered(renewals.renew(id), onError);
      await mailer.wake();
      const after = await fresh(id);
      if (after.plan.status === 'active') return after;
      throw new AppError('payment_declined', 'the renewal was declined again');
    },
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
    async sweepClosed() {
      for (const ownerId of await buyersToForget(db)) await closeBooks(ownerId);
    },
  };
}
