import type { Duration } from './duration.ts';
import type { Currency } from './money.ts';
import type { Order } from './order.ts';
import type { MethodCode } from './price.ts';
import type { SubscriptionStatus } from './subscription.ts';

/** A plan as the server reports it (R50). Instants are ISO, amounts integers of the smallest unit. */
export type Plan = SubscriptionStatus & {
  id: string;
  lastPaymentCurrency: Currency | null;
  currentCycle: number;
  currentCycleUnit: number;
  currentCycleStatus: number;
  productCode: string | null;
  /** code of the order that began the plan */
  orderCode: string | null;
  method: MethodCode | null;
  periodStart: string | null;
  /** end of the plan if nothing more is charged */
  periodEnd: string | null;
  /** null if nothing will be charged */
  nextCharge: Charge | null;
  /** when a declined renewal is retried, earliest first */
  retries: readonly string[];
  /** the plan that begins with the next cycle */
  nextProductCode: string | null;
  /** credits of the current cycle, and their expiry date */
  credits: { granted: number; left: number; expiresAt: string } | null;
  canResume: boolean;
  /** null if not cancelled, also if the plan ends because it was bought without renewal */
  cancelledAt: string | null;
  /** the plan of a change whose charge is under way */
  pendingChange: string | null;
};

export type Charge = { amount: number; currency: Currency; at: string };

/** A user's plan and orders. */
export type Membership = {
  plan: Plan | null;
  /** open ones first, then the newest, as far as they are loaded */
  orders: readonly Order[];
  /** cursor of older orders, or null if all are loaded */
  nextCursor: string | null;
};

export type OlderOrders = Pick<Membership, 'orders' | 'nextCursor'>;

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
export type ChangePreview = {
  productCode: string;
  currency: Currency;
  /** `periodEnd`: the current cycle is used up first, and nothing is charged now */
  when: 'now' | 'periodEnd';
  at: string;
  price: number;
  /** value of the rest of the current cycle */
  deducted: number;
  /** amount charged now */
  amount: number;
  credits: { lost: number; granted: number };
  nextCharge: Charge;
  /** identifies the previewed change; stays the same when the change is tried again */
  idempotencyKey: string;
};

/** Result of a withdrawal. */
export type Withdrawal = {
  code: string;
  amount: number;
  currency: Currency;
  paid: number;
  credits: { granted: number; used: number; left: number };
  until: string;
  endsPlan: boolean;
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
