import type * as orders from '../../contract/order.ts';
import type * as wire from '../../contract/subscription.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { Duration } from './duration.ts';
import type { Order } from './order.ts';

export type { Withdrawal } from '../../contract/order.ts';

/** A plan as the server reports it (R50). Instants are ISO, amounts integers of the smallest unit. */
export type Plan = DeepReadonly<wire.Subscription> & { id: string };

/** A page of orders: open ones first, then the newest. */
export type OlderOrders = DeepReadonly<orders.OrderList>;

/** A user's plan, and the orders as far as they are loaded. */
export type Membership = OlderOrders & { plan: Plan | null };

/** Refreshes the newest orders. Older ones that are loaded stay, unless an order is missing in between. */
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

/** Price and credits of a change to another plan. */
export type ChangePreview = wire.ChangePreview & {
  /** identifies the previewed change; stays the same when the change is tried again */
  idempotencyKey: string;
};

/** Request to cancel or withdraw; `proof` is the mailed code, null for a signed-in user. */
export type CancellationWish =
  | { kind: 'cancel'; id: string }
  | { kind: 'cancel'; code: string; proof: string }
  | { kind: 'withdraw'; code: string; proof: string | null };

/** Result of such a request. */
export type Left = { kind: 'cancel'; plan: Plan | null } | { kind: 'withdraw'; order: Order };

/** The plan still runs, with or without a renewal. */
export const isRunning = (plan: Plan | null): plan is Plan => plan?.subscriptionStatus === 1;

/** Length of a cycle (R50). */
export const cycleOf = ({ currentCycle, currentCycleUnit }: Plan): Duration => ({
  duration: currentCycle,
  durationUnit: currentCycleUnit,
});

/** The plan ends by itself: it was bought without renewal, and was not cancelled. */
export const isOneTime = (plan: Plan | null): plan is Plan =>
  isRunning(plan) && plan.cancelAtPeriodEnd && plan.cancelledAt === null;

/** A renewal of the plan, or the retry of one, can be stopped. */
export const isRenewing = (plan: Plan | null): plan is Plan =>
  isRunning(plan) && !plan.cancelAtPeriodEnd;

/** The last renewal was declined and will be retried. */
export const isPastDue = (plan: Plan | null): plan is Plan =>
  isRenewing(plan) && plan.lastPaymentStatus === 2;

/** The charge of a change of plan is under way. */
export const isBeingChanged = (plan: Plan | null): boolean =>
  plan !== null && plan.pendingChange !== null;

/** Outcome of a change whose charge was under way before, or null if there was none, or it still is under way. */
export const changeOutcome = (
  before: Plan | null,
  now: Plan | null,
): 'changed' | 'notChanged' | null => {
  if (!before || before.pendingChange === null || isBeingChanged(now)) return null;
  const isThere = [now?.productCode, now?.nextProductCode].includes(before.pendingChange);
  return isThere ? 'changed' : 'notChanged';
};

/** Another plan can be chosen: this one is paid, and no other change is being charged. */
export const canChange = (plan: Plan | null): plan is Plan =>
  isRenewing(plan) && plan.lastPaymentStatus !== 2 && !isBeingChanged(plan);
