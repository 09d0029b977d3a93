import { orderMachine } from '../../machines/lifecycle/order/order.machine.ts';
import { paymentMachine } from '../../machines/lifecycle/payment/payment.machine.ts';
import { subscriptionMachine } from '../../machines/lifecycle/subscription/subscription.machine.ts';
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts';
import { subscriptionStates, subscriptions } from '../subscriptions/subscriptions.schema.ts';
import { releaseCredits, releaseOfPlan } from './held-credits.ts';
import { orderStates, orders, paymentStates, payments } from './orders.schema.ts';

/** Maps each state of a chart to the same name in the rows. */
const byName = (states: readonly string[]) =>
  Object.fromEntries(states.map((state) => [state, state]));

/*
 * The caller makes the other writes that belong to a payment's move, because a paid order may be a
 * duplicate or a renewal without a plan. A plan change that fails returns its held credits,
 * whatever its final state is.
 */

export const orderLifecycle: Lifecycle<typeof orderMachine, typeof orders> = {
  machine: orderMachine,
  table: orders,
  stored: byName(orderStates),
  owed: async (tx, { row, to, now }) => {
    const isOver = to === 'cancelled' || to === 'expired';
    if (isOver && row.reason === 'change') await releaseCredits(tx, row.id, now);
  },
  channel: 'lightwell:order',
};

export const paymentLifecycle: Lifecycle<typeof paymentMachine, typeof payments> = {
  machine: paymentMachine,
  table: payments,
  stored: byName(paymentStates),
  channel: 'lightwell:payment',
};

export const subscriptionLifecycle: Lifecycle<typeof subscriptionMachine, typeof subscriptions> = {
  machine: subscriptionMachine,
  table: subscriptions,
  stored: byName(subscriptionStates),
  owed: async (tx, { row, to, now }) => {
    if (to === 'ended') await releaseOfPlan(tx, row.id, now);
  },
  channel: 'lightwell:subscription',
};
