import type { Order } from '../model/order.ts';
import { purchaseSetup } from './purchase.setup.ts';

const found = ({ event }: { event: { output: Order | null } }) => ({ order: event.output });

/** Whether an order waits for its money: it is found again from any page, tab and device (R73). */
export const watch = purchaseSetup.createStateConfig({
  initial: 'none',
  on: {
    'user.changed': [
      {
        guard: { type: 'isAnotherUser', params: ({ event }) => event },
        target: '.asking',
        actions: [{ type: 'keepUser', params: ({ event }) => event }, 'dropOpen'],
        meta: { req: 'R73' },
      },
      {
        guard: { type: 'isUserLeaving', params: ({ event }) => event },
        target: '.none',
        actions: [{ type: 'keepUser', params: ({ event }) => event }, 'dropOpen'],
        meta: { req: 'R76' },
      },
      {
        actions: { type: 'keepUser', params: ({ event }) => event },
        meta: { req: 'R20' },
      },
    ],
    // the dialog may have made an order, or ended one
    'dialog.answered': { target: '.asking', meta: { req: 'R73' } },
  },
  states: {
    none: { meta: { view: 'no order waits for its money' } },
    asking: {
      meta: { view: 'the order that was known to wait, if any' },
      invoke: {
        id: 'findOpenOrder',
        src: 'findOpenOrder',
        onDone: [
          {
            guard: { type: 'isWaiting', params: found },
            target: 'waiting',
            actions: { type: 'keepOpen', params: found },
            meta: { req: 'R73' },
          },
          { target: 'none', actions: 'dropOpen', meta: { req: 'R73' } },
        ],
        // whoever opens an order is told; the note alone is worth no message
        onError: { target: 'unasked', meta: { req: 'R79' } },
      },
    },
    unasked: {
      meta: { view: 'the order that was known to wait, if any' },
      on: { 'connection.restored': { target: 'asking', meta: { req: 'R79' } } },
    },
    waiting: {
      meta: { view: 'a note that an order waits for its money' },
      invoke: {
        id: 'waitUntil',
        src: 'waitUntil',
        input: ({ context: { open } }) => (open === null ? null : { at: open.expiresAt }),
        onDone: { target: 'asking', meta: { req: 'R73' } },
        onError: { target: 'unasked', meta: { req: 'ours' } },
      },
    },
  },
});
