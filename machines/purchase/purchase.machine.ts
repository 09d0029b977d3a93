import type { DialogAnswer } from '../dialogs/dialogs.types.ts';
import type { Order, OrderIntent } from '../model/order.ts';
import { orderCodeIn } from '../model/pages.ts';
import { failed } from '../port-actors.ts';
import { purchaseSetup } from './purchase.setup.ts';
import { unpaid, watch } from './purchase.watch.ts';

const answered = ({ event: { answer } }: { event: { answer: DialogAnswer } }) => ({ answer });
const loaded = ({ event }: { event: { output: Order | null } }) => ({ order: event.output });

/** Opens an order from its note or from the list of orders. */
const opened = {
  'order.opened': {
    target: '#purchase.shop.looking',
    actions: {
      type: 'setCode',
      params: ({ event }: { event: { code: string; intent: OrderIntent } }) => event,
    },
  },
} as const;

/** Handles an order that could not be loaded. */
const unanswered = [
  {
    guard: { type: 'canTryAgain', params: failed },
    target: 'waiting',
    actions: { type: 'reportFailure', params: failed },
  },
  {
    guard: { type: 'isTurnedAway', params: failed },
    target: 'waiting',
    actions: { type: 'reportFailure', params: failed },
  },
  { target: 'idle', actions: ['cleanAddress', { type: 'reportFailure', params: failed }] },
] as const;

/** Controls the steps of a purchase. Each step's dialog has its own chart. */
const shop = purchaseSetup.createStateConfig({
  initial: 'arriving',
  states: {
    arriving: {
      meta: { view: 'transient' },
      always: [
        { guard: 'hasLostCode', target: 'recalling' },
        { guard: 'hasCode', target: 'looking' },
        { target: 'idle' },
      ],
    },
    idle: {
      entry: 'forget',
      meta: { view: 'buttons to buy credits' },
      on: {
        'purchase.pressed': {
          target: 'deciding',
          actions: { type: 'setWish', params: ({ event }) => event },
        },
        // the visitor has confirmed the purchase after a start was refused because credits are
        // missing
        'dialog.answered': { guard: { type: 'isWanted', params: answered }, target: 'deciding' },
        ...opened,
      },
    },
    deciding: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isUndecidedGuest', target: 'comparing' },
        { guard: 'isGuest', target: 'signingIn' },
        { target: 'buying' },
      ],
    },
    /** shows a guest the prices before the sign-in; keeps the start that waits for credits */
    comparing: {
      tags: 'unkept',
      entry: ['dropProduct', 'openPricing'],
      meta: { view: 'the page with all prices' },
      on: {
        'purchase.pressed': [
          {
            guard: { type: 'hasProduct', params: ({ event }) => event },
            target: 'deciding',
            actions: { type: 'setProduct', params: ({ event }) => event },
          },
          { target: 'deciding', actions: { type: 'setWish', params: ({ event }) => event } },
        ],
        'location.changed': {
          guard: { type: 'isElsewhere', params: ({ event }) => event },
          target: 'idle',
          actions: { type: 'setPath', params: ({ event }) => event },
        },
        'order.opened': {
          target: 'looking',
          actions: ['forget', { type: 'setCode', params: ({ event }) => event }],
        },
      },
    },
    signingIn: {
      tags: 'unkept',
      entry: 'askSignIn',
      meta: { view: 'the sign-in dialog; the purchase continues after it' },
      on: {
        'user.changed': {
          guard: { type: 'becomesUser', params: ({ event }) => event },
          target: 'buying',
        },
        'signIn.declined': [{ guard: 'isAtPricing', target: 'comparing' }, { target: 'idle' }],
      },
    },
    buying: {
      tags: 'unkept',
      entry: 'openCheckout',
      meta: { view: 'the checkout' },
      on: {
        'dialog.answered': [
          {
            guard: { type: 'isOrder', params: answered },
            target: 'checking',
            actions: { type: 'setAnswered', params: answered },
          },
          {
            guard: { type: 'isOpened', params: answered },
            target: 'looking',
            actions: { type: 'setOpened', params: answered },
          },
          { target: 'idle' },
        ],
      },
    },
    /** loads the newest order, because the provider returned the buyer without an order code */
    recalling: {
      tags: 'unkept',
      meta: { view: 'nothing visible, while the newest order is loaded' },
      invoke: {
        id: 'loadLastOrder',
        src: 'loadLastOrder',
        onDone: [
          {
            guard: { type: 'isThere', params: loaded },
            target: 'checking',
            actions: { type: 'setShown', params: loaded },
          },
          { target: 'idle', actions: 'cleanAddress' },
        ],
        onError: unanswered,
      },
    },
    looking: {
      tags: 'unkept',
      meta: { view: 'nothing visible, while the order is loaded' },
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: ({ context: { code } }) => (code === null ? null : { code }),
        onDone: { target: 'checking', actions: { type: 'setShown', params: loaded } },
        onError: unanswered,
      },
    },
    /** loads the order as soon as the server can be reached and the user is known */
    waiting: {
      meta: { view: 'a message that the order could not be loaded yet' },
      on: {
        'user.changed': {
          guard: { type: 'becomesUser', params: ({ event }) => event },
          target: 'arriving',
        },
        'connection.restored': { target: 'arriving' },
        'signIn.declined': { target: 'idle' },
        'purchase.pressed': {
          target: 'deciding',
          actions: { type: 'setWish', params: ({ event }) => event },
        },
        ...opened,
      },
    },
    checking: {
      tags: 'unkept',
      entry: 'openCheck',
      // the credits may have changed, whatever the outcome of the order was
      exit: ['cleanAddress', 'tellChanged'],
      meta: { view: "the dialog with the order's status" },
      on: {
        'server.changed': { actions: 'tellCheck' },
        'dialog.answered': [
          {
            guard: { type: 'isPaid', params: answered },
            target: 'idle',
            actions: { type: 'resumeBought', params: answered },
          },
          {
            guard: { type: 'isPaidAgain', params: answered },
            target: 'buying',
            actions: { type: 'setAnswered', params: answered },
          },
          { target: 'idle' },
        ],
      },
    },
  },
});

/**
 * Controls a purchase (R46, R47, R53, R73): sign-in, checkout, the order dialogs, open orders, and
 * the start that continues after the payment.
 */
export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  context: ({ input: { path } }) => {
    const code = orderCodeIn(path);
    return {
      user: null,
      path,
      price: null,
      task: null,
      renewed: null,
      product: null,
      shown: null,
      open: [],
      looks: 0,
      code,
      intent: 'look' as const,
      hasReturned: code !== null,
    };
  },
  type: 'parallel',
  on: {
    'location.changed': { actions: { type: 'setPath', params: ({ event }) => event } },
  },
  states: { shop, watch, unpaid },
});
