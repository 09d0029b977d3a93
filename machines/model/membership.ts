import type { Duration } from './duration.ts';
import type { Currency } from './money.ts';
import type { Order } from './order.ts';
import type { MethodCode } from './price.ts';
import type { SubscriptionStatus } from './subscription.ts';

/** A plan as the server tells of it (R50). Instants are ISO, amounts integers of the smallest unit. */
export type Plan = SubscriptionStatus & {
  id: string;
  lastPaymentCurrency: Currency | null;
  currentCycle: number;
  currentCycleUnit: number;
  currentCycleStatus: number;
  productCode: string | null;
  /** of the order that began it */
  orderCode: string | null;
  method: MethodCode | null;
  periodStart: string | null;
  /** until when it runs if nothing is charged any more */
  periodEnd: string | null;
  /** null when nothing will be charged */
  nextCharge: Charge | null;
  /** when a declined renewal is tried again, earliest first */
  retries: readonly string[];
  /** the plan that begins with the next cycle */
  nextProductCode: string | null;
  /** of the present cycle, and when they go */
  credits: { granted: number; left: number; expiresAt: string } | null;
  canResume: boolean;
  /** when it was cancelled; null for a plan that ends because it was bought without renewal */
  cancelledAt: string | null;
  /** the plan of a change whose charge is under way */
  pendingChange: string | null;
};

export type Charge = { amount: number; currency: Currency; at: string };

/** Everything that charges a user, or waits to. */
export type Membership = {
  plan: Plan | null;
  /** open ones first, then the newest; as far as they are loaded */
  orders: readonly Order[];
  /** where older orders begin; null when all are loaded */
  nextCursor: string | null;
};

export type OlderOrders = Pick<Membership, 'orders' | 'nextCursor'>;

/** The newest orders again. Older ones that are loaded stay, if no order is missing in between. */
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

/** What another plan costs and brings. */
export type ChangePreview = {
  productCode: string;
  currency: Currency;
  /** `periodEnd`: the present cycle is used up first, and nothing is charged now */
  when: 'now' | 'periodEnd';
  at: string;
  price: number;
  /** what the rest of the present cycle is worth */
  deducted: number;
  /** what is charged now */
  amount: number;
  credits: { lost: number; granted: number };
  nextCharge: Charge;
  /** of the change that this shows: it stays the same when the change is tried again */
  idempotencyKey: string;
};

/** What a withdrawal gives back. */
export type Withdrawal = {
  code: string;
  amount: number;
  currency: Currency;
  paid: number;
  credits: { granted: number; used: number; left: number };
  until: string;
  endsPlan: boolean;
};

/** Who leaves, and what: `proof` is the mailed code, null for whoever is signed in. */
export type LeavingWish =
  | { kind: 'cancel'; id: string }
  | { kind: 'cancel'; code: string; proof: string }
  | { kind: 'withdraw'; code: string; proof: string | null };

/** What became of it. */
export type Left = { kind: 'cancel'; plan: Plan | null } | { kind: 'withdraw'; order: Order };

/** It still runs, whether it will renew itself or not. */
export const isRunning = (plan: Plan | null): plan is Plan => plan?.subscriptionStatus === 1;

/** How long a cycle is (R50). */
export const cycleOf = ({ currentCycle, currentCycleUnit }: Plan): Duration => ({
  duration: currentCycle,
  durationUnit: currentCycleUnit,
});

/** It ends by itself: it was bought without renewal, and nobody has cancelled it. */
export const isOneTime = (plan: Plan | null): plan is Plan =>
  isRunning(plan) && plan.cancelAtPeriodEnd && plan.cancelledAt === null;

/** A renewal of it, or the retry of one, can be stopped. */
export const isRenewing = (plan: Plan | null): plan is Plan =>
  isRunning(plan) && !plan.cancelAtPeriodEnd;

/** The last renewal was declined, and is going to be tried again. */
export const isPastDue = (plan: Plan | null): plan is Plan =>
  isRenewing(plan) && plan.lastPaymentStatus === 2;

/** The charge of a change of plan is under way. */
export const isBeingChanged = (plan: Plan | null): boolean =>
  plan !== null && plan.pendingChange !== null;

/** What became of a change whose charge was under way before; null if there was none, or it still is. */
export const changeOutcome = (
  before: Plan | null,
  now: Plan | null,
): 'changed' | 'notChanged' | null => {
  if (!before || before.pendingChange === null || isBeingChanged(now)) return null;
  const isThere = [now?.productCode, now?.nextProductCode].includes(before.pendingChange);
  return isThere ? 'changed' : 'notChanged';
};

/** Another plan can be chosen: this one is paid, and no other change is being paid for. */
export const canChange = (plan: Plan | null): plan is Plan =>
  isRenewing(plan) && plan.lastPaymentStatus !== 2 && !isBeingChanged(plan);
