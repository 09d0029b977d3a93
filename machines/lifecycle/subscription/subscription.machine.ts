import { setup } from 'xstate';
import type { StateMeta } from '../../model/chart-meta.ts';

export type SubscriptionEvent =
  /** the next billing period was paid */
  | { type: 'subscription.renewed' }
  /** a renewal was declined; the server stores the date of the next retry */
  | { type: 'subscription.paymentFailed' }
  /**
   * the user has cancelled: the plan runs until the end of the paid period, without further charges
   * or retries
   */
  | { type: 'subscription.cancelled' }
  | { type: 'subscription.resumed' }
  /** the user has changed to another plan */
  | { type: 'subscription.changed' }
  /** the period ended, the last retry failed, the money was refunded, or the account was closed */
  | { type: 'subscription.ended' };

/** The lifecycle of a plan. Only plans in `active` and `pastDue` are charged. */
export const subscriptionMachine = setup({
  types: {
    context: {} as Record<string, never>,
    events: {} as SubscriptionEvent,
    meta: {} as StateMeta,
  },
}).createMachine({
  id: 'subscriptionRecord',
  context: {},
  initial: 'active',
  states: {
    active: {
      meta: { view: 'runs and renews itself' },
      on: {
        'subscription.renewed': { target: 'active' },
        'subscription.changed': { target: 'active' },
        'subscription.paymentFailed': { target: 'pastDue' },
        'subscription.cancelled': { target: 'ending' },
        'subscription.ended': { target: 'ended' },
      },
    },
    pastDue: {
      meta: { view: 'its renewal failed and will be retried' },
      on: {
        'subscription.renewed': { target: 'active' },
        'subscription.paymentFailed': { target: 'pastDue' },
        'subscription.cancelled': { target: 'ending' },
        'subscription.ended': { target: 'ended' },
      },
    },
    ending: {
      meta: { view: 'runs until its end and is not charged again' },
      on: {
        'subscription.resumed': { target: 'active' },
        'subscription.ended': { target: 'ended' },
      },
    },
    ended: { type: 'final', meta: { view: 'is over' } },
  },
});
