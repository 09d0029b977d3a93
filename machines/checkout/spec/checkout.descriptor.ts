import { assign } from 'xstate';
import type { Order, OrderWish, PayStep } from '../../model/order.ts';
import { type MethodCode, type PriceList, unavailability } from '../../model/price.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { openOrder, sampleOrder, samplePrices } from '../../testing/sample-prices.ts';
import { offline, refused, rejecting } from '../../testing/samples.ts';
import { chosenProduct, isSamePurchase, needsReview, purchaseOf } from '../checkout.choice.ts';
import { checkoutMachine } from '../checkout.machine.ts';
import type { CheckoutContext, CheckoutInput } from '../checkout.types.ts';

const refusedWith = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [code, rejecting(refused(code))]));

const dearer = (prices: PriceList): PriceList => ({
  ...prices,
  products: prices.products.map((one) => ({ ...one, amount: one.amount + 100 })),
});

const inJapan: PriceList = {
  ...samplePrices,
  country: 'JP',
  currency: 'JPY',
  currencies: ['JPY', 'USD'],
  tax: { basisPoints: 1000, name: '消費税' },
};

const whole: CheckoutInput = {
  missing: null,
  task: null,
  returnPath: '/account',
  order: null,
  renewed: null,
  product: null,
};

const redirect: PayStep = { kind: 'redirect', url: 'https://pay.example/1' };
const code: PayStep = {
  kind: 'qr',
  url: 'https://pay.example/1',
  data: 'upi://pay',
  image: 'data:,',
};

const ordered = ({ order, purchase }: CheckoutContext, checkout: PayStep): Order => {
  const { method = 'card', ...agreed } = purchase ?? {};
  const payment = { method, status: 'awaiting', reason: null, checkout } as const;
  return sampleOrder({ ...(order ?? agreed), status: 'open', payment });
};

const orders = {
  done: (context: CheckoutContext) => ({
    'with a page': ordered(context, redirect),
    'with a code to scan': ordered(context, code),
  }),
};

const refusals = {
  offline: rejecting(offline),
  'sign in first': rejecting(refused('10009')),
  ...refusedWith('provider_unavailable', 'method_unavailable', 'idempotency_conflict'),
};

const isOrdered = ({ id }: { id: string }) => id === 'createOrder' || id === 'payOrder';

/** Returns the input of a call with the type of an order request. */
const asWish = (input: unknown) => input as OrderWish & { code: string };

const usableBy = (context: CheckoutContext, method: MethodCode): boolean => {
  const sold = context.order
    ? context.prices?.products.find((one) => one.code === context.order?.productCode)
    : chosenProduct(context);
  const autoRenew = context.order?.autoRenew ?? context.choice.autoRenew;
  return sold !== undefined && sold !== null && unavailability(sold, method, autoRenew) === null;
};

