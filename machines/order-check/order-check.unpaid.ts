import { cancelling, leaving, type OrderCheckId, question } from './order-check.asking.ts';
import { orderCheckSetup } from './order-check.setup.ts';
import type { OrderCheckContext } from './order-check.types.ts';

type Ticked = { event: { secondsLeft: number } };

const ticked = ({ event }: Ticked) => ({ secondsLeft: event.secondsLeft });

/** Closing the dialog changes nothing about the order. */
export const closing = (id: OrderCheckId) =>
  ({ 'dialog.cancelled': { target: `#${id}.left`, meta: { req: ['R15', 'R73'] } } }) as const;

/** What can be done with an order that waits for its money. */
const doing = (id: OrderCheckId) =>
  ({
    'pay.pressed': {
      guard: 'canBePaid',
      target: `#${id}.unpaid.leaving`,
      meta: { req: 'R73' },
    },
    'payAgain.pressed': { target: `#${id}.payingAgain`, meta: { req: 'R73' } },
    'cancel.pressed': { target: `#${id}.unpaid.confirming`, meta: { req: 'R73' } },
    'order.outdated': { target: `#${id}.unpaid.checking`, meta: { req: 'R73' } },
  }) as const;

const losing = (id: OrderCheckId) =>
  ({
    'connection.lost': {
      target: `#${id}.unpaid.following.lost`,
      actions: 'noteOffline',
      meta: { req: 'R79' },
    },
  }) as const;

/** Asked again and again, with a pause in between. */
const following = (id: OrderCheckId) =>
  orderCheckSetup.createStateConfig({
    initial: 'looking',
    on: doing(id),
    states: {
      looking: question(id, 'loadOrder', 'lost'),
      waiting: {
        meta: { view: 'the order waits for its money; ways to pay, to ask and to cancel' },
        on: losing(id),
        after: { askPause: { target: 'looking', meta: { req: 'R73' } } },
      },
      lost: {
        entry: 'countTry',
        meta: { view: 'the order as it was known, and why nobody can ask now' },
        on: { 'connection.restored': { target: 'looking', meta: { req: 'R79' } } },
        after: { retryPause: { target: 'looking', meta: { req: 'R79' } } },
      },
    },
  });

/** While it can still be paid: its time limit runs, and the server is asked again and again. */
export const unpaid = (id: OrderCheckId) =>
  orderCheckSetup.createStateConfig({
    initial: 'following',
    invoke: {
      id: 'countDown',
      src: 'countDown',
      input: ({ context: { order } }: { context: OrderCheckContext }) => {
        const endsAt = Date.parse(order.expiresAt);
        // no limit is longer, however wrong this device's clock is
        return { afterMs: endsAt - Date.parse(order.createdAt), endsAt };
      },
      // the server has the limit, too
      onError: { meta: { req: 'R79' } },
    },
    on: {
      ...closing(id),
      'countdown.ticked': [
        {
          guard: { type: 'isTimeUp', params: ticked },
          target: `#${id}.arriving`,
          actions: { type: 'keepTime', params: ticked },
          meta: { req: 'R73' },
        },
        { actions: { type: 'keepTime', params: ticked }, meta: { req: 'R73' } },
      ],
    },
    states: {
      following: following(id),
      checking: question(id, 'checkOrder', 'following.lost'),
      notPaid: {
        meta: { view: 'the payment was declined, and why; ways to pay, to ask and to cancel' },
        on: {
          'payAgain.pressed': { target: `#${id}.payingAgain`, meta: { req: 'R73' } },
          'cancel.pressed': { target: 'confirming', meta: { req: 'R73' } },
          'order.outdated': { target: 'checking', meta: { req: 'R73' } },
        },
      },
      confirming: {
        meta: { view: 'the question whether the order shall be cancelled' },
        on: {
          'cancel.confirmed': { target: 'cancelling', meta: { req: 'R73' } },
          'dialog.cancelled': { target: `#${id}.deciding`, meta: { req: 'R73' } },
        },
      },
      cancelling: {
        ...cancelling(id),
        on: {
          'dialog.cancelled': { meta: { req: 'R73' } },
          'countdown.ticked': {
            actions: { type: 'keepTime', params: ticked },
            meta: { req: 'R73' },
          },
        },
      },
      leaving: leaving(id),
    },
  });
