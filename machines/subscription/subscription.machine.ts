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
  type: 'keepMembership',
  params: ({ event }: { event: { output: NonNullable<SubscriptionContext['membership']> } }) => ({
    membership: event.output,
  }),
} as const;

const failedTo = (target: string) =>
  ({
    target,
    actions: [
      { type: 'keepFailure', params: failed },
      { type: 'reportFailure', params: failed },
    ],
  }) as const;

const planned = {
  type: 'keepPlan',
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

/** Everything that charges, at rest, each with its ways out. */
const still = subscriptionSetup.createStateConfig({
  initial: 'current',
  states: restView('the plan and the purchases, each with its ways out'),
  on: {
    'cancel.pressed': {
      guard: 'canCancel',
      target: 'still',
      actions: ['forgetLast', 'openCancel'],
    },
    'withdraw.pressed': {
      guard: { type: 'canWithdraw', params: ({ event }) => event },
      target: 'still',
      actions: ['forgetLast', { type: 'openWithdraw', params: ({ event }) => event }],
    },
    'resume.pressed': { guard: 'canResume', target: 'resuming', actions: 'forgetLast' },
    'renewal.pressed': { guard: 'canRetry', target: 'retrying', actions: 'forgetLast' },
    'change.pressed': { guard: 'canChange', target: 'changing', actions: 'forgetLast' },
    'olderOrders.pressed': { guard: 'hasOlder', target: 'listing', actions: 'forgetLast' },
  },
});

/** The page that lists everything that charges (R50 to R52, R74). Lives as long as its page and visitor. */
export const subscriptionMachine = subscriptionSetup.createMachine({
  id: 'subscription',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    ...input,
    membership: null,
    failure: null,
    outcome: null,
    prices: null,
    chosen: null,
    preview: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'passing' },
      always: [
        { guard: 'isKnownUser', target: 'loading' },
        { guard: 'isGuest', target: 'signedOut' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      meta: { view: 'that the plan is on its way' },
      on: {
        'user.changed': [
          { guard: { type: 'isUser', params: ({ event }) => event }, target: 'loading' },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      meta: { view: 'the way in, and the ways out by order number' },
      on: {
        'codeWay.chosen': { actions: { type: 'openByCode', params: ({ event }) => event } },
      },
    },
    loading: {
      meta: { view: 'that the plan is on its way' },
      invoke: {
        id: 'loadMembership',
        src: 'loadMembership',
        onDone: { target: 'shown', actions: loaded },
        onError: failedTo('failed'),
      },
    },
    failed: {
      meta: { view: 'that the plan could not be loaded, with a way to try again' },
      on: {
        'membership.retried': { target: 'loading' },
        'server.changed': { target: 'loading' },
        'connection.restored': { target: 'loading' },
        'codeWay.chosen': { actions: { type: 'openByCode', params: ({ event }) => event } },
      },
    },
    shown: {
      initial: 'still',
      on: { 'membership.changed': { target: '.refreshing' } },
      states: {
        still,
        refreshing: {
          meta: { view: 'the plan and the purchases, being looked at again' },
          invoke: {
            id: 'loadMembership',
            src: 'loadMembership',
            onDone: { target: 'still', actions: loaded },
            onError: failedTo('#subscription.failed'),
          },
        },
        listing: {
          meta: { view: 'the plan and the purchases, older ones on their way' },
          invoke: {
            id: 'loadOlderOrders',
            src: 'loadOlderOrders',
            input: ({ context: { membership } }) =>
              membership?.nextCursor ? { cursor: membership.nextCursor } : null,
            onDone: {
              // the server may have changed meanwhile
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
          meta: { view: 'the plan, its renewal being tried again' },
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
