import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { NavigationRequested } from '../app/app.types.ts';
import { chart } from '../charts.ts';
import type {} from '../checkout/checkout.types.ts';
import type { DialogAnswer, DialogRequested } from '../dialogs/dialogs.types.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { durationUnits } from '../model/duration.ts';
import { stripLocale } from '../model/locale.ts';
import { isUnpaid, type Order } from '../model/order.ts';
import { orderCodeIn, withoutOrderCode } from '../model/pages.ts';
import { purseOf, purseTotal } from '../model/purse.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import type {} from '../order-check/order-check.types.ts';
import { neededCall, neededCallOrFail } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { OrderPort } from '../ports/order.port.ts';
import { isPassing, type PortFailure } from '../ports/port-failure.ts';
import { rejected } from '../record-notices.ts';
import type {} from '../subscription/subscription.types.ts';
import type { PurchaseContext, PurchaseEvent, PurchaseWish } from './purchase.types.ts';

type WithUser = { user: UserInfo | null };
type WithPath = { path: string };
type WithOrder = { order: Order };
type MaybeOrder = { order: Order | null };
type Answer = { answer: DialogAnswer };

/** What a start lacks; null where none waits, or it is not known what there is. */
export const missingOf = ({ user, price }: Pick<PurchaseContext, 'user' | 'price'>) => {
  const purse = purseOf(user);
  return price === null || !purse ? null : price - purseTotal(purse);
};

const isOrder = (answer: DialogAnswer): answer is Order =>
  typeof answer === 'object' && 'code' in answer;

/** What the dialog about an order has come to; null of the other dialogs, and where it was left. */
const outcomeOf = (answer: DialogAnswer) =>
  typeof answer === 'object' && 'kind' in answer && 'order' in answer ? answer : null;

/** The order that an answer tells of; null where it tells of none. */
const orderIn = (answer: DialogAnswer): Order | null =>
  isOrder(answer) ? answer : (outcomeOf(answer)?.order ?? null);

export const shownOf = ({ shown }: PurchaseContext): Order => {
  if (!shown) throw new Error('an order is looked at, and there is none');
  return shown;
};

/** What a day pass gives ends with its day: it has a dialog of its own (R53). */
const checkOf = (context: PurchaseContext): DialogRequested => {
  const order = shownOf(context);
  const kind = order.durationUnit === durationUnits.day ? 'dayOrderCheck' : 'orderCheck';
  const input = { order, hasReturned: context.hasReturned };
  return {
    type: 'dialog.requested',
    dialog: { id: `check ${order.code}`, name: kind, requester: 'purchase', kind, input },
  };
};

const checkoutOf = (context: PurchaseContext): DialogRequested => {
  const { task, path, shown: order } = context;
  const returnPath = stripLocale(withoutOrderCode(path));
  const missing = missingOf(context);
  const input = { missing, task, returnPath, order };
  return {
    type: 'dialog.requested',
    dialog: { id: 'checkout', name: 'checkout', requester: 'purchase', kind: 'checkout', input },
  };
};

/** Names and bodies of the purchase chart. */
export const purchaseSetup = setup({
  types: {
    context: {} as PurchaseContext,
    events: {} as PurchaseEvent,
    input: {} as WithPath,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    loadOrder: neededCallOrFail<OrderPort['loadOrder']>('loadOrder'),
    findOpenOrder: neededCall<OrderPort['findOpenOrder']>('findOpenOrder'),
    waitUntil: neededCallOrFail<ClockPort['waitUntil']>('waitUntil'),
  },
  guards: {
    isGuest: ({ context }) => !isLoggedIn(context.user),
    becomesUser: (_, { user }: WithUser) => isLoggedIn(user),
    isAnotherUser: ({ context }, { user }: WithUser) =>
      isLoggedIn(user) && context.user?.id !== user?.id,
    isUserLeaving: ({ context }, { user }: WithUser) =>
      isLoggedIn(context.user) && !isLoggedIn(user),
    /** a new account is given credits: they may be enough */
    isCovered: ({ context }) => (missingOf(context) ?? 1) <= 0,
    isShort: ({ context }) => (missingOf(context) ?? 1) > 0,
    hasCode: ({ context }) => context.code !== null,
    isOrder: (_, { answer }: Answer) => isOrder(answer),
    isWanted: (_, { answer }: Answer) => answer === 'confirmed',
    isPaid: (_, { answer }: Answer) => outcomeOf(answer)?.kind === 'paid',
    isPaidAgain: (_, { answer }: Answer) => outcomeOf(answer)?.kind === 'payAgain',
    isWaiting: (_, { order }: MaybeOrder) => order !== null && isUnpaid(order),
    isTurnedAway: (_, { failure }: { failure: PortFailure }) => failure.code === '10009',
    canTryAgain: (_, { failure }: { failure: PortFailure }) => isPassing(failure),
  },
  actions: {
    keepUser: assign((_, { user }: WithUser) => ({ user })),
    keepPath: assign((_, { path }: WithPath) => ({ path })),
    keepWish: assign((_, { price, task }: PurchaseWish) => ({ price, task, shown: null })),
    keepCode: assign((_, { code }: { code: string }) => ({ code, hasReturned: false })),
    keepShown: assign((_, { order }: WithOrder) => ({ shown: order, code: null })),
    keepAnswered: assign((_, { answer }: Answer) => ({
      shown: orderIn(answer),
      hasReturned: false,
    })),
    /** what is bought later has nothing to do with it */
    forget: assign({ price: null, task: null, code: null, shown: null, hasReturned: false }),
    keepOpen: assign((_, { order }: MaybeOrder) => ({ open: order })),
    dropOpen: assign({ open: null }),
    askSignIn: sendTo(chart('session'), { type: 'signIn.pressed' }),
    openCheckout: sendTo(chart('dialogs'), ({ context }) => checkoutOf(context)),
    openCheck: sendTo(chart('dialogs'), ({ context }) => checkOf(context)),
    /** a page that is loaded again does not look at the order again */
    cleanAddress: enqueueActions(({ context, enqueue }) => {
      if (orderCodeIn(context.path) === null) return;
      const to = stripLocale(withoutOrderCode(context.path));
      const requested: NavigationRequested = { type: 'navigation.requested', to, replace: true };
      enqueue.sendTo(chart('app'), requested);
    }),
    /** there are more credits now */
    askForUser: sendTo(chart('session'), { type: 'user.outdated' }),
    /** the page that lists orders may be on screen */
    tellMembership: sendTo(chart('subscription'), { type: 'membership.changed' }),
    /** the start that waited for credits goes on by itself */
    resumeStart: enqueueActions(({ context, enqueue }) => {
      const { task } = context;
      if (task !== null) enqueue.sendTo(chart('tray'), { type: 'start.resumed', photoId: task });
    }),
    resumeBought: enqueueActions(({ enqueue }, { answer }: Answer) => {
      const task = orderIn(answer)?.task ?? null;
      if (task !== null) enqueue.sendTo(chart('tray'), { type: 'start.resumed', photoId: task });
    }),
    reportFailure: sendTo(chart('app'), rejected('toast.orderFailed')),
  },
});
