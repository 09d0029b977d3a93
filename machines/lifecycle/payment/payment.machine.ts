import { setup } from 'xstate';
import type { StateMeta } from '../../model/chart-meta.ts';

export type PaymentEvent =
  /** the provider has made a checkout for it */
  | { type: 'payment.opened' }
  /** the buyer has done their part; the money is on its way */
  | { type: 'payment.pended' }
  | { type: 'payment.succeeded' }
  /** declined, or the provider made no checkout */
  | { type: 'payment.failed' }
  /** the buyer left, or the order was cancelled */
  | { type: 'payment.cancelled' }
  | { type: 'payment.expired' }
  /** paid, but another amount or currency than was asked for: it goes back and grants nothing */
  | { type: 'payment.mismatched' }
  | { type: 'payment.partlyRefunded' }
  | { type: 'payment.refunded' }
  | { type: 'payment.chargedBack' };

/**
 * One try to pay an order at a provider. What the provider says last counts: a try that was given up may
 * still succeed, one that succeeded never fails.
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
      meta: { view: 'the provider is asked for a checkout' },
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
      meta: { view: 'was left' },
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
      meta: { view: 'the money is there' },
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
      meta: { view: 'another amount was paid than was asked for; it goes back' },
      on: { 'payment.refunded': { target: 'refunded' } },
    },
    refunded: { type: 'final', meta: { view: 'all the money went back' } },
    chargedBack: { type: 'final', meta: { view: 'the bank took the money back' } },
  },
});
