import { addDurations } from '../../../machines/model/calendar.ts';
import { findPlanFaults } from '../../../server/operator/plan-faults.ts';
import type { Books } from './books.ts';
import { isPaid } from './judge-money.ts';
import type { Told } from './told.ts';

type Plan = Books['plans'][number];

const renews = ({ status }: Plan) => status === 'active' || status === 'pastDue';

/** True if the order's payment was refunded immediately. */
const isRefused = ({ refunds }: Books, paidBy: string | null) =>
  refunds.some(
    ({ paymentId, reason }) =>
      paymentId === paidBy && (reason === 'afterCancel' || reason === 'closed'),
  );

/**
 * True if the plan has returned to its first period, because the payment for the next period was
 * refunded before that period began.
 */
const isTakenBack = ({ refunds }: Books, plan: Plan, order: Books['orders'][number]): boolean =>
  (order.cycle ?? 1) > plan.cycle &&
  (order.status === 'chargedBack' ||
    order.status === 'refunded' ||
    refunds.some(({ paymentId, reason }) => paymentId === order.paidBy && reason === 'withdrawal'));

/** Checks that no plan is charged before its due date. */
const ofHaste = ({ id, status, nextChargeAt, periodEnd }: Plan): string[] =>
  status === 'active' && nextChargeAt && nextChargeAt < periodEnd
    ? [`the plan ${id} is charged before its period ends`]
    : [];

/** Checks that the cycle number matches the paid orders, and that periods follow the calendar. */
function ofCycles(books: Books, plan: Plan): string[] {
  const { id, cycle, anchorAt, anchorCycle, periodStart, periodEnd, firstOrderId } = plan;
  const paid = books.orders.filter(
    (order) =>
      (order.subscriptionId === id || order.id === firstOrderId) &&
      isPaid(order) &&
      !isRefused(books, order.paidBy) &&
      !isTakenBack(books, plan, order),
  );
  const end = addDurations(anchorAt, plan, cycle - anchorCycle + 1);
  return [
    ...(paid.length === cycle ? [] : [`the plan ${id} is in cycle ${cycle}, paid ${paid.length}`]),
    ...(end.getTime() === periodEnd.getTime()
      ? []
      : [`the plan ${id} ends on ${periodEnd.toISOString()}, not on ${end.toISOString()}`]),
    ...(periodStart < periodEnd ? [] : [`the plan ${id} has a period without a day`]),
  ];
}

/**
 * The periods in which a plan must not be charged. Each begins with a cancellation and ends when
 * the plan is resumed.
 */
function pausesOf(told: Told[], plan: Plan): { from: Date; until: Date | null }[] {
  const ends = told.filter(
    (one) =>
      (one.what === 'planCancelled' && one.id === plan.id) ||
      (one.what === 'closed' && one.ownerId === plan.ownerId),
  );
  return ends.flatMap((one) => {
    if (!('at' in one)) return [];
    const resumed = told.find(
      (later) => later.what === 'planResumed' && later.id === plan.id && later.at > one.at,
    );
    return [{ from: one.at, until: resumed && 'at' in resumed ? resumed.at : null }];
  });
}

/**
 * a charge that was in progress at the time of the cancellation may still arrive within this time,
 * and is then refunded
 */
const underWayMs = 15_000;

/** Checks that a plan is not charged after its cancellation. */
function ofCancels(books: Books, plan: Plan, told: Told[]): string[] {
  const charged = books.orders.filter(({ subscriptionId }) => subscriptionId === plan.id);
  const ids = new Set(
    books.payments
      .filter(({ orderId, chargedBy }) => chargedBy && charged.some(({ id }) => id === orderId))
      .map(({ id }) => id),
  );
  const charges = books.charges.filter(({ reference }) => ids.has(reference));
  return pausesOf(told, plan).flatMap(({ from, until }) =>
    charges
      .filter(({ createdAt }) => createdAt.getTime() > from.getTime() + underWayMs)
      .filter(({ createdAt }) => until === null || createdAt < until)
      .map(
        ({ amount, createdAt }) =>
          `the plan ${plan.id} was cancelled at ${from.toISOString()} and charged ${amount} at ${createdAt.toISOString()}`,
      ),
  );
}

/** Checks that a renewal is charged at the price of the plan, and not before it is due. */
function ofRenewals({ orders, payments, charges }: Books): string[] {
  const renewals = orders.filter(({ reason }) => reason === 'renewal');
  return [
    ...[...Map.groupBy(renewals, ({ subscriptionId, cycle }) => `${subscriptionId} ${cycle}`)]
      .filter(([, theirs]) => theirs.length > 1)
      .map(([name]) => `the cycle ${name} has more than one order`),
    ...renewals.flatMap(({ id, code }) => {
      const ids = payments.filter(({ orderId }) => orderId === id).map((payment) => payment.id);
      const paid = charges.filter(({ reference, paid: sum }) => ids.includes(reference) && sum > 0);
      return paid.length > 1 ? [`order ${code}: a renewal was charged ${paid.length} times`] : [];
    }),
  ];
}

/** Checks that no owner is charged for two plans. */
const ofOwners = ({ plans }: Books): string[] =>
  [...Map.groupBy(plans.filter(renews), ({ ownerId }) => ownerId)]
    .filter(([, theirs]) => theirs.length > 1)
    .map(([ownerId]) => `${ownerId} has two plans that renew themselves`);

export const judgePlans = (books: Books, told: Told[], now: Date): string[] => [
  ...findPlanFaults(books, now).map(({ where, what }) => `the ${where} ${what}`),
  ...books.plans.flatMap((plan) => [
    ...ofHaste(plan),
    ...ofCycles(books, plan),
    ...ofCancels(books, plan, told),
  ]),
  ...ofRenewals(books),
  ...ofOwners(books),
];
