import { orderMachine } from '../../../machines/lifecycle/order/order.machine.ts';
import { paymentMachine } from '../../../machines/lifecycle/payment/payment.machine.ts';
import { subscriptionMachine } from '../../../machines/lifecycle/subscription/subscription.machine.ts';
import {
  orderStates,
  orders,
  paymentStates,
  payments,
  subscriptionStates,
  subscriptions,
} from '../../store/money.schema.ts';
import type { Lifecycle } from '../lifecycle.ts';

/** Their rows name the states as the charts do. */
const byName = (states: readonly string[]) =>
  Object.fromEntries(states.map((state) => [state, state]));

/* What a move owes lies with whoever makes it: a paid order may be one too many, or a renewal of nothing. */

export const orderLifecycle: Lifecycle<typeof orderMachine, typeof orders> = {
  ...{ machine: orderMachine, table: orders, stored: byName(orderStates) },
  channel: 'lightwell:order',
};

export const paymentLifecycle: Lifecycle<typeof paymentMachine, typeof payments> = {
  ...{ machine: paymentMachine, table: payments, stored: byName(paymentStates) },
  channel: 'lightwell:payment',
};

export const subscriptionLifecycle: Lifecycle<typeof subscriptionMachine, typeof subscriptions> = {
  ...{ machine: subscriptionMachine, table: subscriptions, stored: byName(subscriptionStates) },
  channel: 'lightwell:subscription',
};
