import type { AnyActorRef } from 'xstate';
import { isBatchUnkept } from '../freshness/stake.ts';
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

/** Failures after which another request would not help. */
const ends = [
  {
    guard: { type: 'isSignedOut', params: failed },
    target: '#orderCheck.signedOut',
    actions: { type: 'reportFailure', params: failed },
  },
  { guard: { type: 'isUnknown', params: failed }, target: '#orderCheck.unknown' },
] as const;

/** Stores the order from the server's answer. */
const told = {
  target: '#orderCheck.deciding',
  actions: { type: 'setOrder', params: answered },
} as const;

/** Loads the order. `back` is the state that shows a failure of this call. */
export const question = (call: 'loadOrder' | 'checkOrder', back: string) =>
  ({
    entry: 'countAsk',
    meta: { view: 'the last known order, while the server is asked' },
    invoke: {
      id: call,
      src: call,
      input: codeOf,
      onDone: told,
      onError: [
        ...ends,
        { target: back, actions: { type: 'setTrouble', params: troubleAt('ask') } },
      ],
    },
  }) as const;

/**
 * Cancels the order. The dialog cannot be closed during the call, because the order may already be
 * cancelled.
 */
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
        // it is unknown whether the order is cancelled, so the server is polled
        target: 'following.lost',
        actions: { type: 'setTrouble', params: troubleAt('cancel') },
      },
    ],
  },
} as const;

/**
 * Opens the payment page, which ends this page unless it opens in another tab. The browser may
 * restore this page later.
 */
export const leaving = {
  entry: 'clearTrouble',
  meta: { view: 'the order, the payment page loading' },
  invoke: {
    id: 'openPayPage',
    src: 'openPayPage',
    input: ({ context, self }: { context: OrderCheckContext; self: AnyActorRef }) => {
      const url = payAddress(context.order);
      return url === null ? null : { url, inNewTab: isBatchUnkept(self.system) };
    },
    onDone: { target: 'checking' },
    onError: {
      target: '#orderCheck.deciding',
      actions: { type: 'setTrouble', params: troubleAt('pay') },
    },
  },
} as const;
