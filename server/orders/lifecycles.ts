import { orderMachine } from '../../machines/lifecycle/order/order.machine.ts';
import { paymentMachine } from '../../machines/lifecycle/payment/payment.machine.ts';
import { subscriptionMachine } from '../../machines/lifecycle/subscription/subscription.machine.ts';
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts';
import { subscriptionStates, subscriptions } from '../subscriptions/subscriptions.schema.ts';
import { releaseCredits, releaseOfPlan } from './held-credits.ts';
import { orderStates, orders, paymentStates, payments } from './orders.schema.ts';

/** Rows use the state names of the charts. */
const byName = (states: readonly string[]) =>
  Object.fromEntries(states.map((state) => [state, state]));

/*
 * The caller makes the further writes of a payment's move, because a paid order may be a duplicate
 * or a renewal without a plan. A plan change that fails returns its held credits, in whichever
 * state it ends.
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
