import type * as orders from '../../contract/order.ts';
import type * as wire from '../../contract/subscription.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { Duration } from './duration.ts';
import type { Order } from './order.ts';

export type { Withdrawal } from '../../contract/order.ts';

/**
 * A plan as the server reports it (R50). Instants are ISO strings. Amounts are integers in the
 * smallest unit of the currency.
 */
export type Plan = DeepReadonly<wire.Subscription> & { id: string };

/** A page of the order list. Unpaid orders come first, and then the newest orders. */
export type OlderOrders = DeepReadonly<orders.OrderList>;

/** A user's plan, and the orders that were loaded until now. */
export type Membership = OlderOrders & { plan: Plan | null };

/**
 * Replaces the newest orders. Older loaded orders stay, unless orders are missing between the old
 * and the new ones.
 */
export const renewedOrders = (known: Membership | null, membership: Membership): Membership => {
  const last = membership.orders.at(-1)?.code;
  const at = known?.orders.findIndex(({ code }) => code === last) ?? -1;
  if (!known || at < 0 || membership.nextCursor === null) return membership;
  const fresh = new Set(membership.orders.map(({ code }) => code));
  const older = known.orders.slice(at + 1).filter(({ code }) => !fresh.has(code));
  return {
    ...membership,
    orders: [...membership.orders, ...older],
    nextCursor: older.length > 0 ? known.nextCursor : membership.nextCursor,
  };
};

export type ChangePreview = wire.ChangePreview & {
  /** identifies the previewed change; a repeated request for the same change sends the same key */
  idempotencyKey: string;
};

/**
 * A request to cancel a plan or withdraw from an order. `proof` is the mailed code, or null for a
 * signed-in user.
 */
export type CancellationWish =
  | { kind: 'cancel'; id: string }
  | { kind: 'cancel'; code: string; proof: string }
  | { kind: 'withdraw'; code: string; proof: string | null };

/** The result of a cancellation or withdrawal. */
export type Left = { kind: 'cancel'; plan: Plan | null } | { kind: 'withdraw'; order: Order };

/** True if the plan is active, whether or not it renews. */
export const isRunning = (plan: Plan | null): plan is Plan => plan?.subscriptionStatus === 1;

/** Returns the length of a billing cycle (R50). */
export const cycleOf = ({ currentCycle, currentCycleUnit }: Plan): Duration => ({
  duration: currentCycle,
  durationUnit: currentCycleUnit,
});

/** True if the plan was bought for one period only and was not cancelled. */
export const isOneTime = (plan: Plan | null): plan is Plan =>
  isRunning(plan) && plan.cancelAtPeriodEnd && plan.cancelledAt === null;

/** True if the plan will be charged again, so that a renewal or its retry can still be stopped. */
export const isRenewing = (plan: Plan | null): plan is Plan =>
  isRunning(plan) && !plan.cancelAtPeriodEnd;

/** True if the last renewal was declined and will be retried. */
export const isPastDue = (plan: Plan | null): plan is Plan =>
  isRenewing(plan) && plan.lastPaymentStatus === 2;

/** True while the charge for a change of plan is under way. */
export const isBeingChanged = (plan: Plan | null): boolean =>
  plan !== null && plan.pendingChange !== null;

/**
 * Returns the outcome of a plan change whose charge was under way. Returns null if there was no
 * change, or if the charge is still under way.
 */
export const changeOutcome = (
  before: Plan | null,
  now: Plan | null,
): 'changed' | 'notChanged' | null => {
  if (!before || before.pendingChange === null || isBeingChanged(now)) return null;
  const isThere = [now?.productCode, now?.nextProductCode].includes(before.pendingChange);
  return isThere ? 'changed' : 'notChanged';
};

/**
 * True if the user can choose another plan: the plan is paid, and no change of plan is being
 * charged.
 */
export const canChange = (plan: Plan | null): plan is Plan =>
  isRenewing(plan) && plan.lastPaymentStatus !== 2 && !isBeingChanged(plan);
