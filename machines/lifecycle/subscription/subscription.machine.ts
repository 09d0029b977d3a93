import { setup } from 'xstate';
import type { StateMeta, TransitionMeta } from '../../model/chart-meta.ts';

export type SubscriptionEvent =
  /** the next cycle is paid */
  | { type: 'subscription.renewed' }
  /** a renewal was declined; the retry plan says when the next try is */
  | { type: 'subscription.paymentFailed' }
  /** by the user: the plan runs until its end, and nothing is charged any more, retries included */
  | { type: 'subscription.cancelled' }
  | { type: 'subscription.resumed' }
  /** another plan from now on */
  | { type: 'subscription.changed' }
  /** its time is over, the last retry failed, the money went back, or the account was closed */
  | { type: 'subscription.ended' };

/** What may happen to a plan. Only `active` and `pastDue` are ever charged. */
export const subscriptionMachine = setup({
  types: {
    context: {} as Record<string, never>,
    events: {} as SubscriptionEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
}).createMachine({
  id: 'subscriptionRecord',
  context: {},
  initial: 'active',
  states: {
    active: {
      meta: { view: 'runs and renews itself' },
      on: {
        'subscription.renewed': { target: 'active', meta: { req: 'R53' } },
        'subscription.changed': { target: 'active', meta: { req: 'R53' } },
        'subscription.paymentFailed': { target: 'pastDue', meta: { req: 'R51' } },
        'subscription.cancelled': { target: 'ending', meta: { req: ['R53', 'R74'] } },
        'subscription.ended': { target: 'ended', meta: { req: 'R74' } },
      },
    },
    pastDue: {
      meta: { view: 'its renewal did not work; it is tried again' },
      on: {
        'subscription.renewed': { target: 'active', meta: { req: 'R53' } },
        'subscription.paymentFailed': { target: 'pastDue', meta: { req: 'R51' } },
        'subscription.cancelled': { target: 'ending', meta: { req: ['R51', 'R74'] } },
        'subscription.ended': { target: 'ended', meta: { req: 'R51' } },
      },
    },
    ending: {
      meta: { view: 'runs until its end and is not charged again' },
      on: {
        'subscription.resumed': { target: 'active', meta: { req: 'R53' } },
        'subscription.ended': { target: 'ended', meta: { req: ['R51', 'R74'] } },
      },
    },
    ended: { type: 'final', meta: { view: 'is over' } },
  },
});
