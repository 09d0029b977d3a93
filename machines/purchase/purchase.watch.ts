import type { OpenOrder } from '../model/order.ts';
import { purchaseSetup } from './purchase.setup.ts';

const found = ({ event }: { event: { output: readonly OpenOrder[] } }) => ({ open: event.output });

/** Which orders wait for their money: they are found again from any page, tab and device (R73). */
export const watch = purchaseSetup.createStateConfig({
  initial: 'none',
  on: {
    'user.changed': [
      {
        guard: { type: 'isAnotherUser', params: ({ event }) => event },
        target: '.asking',
        actions: [{ type: 'keepUser', params: ({ event }) => event }, 'dropOpen'],
      },
      {
        guard: { type: 'isUserLeaving', params: ({ event }) => event },
        target: '.none',
        actions: [{ type: 'keepUser', params: ({ event }) => event }, 'dropOpen'],
      },
      { actions: { type: 'keepUser', params: ({ event }) => event } },
    ],
    // the dialog may have made an order, or ended one
    'dialog.answered': { target: '.asking' },
    // another tab or device may have
    'server.changed': { guard: 'isUser', target: '.asking' },
  },
  states: {
    none: { meta: { view: 'no order waits for its money' } },
    asking: {
      meta: { view: 'the order that was known to wait, if any' },
      invoke: {
        id: 'findOpenOrders',
        src: 'findOpenOrders',
        onDone: {
          target: 'told',
          actions: [
            { type: 'tellEnded', params: found },
            { type: 'keepOpen', params: found },
          ],
        },
        // whoever opens an order is told; the note alone is worth no message
        onError: { target: 'unasked' },
      },
    },
    told: {
      meta: { view: 'passing' },
      always: [{ guard: 'hasOpen', target: 'waiting' }, { target: 'none' }],
    },
    unasked: {
      meta: { view: 'the orders that were known to wait, if any' },
      on: { 'connection.restored': { target: 'asking' } },
    },
    waiting: {
      meta: { view: 'a note that an order waits for its money, or that it may be on its way' },
      after: { lookPause: { target: 'asking' } },
    },
  },
});
