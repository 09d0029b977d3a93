import { setup } from 'xstate';
import type { StateMeta, TransitionMeta } from '../../model/chart-meta.ts';

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
    transitionMeta: {} as TransitionMeta,
  },
}).createMachine({
  id: 'paymentRecord',
  context: {},
  initial: 'created',
  states: {
    created: {
      meta: { view: 'the provider is asked for a checkout' },
      on: {
        'payment.opened': { target: 'awaiting', meta: { req: 'R46' } },
        'payment.pended': { target: 'pending', meta: { req: 'R73' } },
        'payment.succeeded': { target: 'succeeded', meta: { req: 'R73' } },
        'payment.failed': { target: 'failed', meta: { req: 'R73' } },
        'payment.cancelled': { target: 'cancelled', meta: { req: 'R73' } },
        'payment.expired': { target: 'expired', meta: { req: 'R73' } },
        'payment.mismatched': { target: 'mismatched', meta: { req: 'R73' } },
      },
    },
    awaiting: {
      meta: { view: 'the buyer is at the provider' },
      on: {
        'payment.pended': { target: 'pending', meta: { req: 'R73' } },
        'payment.succeeded': { target: 'succeeded', meta: { req: ['R47', 'R73'] } },
        'payment.failed': { target: 'failed', meta: { req: 'R73' } },
        'payment.cancelled': { target: 'cancelled', meta: { req: 'R73' } },
        'payment.expired': { target: 'expired', meta: { req: 'R73' } },
        'payment.mismatched': { target: 'mismatched', meta: { req: 'R73' } },
      },
    },
    pending: {
      meta: { view: 'the money is on its way' },
      on: {
        'payment.succeeded': { target: 'succeeded', meta: { req: 'R73' } },
        'payment.failed': { target: 'failed', meta: { req: 'R73' } },
        'payment.expired': { target: 'expired', meta: { req: 'R73' } },
        'payment.mismatched': { target: 'mismatched', meta: { req: 'R73' } },
      },
    },
    failed: {
      meta: { view: 'was declined' },
      on: {
        'payment.succeeded': { target: 'succeeded', meta: { req: 'R73' } },
        'payment.mismatched': { target: 'mismatched', meta: { req: 'R73' } },
      },
    },
    cancelled: {
      meta: { view: 'was left' },
      on: {
        'payment.succeeded': { target: 'succeeded', meta: { req: 'R73' } },
        'payment.mismatched': { target: 'mismatched', meta: { req: 'R73' } },
      },
    },
    expired: {
      meta: { view: 'was not made in time' },
      on: {
        'payment.succeeded': { target: 'succeeded', meta: { req: 'R73' } },
        'payment.mismatched': { target: 'mismatched', meta: { req: 'R73' } },
      },
    },
    succeeded: {
      meta: { view: 'the money is there' },
      on: {
        'payment.partlyRefunded': { target: 'partlyRefunded', meta: { req: 'R74' } },
        'payment.refunded': { target: 'refunded', meta: { req: ['R73', 'R74'] } },
        'payment.chargedBack': { target: 'chargedBack', meta: { req: 'R70' } },
      },
    },
    partlyRefunded: {
      meta: { view: 'a part of the money went back' },
      on: {
        'payment.partlyRefunded': { target: 'partlyRefunded', meta: { req: 'R74' } },
        'payment.refunded': { target: 'refunded', meta: { req: 'R74' } },
        'payment.chargedBack': { target: 'chargedBack', meta: { req: 'R70' } },
      },
    },
    mismatched: {
      meta: { view: 'another amount was paid than was asked for; it goes back' },
      on: { 'payment.refunded': { target: 'refunded', meta: { req: 'R73' } } },
    },
    refunded: { type: 'final', meta: { view: 'all the money went back' } },
    chargedBack: { type: 'final', meta: { view: 'the bank took the money back' } },
  },
});
