import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';

type OrderEvent =
  | { type: 'method.chosen'; method: 'card' | 'wallet' }
  | { type: 'pay.pressed' }
  | { type: 'provider.redirected'; url: string }
  | { type: 'provider.settled'; paid: boolean }
  | { type: 'order.abandoned' };

type OrderContext = { product: string; method: string | null; tries: number; url: string | null };

const mostTries = 2;

/**
 * The example of the path kit, with guards, a promise, a stream, delays, parallel regions and
 * input.
 */
export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    input: {} as { product: string },
  },
  actors: {
    createOrder: fromPromise<string, { product: string }>(() =>
      Promise.reject(new Error('the port is not provided')),
    ),
    watchOrder: fromCallback(() => {}),
  },
  guards: {
    hasMethod: ({ context }) => context.method !== null,
    canTryAgain: ({ context }) => context.tries < mostTries,
    isPaid: ({ event }) => event.type === 'provider.settled' && event.paid,
  },
  actions: {
    keepMethod: assign(({ event }) =>
      event.type === 'method.chosen' ? { method: event.method } : {},
    ),
    keepUrl: assign(({ event }) =>
      event.type === 'provider.redirected' ? { url: event.url } : {},
    ),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    tellPaid: sendTo(({ system }) => system.get('app'), { type: 'order.paid' }),
  },
  delays: { patience: 60_000, hint: 5000 },
}).createMachine({
  id: 'order',
  context: ({ input }) => ({ product: input.product, method: null, tries: 0, url: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'method.chosen': { actions: 'keepMethod' },
        'pay.pressed': { guard: 'hasMethod', target: 'creating' },
      },
    },
    creating: {
      invoke: {
        id: 'createOrder',
        src: 'createOrder',
        input: ({ context }) => ({ product: context.product }),
        onDone: { target: 'awaiting' },
        onError: [
          { guard: 'canTryAgain', target: 'creating', reenter: true, actions: 'countTry' },
          { target: 'failed' },
        ],
      },
    },
    awaiting: {
      type: 'parallel',
      invoke: { id: 'watchOrder', src: 'watchOrder', onError: { target: 'failed' } },
      after: { patience: { target: 'expired' } },
      on: {
        'provider.settled': [
          { guard: 'isPaid', target: 'paid', actions: 'tellPaid' },
          { target: 'failed' },
        ],
        'order.abandoned': { target: 'choosing' },
      },
      states: {
        window: {
          initial: 'closed',
          states: {
            closed: { on: { 'provider.redirected': { target: 'open', actions: 'keepUrl' } } },
            open: {},
          },
        },
        hints: {
          initial: 'silent',
          states: { silent: { after: { hint: { target: 'shown' } } }, shown: {} },
        },
      },
    },
    paid: { type: 'final' },
    failed: { on: { 'pay.pressed': { target: 'creating' } } },
    expired: { on: { 'pay.pressed': { target: 'creating' } } },
  },
});
