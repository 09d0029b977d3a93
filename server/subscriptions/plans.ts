import { addDurations } from '../../machines/model/calendar.ts';
import { buyersToForget } from '../orders/closed-buyers.store.ts';
import { inTransaction, type Work } from '../orders/moves.ts';
import { findOrder, type Order, paidPasses } from '../orders/orders.store.ts';
import { mailBuyer } from '../orders/payment-mails.ts';
import { answered } from '../orders/provider-calls.ts';
import { endOf, paymentStatuses } from '../orders/terms.ts';
import type { Owner } from '../owners/principal.ts';
import { AppError } from '../platform/errors.ts';
import { closeBooks } from './closed-books.ts';
import {
  type ChangesDeps,
  createPlanChanges,
  type PlanChanges,
  unchanged,
} from './plan-changes.ts';
import { createPlanViews, type PlanView, unknownPlan } from './plan-views.ts';
import type { Renewals } from './renewals.ts';
import {
  changeSubscription,
  findRenewing,
  findSubscription,
  isRenewing,
  lockSubscription,
  type Subscription,
  subscriptionOf,
  subscriptionOfOrder,
} from './subscriptions.store.ts';

export type Plans = PlanChanges & {
  /** Returns a user's plan, or null if there is none. */
  of(ownerId: string): Promise<PlanView | null>;
  /**
   * Returns the status of a caller (R20). `vipStatus` is 1 for a user with a running plan or pass.
   * `subscriptionStatus` is 1 for a running plan, 2 for an ended plan, otherwise 0.
   */
  statusOf(owner: Owner | null): Promise<{ vipStatus: number; subscriptionStatus: number }>;
  /**
   * Cancels a plan. `ownerId` is the user, or a buyer who proved access to the order.
   * @throws AppError subscription_not_found
   */
  cancel(ownerId: string, id: string): Promise<PlanView>;
  /** Cancels the plan that an order began or paid. @throws AppError subscription_not_found */
  cancelOf(order: Order): Promise<PlanView>;
  /**
   * Resumes a cancelled plan.
   * @throws AppError subscription_not_found, subscription_unchanged, subscription_exists
   */
  resume(ownerId: string, id: string): Promise<PlanView>;
  /**
   * Retries a declined charge now.
   * @throws AppError subscription_not_found, subscription_unchanged, payment_declined,
   * provider_unavailable
   */
  retry(ownerId: string, id: string): Promise<PlanView>;
  /** Ends the plans of closed accounts, so that their buyers are not charged again. */
  sweepClosed(): Promise<void>;
};

export type PlansDeps = ChangesDeps & { renewals: Renewals };

export function createPlans(deps: PlansDeps): Plans {
  const { db, renewals, mailer, now, onError } = deps;
  const views = createPlanViews(deps);
  const { own, fresh } = views;

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
        credits: await views.creditsLeft(work.tx, moved),
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

  return {
    ...createPlanChanges(deps, views),
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
      return plan ? await views.view(plan) : null;
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
        // If a charge is in progress, there is nothing to retry.
        if (plan.nextChargeAt) await changeSubscription(tx, id, { nextChargeAt: time });
      });
      await answered(renewals.renew(id), onError);
      await mailer.wake();
      const after = await fresh(id);
      if (after.plan.status === 'active') return after;
      throw new AppError('payment_declined', `the renewal of the plan ${id} was declined again`);
    },
    async sweepClosed() {
      for (const ownerId of await buyersToForget(db)) await closeBooks(db, ownerId, now);
    },
  };
}
