import { assign, enqueueActions, sendTo } from 'xstate';
import type { NavigationRequested } from '../app/app.types.ts';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type {} from '../checkout/checkout.types.ts';
import type { DialogAnswer, DialogRequested } from '../dialogs/dialogs.types.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { durationUnits } from '../model/duration.ts';
import { stripLocale } from '../model/locale.ts';
import type { OpenOrder, Order, OrderIntent } from '../model/order.ts';
import { isSamePlace, orderCodeIn, pricingPath, withoutOrderCode } from '../model/pages.ts';
import { purseOf, purseTotal } from '../model/purse.ts';
import type { StakeTag } from '../model/stake.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import type {} from '../order-check/order-check.types.ts';
import { ports } from '../port-actors.ts';
import type { OrderPort } from '../ports/order.port.ts';
import { isPassing, type PortFailure } from '../ports/port-failure.ts';
import type {} from '../subscription/subscription.types.ts';
import type { PurchaseContext, PurchaseEvent, PurchaseWish } from './purchase.types.ts';

type WithUser = { user: UserInfo | null };
type WithPath = { path: string };
type Open = { open: readonly OpenOrder[] };
type Opened = { code: string; intent: OrderIntent };
type Answer = { answer: DialogAnswer };

/**
 * Returns the number of credits that a start lacks, or null if no start is waiting or the balance
 * is unknown.
 */
export const missingOf = ({ user, price }: Pick<PurchaseContext, 'user' | 'price'>) => {
  const purse = purseOf(user);
  return price === null || !purse ? null : price - purseTotal(purse);
};

const isOrder = (answer: DialogAnswer): answer is Order =>
  typeof answer === 'object' && 'amount' in answer;

/** Returns the open order that was chosen in the checkout, or null for other answers. */
const openedIn = (answer: DialogAnswer): Opened | null =>
  typeof answer === 'object' && 'intent' in answer ? answer : null;

/**
 * Returns the output of the order dialog. Returns null for other dialogs, or if the dialog was
 * cancelled.
 */
const outcomeOf = (answer: DialogAnswer) =>
  typeof answer === 'object' && 'kind' in answer && 'order' in answer ? answer : null;

/** Returns the order in a dialog's answer, or null if the answer contains no order. */
const orderIn = (answer: DialogAnswer): Order | null =>
  isOrder(answer) ? answer : (outcomeOf(answer)?.order ?? null);

export const shownOf = ({ shown }: PurchaseContext): Order => {
  if (!shown) throw new Error('No order to show: set context.shown first');
  return shown;
};

/** Returns the kind of the order dialog. Passes that last days have a separate dialog (R53). */
const checkKindOf = (context: PurchaseContext) =>
  shownOf(context).durationUnit === durationUnits.day ? 'dayOrderCheck' : 'orderCheck';

const checkOf = (context: PurchaseContext): DialogRequested => {
  const order = shownOf(context);
  const kind = checkKindOf(context);
  const { hasReturned, intent } = context;
  const input = { order, hasReturned, intent };
  return {
    type: 'dialog.requested',
    dialog: { id: `check ${order.code}`, name: kind, requester: 'purchase', kind, input },
  };
};

const checkoutOf = (context: PurchaseContext): DialogRequested => {
  const { price, task, path, shown: order, renewed, product } = context;
  // the photos that wait for the credits are on the home page
  const isComparing = price !== null && isSamePlace(path, pricingPath);
  const returnPath = isComparing ? '/' : stripLocale(withoutOrderCode(path));
  const missing = Math.max(missingOf(context) ?? 0, 0) || null;
  const input = { missing, task, returnPath, order, renewed, product };
  return {
    type: 'dialog.requested',
    dialog: { id: 'checkout', name: 'checkout', requester: 'purchase', kind: 'checkout', input },
  };
};

const isSameOpen = (before: readonly Order[], now: readonly Order[]): boolean =>
  before.length === now.length &&
  now.every(({ code, mayArrive }, n) => {
    const known = before[n];
    return known?.code === code && known.mayArrive === mayArrive;
  });