export const checkoutDescriptor = describeChart<typeof checkoutMachine>({
  machine: checkoutMachine,
  inputs: {
    'nothing is missing': whole,
    'credits are missing': { ...whole, missing: 8, task: 'upscale', returnPath: '/' },
    'more is missing than anything has': { ...whole, missing: 5000, returnPath: '/' },
    'a plan is to renew itself': { ...whole, renewed: 'plan-month' },
    'an unpaid order': { ...whole, order: sampleOrder({ status: 'notPaid' }) },
  },
  people: {
    'prices.retried': {},
    'product.chosen': {
      'a pack': { code: 'pack-100' },
      'a plan': { code: 'plan-month' },
      'what is not sold': { code: 'pack-7' },
    },
    'method.chosen': {
      card: { method: 'card' },
      'what cannot renew': { method: 'maya' },
      'what is not for this country': { method: 'dana' },
    },
    'renewal.switched': { on: { on: true }, off: { on: false } },
    'country.chosen': { Japan: { country: 'JP' }, 'the United States': { country: 'US' } },
    'currency.chosen': { dollars: { currency: 'USD' } },
    'openOrder.pressed': {
      'to pay it': { code: openOrder.code, intent: 'pay' },
      'to cancel it': { code: openOrder.code, intent: 'cancel' },
    },
    'pay.pressed': {},
    'review.left': {},
    'order.confirmed': {},
    'payPage.pressed': {},
    'dialog.cancelled': {},
  },
  actors: {
    loadPrices: {
      done: ({ place, failure }) => {
        const home = { ...samplePrices, country: place.country ?? samplePrices.country };
        const list = place.country === 'JP' ? inJapan : home;
        const shown = { ...list, currency: place.currency ?? list.currency };
        return failure?.code === 'price_changed' ? { dearer: dearer(shown) } : { '': shown };
      },
      error: { offline: rejecting(offline) },
    },
    createOrderKey: {
      done: { '': 'key-0000000000000001' },
      error: { unsupported: rejecting({ reason: 'unsupported' }) },
    },
    createOrder: {
      ...orders,
      error: {
        ...refusals,
        ...refusedWith('price_changed', 'subscription_exists'),
      },
    },
    payOrder: { ...orders, error: { ...refusals, ...refusedWith('order_closed') } },
    openPayPage: {
      done: { 'the page is back': undefined },
      error: { refused: rejecting({ reason: 'unexpected' }) },
    },
  },
  reads: (context) => [
    ...[context.order?.code, context.missing, context.place, context.choice],
    ...[context.prices?.currency, context.prices?.products[0]?.amount],
    ...[context.purchase, context.key, context.replaced, context.made?.payment?.checkout.kind],
    context.failure?.code ?? context.failure?.reason,
  ],
  // A country or an open order is chosen only before the first press. The behaviour after the first
  // press does not depend on these choices.
  bounds: {
    allows: ({ event = '' }, { context }) =>
      !['country.chosen', 'currency.chosen', 'openOrder.pressed'].includes(event) ||
      context.purchase === null,
  },
  laws: {
    'nothing is ordered without a press': {
      holds: ({ before, now, event }) =>
        before.matches('creating') ||
        !now.matches('creating') ||
        event?.type === 'pay.pressed' ||
        event?.type === 'order.confirmed',
      brokenBy: 'checkout.reviewing on review.left: to #checkout.creating instead of choosing',
    },
    'a purchase with renewal, or in Japan, is reviewed with all terms before the order': {
      holds: ({ before, now, event }) =>
        event?.type !== 'pay.pressed' ||
        !now.matches('creating') ||
        (now.context.purchase !== null &&
          before.matches('choosing') &&
          !needsReview(now.context.purchase)),
      brokenBy: (machine) => machine.provide({ guards: { needsReview: () => false } }),
    },
    'nothing is ordered for an amount other than the shown amount': {
      holds: ({ now: { context }, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'createOrder' ||
            (asWish(input).amount === chosenProduct(context)?.amount &&
              asWish(input).currency === context.prices?.currency &&
              asWish(input).productCode === context.choice.productCode),
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            agree: assign(({ context }) => {
              const purchase = purchaseOf(context);
              if (isSamePurchase(purchase, context.purchase)) return {};
              return { purchase: purchase && { ...purchase, amount: 1 }, key: null };
            }),
          },
        }),
    },
    'a payment method that is shown as unavailable is never used': {
      holds: ({ now: { context }, asked }) =>
        asked.every((one) => !isOrdered(one) || usableBy(context, asWish(one.input).method)),
      brokenBy: (machine) => machine.provide({ guards: { isUsable: () => true } }),
    },
    'the same purchase is repeated with the same key': {
      holds: ({ before, asked }) =>
        asked.every(({ id }) => id !== 'createOrderKey') ||
        before.context.key === null ||
        !isSamePurchase(before.context.purchase, purchaseOf(before.context)),
      brokenBy: (machine) => machine.provide({ guards: { hasKey: () => false } }),
    },
    'another purchase has another key': {
      holds: ({ before: { context: then }, now: { context } }) =>
        then.key === null ||
        context.key !== then.key ||
        isSamePurchase(then.purchase, context.purchase),
      brokenBy: (machine) =>
        machine.provide({
          actions: { agree: assign(({ context }) => ({ purchase: purchaseOf(context) })) },
        }),
    },
    'auto-renewal is off until the buyer switches it on': {
      holds: ({ before, now, event }) =>
        before.context.choice.autoRenew ||
        !now.context.choice.autoRenew ||
        event?.type === 'renewal.switched',
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            chooseProduct: assign(({ context }, { code: productCode }: { code: string }) => ({
              choice: { ...context.choice, productCode, autoRenew: true },
            })),
          },
        }),
    },
    'closing the dialog before the payment page opens keeps the order': {
      holds: ({ before, now }) => !before.matches('leaving') || now.output !== 'cancelled',
      brokenBy: (machine) => machine.provide({ actions: { setOrder: () => {} } }),
    },
  },
});
