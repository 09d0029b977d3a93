import { setup } from 'xstate';
import type { StateMeta } from '../../model/chart-meta.ts';

export type PaymentEvent =
  /** the provider has created a checkout for the payment */
  | { type: 'payment.opened' }
  /** the buyer has paid, and the money is on its way */
  | { type: 'payment.pended' }
  | { type: 'payment.succeeded' }
  /** the payment was declined, or the provider could not create a checkout */
  | { type: 'payment.failed' }
  /** the buyer left the checkout, or the order was cancelled */
  | { type: 'payment.cancelled' }
  | { type: 'payment.expired' }
  /**
   * the paid amount or currency differs from the order; the payment is refunded and grants no
   * credits
   */
  | { type: 'payment.mismatched' }
  | { type: 'payment.partlyRefunded' }
  | { type: 'payment.refunded' }
  | { type: 'payment.chargedBack' };

/**
 * The lifecycle of one payment at a provider. The provider's latest report decides. A cancelled
 * payment may still succeed, but a succeeded payment never fails.
 */
export const paymentMachine = setup({
  types: {
    context: {} as Record<string, never>,
    events: {} as PaymentEvent,
    meta: {} as StateMeta,
  },
}).createMachine({
  id: 'paymentRecord',
  context: {},
  initial: 'created',
  states: {
    created: {
      meta: { view: 'a checkout is being requested from the provider' },
      on: {
        'payment.opened': { target: 'awaiting' },
        'payment.pended': { target: 'pending' },
        'payment.succeeded': { target: 'succeeded' },
        'payment.failed': { target: 'failed' },
        'payment.cancelled': { target: 'cancelled' },
        'payment.expired': { target: 'expired' },
        'payment.mismatched': { target: 'mismatched' },
      },
    },
    awaiting: {
      meta: { view: 'the buyer is at the provider' },
      on: {
        'payment.pended': { target: 'pending' },
        'payment.succeeded': { target: 'succeeded' },
        'payment.failed': { target: 'failed' },
        'payment.cancelled': { target: 'cancelled' },
        'payment.expired': { target: 'expired' },
        'payment.mismatched': { target: 'mismatched' },
      },
    },
    pending: {
      meta: { view: 'the money is on its way' },
      on: {
        'payment.succeeded': { target: 'succeeded' },
        'payment.failed': { target: 'failed' },
        'payment.expired': { target: 'expired' },
        'payment.mismatched': { target: 'mismatched' },
      },
    },
    failed: {
      meta: { view: 'was declined' },
      on: {
        'payment.succeeded': { target: 'succeeded' },
        'payment.mismatched': { target: 'mismatched' },
      },
    },
    cancelled: {
      meta: { view: 'was cancelled' },
      on: {
        'payment.succeeded': { target: 'succeeded' },
        'payment.mismatched': { target: 'mismatched' },
      },
    },
    expired: {
      meta: { view: 'was not made in time' },
      on: {
        'payment.succeeded': { target: 'succeeded' },
        'payment.mismatched': { target: 'mismatched' },
      },
    },
    succeeded: {
      meta: { view: 'the money has arrived' },
      on: {
        'payment.partlyRefunded': { target: 'partlyRefunded' },
        'payment.refunded': { target: 'refunded' },
        'payment.chargedBack': { target: 'chargedBack' },
      },
    },
    partlyRefunded: {
      meta: { view: 'a part of the money went back' },
      on: {
        'payment.partlyRefunded': { target: 'partlyRefunded' },
        'payment.refunded': { target: 'refunded' },
        'payment.chargedBack': { target: 'chargedBack' },
      },
    },
    mismatched: {
      meta: { view: 'another amount was paid than requested; it is refunded' },
      on: { 'payment.refunded': { target: 'refunded' } },
    },
    refunded: { type: 'final', meta: { view: 'all the money went back' } },
    chargedBack: { type: 'final', meta: { view: 'the bank took the money back' } },
  },
});
