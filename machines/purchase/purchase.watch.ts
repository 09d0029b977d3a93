import type { OpenOrder } from '../model/order.ts';
import { purchaseSetup } from './purchase.setup.ts';

const found = ({ event }: { event: { output: readonly OpenOrder[] } }) => ({ open: event.output });

/** Tracks whether the last answer contained orders that can still be paid. */
export const unpaid = purchaseSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      meta: { view: 'no note about an order' },
      always: { guard: 'hasOpen', target: 'some' },
    },
    some: {
      tags: 'kept',
      meta: { view: 'a note about an order, except under a dialog about orders' },
      always: { guard: 'hasNoOpen', target: 'none' },
    },
  },
});

/** Watches unpaid orders, so that every page, tab and device of the user shows them (R73). */
export const watch = purchaseSetup.createStateConfig({
  initial: 'none',
  on: {
    'user.changed': [
      {
        guard: { type: 'isAnotherUser', params: ({ event }) => event },
        target: '.asking',
        actions: [{ type: 'setUser', params: ({ event }) => event }, 'dropOpen'],
      },
      {
        guard: { type: 'isUserLeaving', params: ({ event }) => event },
        target: '.none',
        actions: [{ type: 'setUser', params: ({ event }) => event }, 'dropOpen'],
      },
      { actions: { type: 'setUser', params: ({ event }) => event } },
    ],
    // checks again, because the dialog may have created or ended an order
    'dialog.answered': { target: '.asking' },
    // checks again, because another tab or device may have created or ended an order
    'server.changed': { guard: 'isUser', target: '.asking' },
  },
  states: {
    none: { meta: { view: 'no order waits for its money' } },
    asking: {
      meta: { view: 'the last known waiting order, if any' },
      invoke: {
        id: 'findOpenOrders',
        src: 'findOpenOrders',
        onDone: {
          target: 'told',
          actions: [
            { type: 'tellEnded', params: found },
            { type: 'setOpen', params: found },
          ],
        },
        // not reported, because only the note is missing; a later failure to open an order is
        // reported
        onError: { target: 'unasked' },
      },
    },
    told: {
      meta: { view: 'transient' },
      always: [{ guard: 'hasOpen', target: 'waiting' }, { target: 'none' }],
    },
    unasked: {
      meta: { view: 'the last known waiting orders, if any' },
      on: { 'connection.restored': { target: 'asking' } },
    },
    waiting: {
      meta: { view: 'a note that an order waits for its money, or that it may be on its way' },
      after: { lookPause: { target: 'asking' } },
    },
  },
});
