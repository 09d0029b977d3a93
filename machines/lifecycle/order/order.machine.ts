import { setup } from 'xstate';
import type { StateMeta } from '../../model/chart-meta.ts';

export type OrderEvent =
  /** the provider has received the whole amount, in time or late */
  | { type: 'order.paid' }
  /** the latest payment failed; another payment can be started */
  | { type: 'order.declined' }
  | { type: 'order.retried' }
  /** cancelled by the buyer, or because the account is closed */
  | { type: 'order.cancelled' }
  /** the time limit of the payment method has passed without a payment */
  | { type: 'order.expired' }
  | { type: 'order.partlyRefunded' }
  | { type: 'order.refunded' }
  /** the buyer's bank took the money back */
  | { type: 'order.chargedBack' };

/**
 * The lifecycle of an order. Only the server's settlement sends `order.paid`. A late payment has
 * the same effect as a payment in time (R73).
 */
export const orderMachine = setup({
  types: {
    context: {} as Record<string, never>,
    events: {} as OrderEvent,
    meta: {} as StateMeta,
  },
}).createMachine({
  id: 'orderRecord',
  context: {},
  initial: 'open',
  states: {
    open: {
      meta: { view: 'waits for the money' },
      on: {
        'order.paid': { target: 'paid' },
        'order.declined': { target: 'notPaid' },
        'order.cancelled': { target: 'cancelled' },
        'order.expired': { target: 'expired' },
      },
    },
    notPaid: {
      meta: { view: 'the payment failed; another method can be tried' },
      on: {
        'order.retried': { target: 'open' },
        'order.paid': { target: 'paid' },
        'order.cancelled': { target: 'cancelled' },
        'order.expired': { target: 'expired' },
      },
    },
    cancelled: {
      meta: { view: 'was cancelled; nothing was charged' },
      on: { 'order.paid': { target: 'paid' } },
    },
    expired: {
      meta: { view: 'was not paid in time; nothing was charged' },
      on: { 'order.paid': { target: 'paid' } },
    },
    paid: {
      meta: { view: 'is paid, and its credits are granted' },
      on: {
        'order.partlyRefunded': { target: 'partlyRefunded' },
        'order.refunded': { target: 'refunded' },
        'order.chargedBack': { target: 'chargedBack' },
      },
    },
    partlyRefunded: {
      meta: { view: 'is paid; a part of the money went back' },
      on: {
        'order.partlyRefunded': { target: 'partlyRefunded' },
        'order.refunded': { target: 'refunded' },
        'order.chargedBack': { target: 'chargedBack' },
      },
    },
    refunded: { type: 'final', meta: { view: 'all the money went back' } },
    chargedBack: { type: 'final', meta: { view: 'the bank took the money back' } },
  },
});
