import type { Order } from '../model/order.ts';
import { failed } from '../port-actors.ts';
import { payAddress } from './order-check.situation.ts';
import type { OrderCheckContext, OrderTrouble } from './order-check.types.ts';

type WithError = { event: { error: unknown } };

const codeOf = ({ context }: { context: OrderCheckContext }) => ({ code: context.order.code });

const answered = ({ event }: { event: { output: Order } }) => ({ order: event.output });

const troubleAt =
  (step: OrderTrouble['step']) =>
  ({ event }: WithError): OrderTrouble => ({ step, ...failed({ event }) });

/** Failures after which asking again would not help. */
const ends = [
  {
    guard: { type: 'isSignedOut', params: failed },
    target: '#orderCheck.signedOut',
    actions: { type: 'reportFailure', params: failed },
  },
  { guard: { type: 'isUnknown', params: failed }, target: '#orderCheck.unknown' },
] as const;

/** The server says what the order is; whatever it says is the truth. */
const told = {
  target: '#orderCheck.deciding',
  actions: { type: 'keepOrder', params: answered },
} as const;

/** A question about the order; `back` is where a failure is shown. */
export const question = (call: 'loadOrder' | 'checkOrder', back: string) =>
  ({
    entry: 'countAsk',
    meta: { view: 'the order as it was known, the server is asked' },
    invoke: {
      id: call,
      src: call,
      input: codeOf,
      onDone: told,
      onError: [
        ...ends,
        { target: back, actions: { type: 'keepTrouble', params: troubleAt('ask') } },
      ],
    },
  }) as const;

/** The order is being cancelled. Nobody can leave meanwhile: it may have happened already. */
export const cancelling = {
  meta: { view: 'the order, being cancelled' },
  invoke: {
    id: 'cancelOrder',
    src: 'cancelOrder',
    input: codeOf,
    onDone: told,
    onError: [
      ...ends,
      { guard: { type: 'isClosed', params: failed }, target: 'checking' },
      {
        // it may be cancelled or not: asked until somebody knows
        target: 'following.lost',
        actions: { type: 'keepTrouble', params: troubleAt('cancel') },
      },
    ],
  },
} as const;

/** On the way to the page of the provider, which ends this page, or comes back to it. */
export const leaving = {
  entry: 'forgetTrouble',
  meta: { view: 'the order, the page of the provider on its way' },
  invoke: {
    id: 'openPayPage',
    src: 'openPayPage',
    input: ({ context }: { context: OrderCheckContext }) => {
      const url = payAddress(context.order);
      return url === null ? null : { url };
    },
    onDone: { target: 'checking' },
    onError: {
      target: '#orderCheck.deciding',
      actions: { type: 'keepTrouble', params: troubleAt('pay') },
    },
  },
} as const;