export const purchaseSetup = setupChart({
  types: {
    context: {} as PurchaseContext,
    events: {} as PurchaseEvent,
    input: {} as WithPath,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: ports({ calls: ['loadOrder', 'loadLastOrder', 'findOpenOrders'] }).of<OrderPort>(),
  guards: {
    isGuest: ({ context }) => !isLoggedIn(context.user),
    isUser: ({ context }) => isLoggedIn(context.user),
    becomesUser: (_, { user }: WithUser) => isLoggedIn(user),
    isAnotherUser: ({ context }, { user }: WithUser) =>
      isLoggedIn(user) && context.user?.id !== user?.id,
    isUserLeaving: ({ context }, { user }: WithUser) =>
      isLoggedIn(context.user) && !isLoggedIn(user),
    /** true for a guest who has not seen the prices of a purchase */
    isUndecidedGuest: ({ context: { user, product, renewed } }) =>
      !isLoggedIn(user) && product === null && renewed === null,
    hasProduct: (_, { product }: PurchaseWish) => product !== undefined,
    isAtPricing: ({ context }) => isSamePlace(context.path, pricingPath),
    isElsewhere: (_, { path }: WithPath) => !isSamePlace(path, pricingPath),
    hasCode: ({ context }) => context.code !== null,
    hasLostCode: ({ context }) => context.code === '',
    isThere: (_, { order }: { order: Order | null }) => order !== null,
    hasOpen: ({ context }) => context.open.length > 0,
    hasNoOpen: ({ context }) => context.open.length === 0,
    isOpened: (_, { answer }: Answer) => openedIn(answer) !== null,
    isOrder: (_, { answer }: Answer) => isOrder(answer),
    isWanted: (_, { answer }: Answer) => answer === 'confirmed',
    isPaid: (_, { answer }: Answer) => outcomeOf(answer)?.kind === 'paid',
    isPaidAgain: (_, { answer }: Answer) => outcomeOf(answer)?.kind === 'payAgain',
    isTurnedAway: (_, { failure }: { failure: PortFailure }) => failure.code === '10009',
    canTryAgain: (_, { failure }: { failure: PortFailure }) => isPassing(failure),
  },
  actions: {
    setUser: assign((_, { user }: WithUser) => ({ user })),
    setPath: assign((_, { path }: WithPath) => ({ path })),
    setWish: assign((_, { price, task, renewed, product }: PurchaseWish) => ({
      price,
      task,
      renewed: renewed ?? null,
      product: product ?? null,
      shown: null,
    })),
    setProduct: assign((_, { product }: PurchaseWish) => ({ product: product ?? null })),
    dropProduct: assign({ product: null }),
    setCode: assign((_, { code, intent }: Opened) => ({ code, intent, hasReturned: false })),
    setOpened: assign((_, { answer }: Answer) => ({ ...openedIn(answer), hasReturned: false })),
    setShown: assign((_, { order }: { order: Order | null }) => ({ shown: order, code: null })),
    setAnswered: assign((_, { answer }: Answer) => ({
      shown: orderIn(answer),
      intent: 'look' as const,
      hasReturned: false,
    })),
    /** forgets the waiting start, which a later purchase must not resume */
    forget: assign({
      price: null,
      task: null,
      renewed: null,
      product: null,
      code: null,
      shown: null,
      hasReturned: false,
      intent: 'look' as const,
    }),
    setOpen: assign(({ context }, { open }: Open) => ({
      open,
      looks: isSameOpen(context.open, open) ? context.looks + 1 : 0,
    })),
    dropOpen: assign({ open: [], looks: 0 }),
    /**
     * loads the user again if an open order was paid or has ended, because the user may have more
     * credits now
     */
    tellEnded: enqueueActions(({ context, enqueue }, { open }: Open) => {
      const isThere = ({ code }: Order) => open.some((one) => one.code === code);
      if (context.open.every(isThere)) return;
      enqueue.sendTo(chart('tabs'), { type: 'change.noticed' });
    }),
    /** opens the page with all prices, unless it is on screen already */
    openPricing: enqueueActions(({ context, enqueue }) => {
      if (isSamePlace(context.path, pricingPath)) return;
      const requested: NavigationRequested = { type: 'navigation.requested', to: pricingPath };
      enqueue.sendTo(chart('app'), requested);
    }),
    askSignIn: sendTo(chart('session'), { type: 'signIn.pressed' }),
    openCheckout: sendTo(chart('dialogs'), ({ context }) => checkoutOf(context)),
    /**
     * makes the order dialog load its order, because the page is visible again or another tab has
     * changed data
     */
    tellCheck: sendTo(({ context, system }) => chart(checkKindOf(context))({ system }), {
      type: 'order.outdated',
    }),
    openCheck: sendTo(chart('dialogs'), ({ context }) => checkOf(context)),
    /** removes the order code from the address, so that a reload does not open the order again */
    cleanAddress: enqueueActions(({ context, enqueue }) => {
      if (orderCodeIn(context.path) === null) return;
      const to = stripLocale(withoutOrderCode(context.path));
      const requested: NavigationRequested = { type: 'navigation.requested', to, replace: true };
      enqueue.sendTo(chart('app'), requested);
    }),
    /**
     * notifies the tabs chart, which loads credits, plan and orders again on this page and in other
     * tabs
     */
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    /** continues the start that the order was bought for */
    resumeBought: enqueueActions(({ enqueue }, { answer }: Answer) => {
      const task = orderIn(answer)?.task ?? null;
      if (task !== null) enqueue.sendTo(chart('studio'), { type: 'start.resumed', photoId: task });
    }),
    reportFailure: sendRejected('toast.orderFailed'),
  },
  delays: {
    /**
     * Pause between two checks of the open orders. If a payment may be on its way, the pauses are
     * 4, 8, 16 and then 30 seconds. Otherwise, the pause is a minute.
     */
    lookPause: ({ context: { open, looks } }) =>
      open.some(({ mayArrive }) => mayArrive) ? Math.min(30_000, 4000 * 2 ** looks) : 60_000,
  },
});
