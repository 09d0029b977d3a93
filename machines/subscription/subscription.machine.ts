import { failed } from '../port-actors.ts';
import { changing } from './subscription.change.ts';
import { planIn, subscriptionSetup } from './subscription.setup.ts';
import type { SubscriptionContext } from './subscription.types.ts';

type InContext = { context: SubscriptionContext };

const own = ({ context }: InContext) => {
  const plan = planIn(context);
  return plan && { id: plan.id };
};

const loaded = {
  type: 'setMembership',
  params: ({ event }: { event: { output: NonNullable<SubscriptionContext['membership']> } }) => ({
    membership: event.output,
  }),
} as const;

const failedTo = (target: string) =>
  ({
    target,
    actions: [
      { type: 'setFailure', params: failed },
      { type: 'reportFailure', params: failed },
    ],
  }) as const;

const planned = {
  type: 'setPlan',
  params: ({ event }: { event: { output: NonNullable<ReturnType<typeof planIn>> } }) => ({
    plan: event.output,
  }),
} as const;

const restView = (view: string) =>
  ({
    current: {
      meta: { view },
      on: { 'server.changed': { target: 'looking' } },
      after: {
        changePause: { guard: 'isBeingChanged', target: 'looking' },
      },
    },
    looking: {
      meta: { view },
      on: { 'server.changed': { target: 'looking', reenter: true } },
      invoke: {
        id: 'lookAtMembership',
        src: 'loadMembership',
        onDone: { target: 'current', actions: { ...loaded, type: 'renewMembership' } },
        onError: { target: 'current', actions: { type: 'reportFailure', params: failed } },
      },
    },
  }) as const;

/** Shows the plan and the orders. The visitor can cancel the plan and withdraw from orders. */
const still = subscriptionSetup.createStateConfig({
  initial: 'current',
  states: restView('the plan and the orders, each with its cancellation or withdrawal'),
  on: {
    'cancel.pressed': {
      guard: 'canCancel',
      target: 'still',
      actions: ['clearLast', 'openCancel'],
    },
    'withdraw.pressed': {
      guard: { type: 'canWithdraw', params: ({ event }) => event },
      target: 'still',
      actions: ['clearLast', { type: 'openWithdraw', params: ({ event }) => event }],
    },
    'resume.pressed': { guard: 'canResume', target: 'resuming', actions: 'clearLast' },
    'renewal.pressed': { guard: 'canRetry', target: 'retrying', actions: 'clearLast' },
    'change.pressed': { guard: 'canChange', target: 'changing', actions: 'clearLast' },
    'olderOrders.pressed': { guard: 'hasOlder', target: 'listing', actions: 'clearLast' },
  },
});

/**
 * Controls the page with the plan and all orders (R50 to R52, R74). The chart runs while the page
 * is open for the same visitor.
 */
export const subscriptionMachine = subscriptionSetup.createMachine({
  id: 'subscription',
  context: ({ input }) => ({
    ...input,
    membership: null,
    failure: null,
    outcome: null,
    prices: null,
    chosen: null,
    preview: null,
  }),
  on: { 'codeWay.chosen': { actions: { type: 'openByCode', params: ({ event }) => event } } },
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isKnownUser', target: 'loading' },
        { guard: 'isGuest', target: 'signedOut' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      meta: { view: 'a note that the plan is loading' },
      on: {
        'user.changed': [
          { guard: { type: 'isUser', params: ({ event }) => event }, target: 'loading' },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      meta: { view: 'the sign-in button, and cancellation and withdrawal by order code' },
    },
    loading: {
      meta: { view: 'a note that the plan is loading' },
      invoke: {
        id: 'loadMembership',
        src: 'loadMembership',
        onDone: { target: 'shown', actions: loaded },
        onError: failedTo('failed'),
      },
    },
    failed: {
      meta: { view: 'a message that the plan could not be loaded, with a button to try again' },
      on: {
        'membership.retried': { target: 'loading' },
        'server.changed': { target: 'loading' },
        'connection.restored': { target: 'loading' },
      },
    },
    shown: {
      initial: 'still',
      on: { 'membership.changed': { target: '.refreshing' } },
      states: {
        still,
        refreshing: {
          tags: 'unkept',
          meta: { view: 'the plan and the orders, being loaded again' },
          invoke: {
            id: 'loadMembership',
            src: 'loadMembership',
            onDone: { target: 'still', actions: loaded },
            onError: failedTo('#subscription.failed'),
          },
        },
        listing: {
          tags: 'unkept',
          meta: { view: 'the plan and the orders, older ones loading' },
          invoke: {
            id: 'loadOlderOrders',
            src: 'loadOlderOrders',
            input: ({ context: { membership } }) =>
              membership?.nextCursor ? { cursor: membership.nextCursor } : null,
            onDone: {
              // the newest orders are loaded again, because the server's data may have changed
              // meanwhile
              target: 'still.looking',
              actions: { type: 'addOlder', params: ({ event }) => event.output },
            },
            onError: failedTo('listingFailed'),
          },
        },
        listingFailed: {
          ...still,
          states: restView('the plan and the purchases, and that older ones could not be loaded'),
        },
        resuming: {
          tags: 'unkept',
          meta: { view: 'the plan, its renewal being switched on' },
          invoke: {
            id: 'resumePlan',
            src: 'resumePlan',
            input: own,
            onDone: { target: 'still', actions: [planned, 'noteResumed'] },
            onError: failedTo('still'),
          },
        },
        retrying: {
          tags: 'unkept',
          meta: { view: 'the plan, its renewal being retried' },
          invoke: {
            id: 'retryRenewal',
            src: 'retryRenewal',
            input: own,
            onDone: { target: 'still.looking', actions: [planned, 'noteRetried', 'tellChanged'] },
            onError: failedTo('still'),
          },
        },
        changing,
      },
    },
  },
});
