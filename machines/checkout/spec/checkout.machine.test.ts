import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, type AnyActorLogic, createMachine } from 'xstate';
import type { Currency } from '../../model/money.ts';
import type { Order, OrderWish } from '../../model/order.ts';
import type { MethodCode, PriceList } from '../../model/price.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { openOrder, orderedBy, sampleOrder, samplePrices } from '../../testing/sample-prices.ts';
import { offline, refused } from '../../testing/samples.ts';
import { deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { checkoutMachine } from '../checkout.machine.ts';
import {
  selectCheckoutFailure,
  selectCheckoutScreen,
  selectChosenCode,
  selectLack,
  selectMethodChosen,
  selectMethods,
  selectOffers,
  selectOrderCode,
  selectPayStep,
  selectPlace,
  selectRenewalChoice,
  selectReplaced,
  selectTerms,
} from '../checkout.selectors.ts';
import type { CheckoutEvent, CheckoutInput } from '../checkout.types.ts';

type Place = { country: string | null; currency: Currency | null };

type Try = { code: string; method: MethodCode; idempotencyKey: string };

type Answers = {
  prices?: (() => Promise<PriceList>)[];
  orders?: (() => Promise<Order>)[];
  pages?: (() => Promise<void>)[];
};

const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

const never = () => new Promise<never>(() => {});

const open = async (
  input: Partial<CheckoutInput> = {},
  { prices = [], orders = [], pages = [] }: Answers = {},
  batch: AnyActorLogic = createMachine({}),
) => {
  const places: Place[] = [];
  const wishes: OrderWish[] = [];
  const tries: Try[] = [];
  const opened: { url: string; inNewTab: boolean }[] = [];
  let keys = 0;
  const logic = checkoutMachine.provide({
    actors: {
      loadPrices: callActor((place: Place) => {
        places.push(place);
        return prices.shift()?.() ?? Promise.resolve(samplePrices);
      }),
      createOrderKey: callActor(async () => {
        keys += 1;
        return `key-${keys}`;
      }),
      createOrder: callActor((wish: OrderWish | null) => {
        if (!wish) throw new Error('Expected an order request');
        wishes.push(wish);
        return orders.shift()?.() ?? Promise.resolve(orderedBy(wish, 'LW-NEW0-0001'));
      }),
      payOrder: callActor((wish: Try | null) => {
        if (!wish) throw new Error('Expected an order');
        tries.push(wish);
        return orders.shift()?.() ?? Promise.resolve(sampleOrder({ code: wish.code }));
      }),
      openPayPage: callActor((page: { url: string; inNewTab: boolean } | null) => {
        if (page) opened.push(page);
        return pages.shift()?.() ?? never();
      }),
    },
  });
  const whole = {
    missing: null,
    task: null,
    returnPath: '/account',
    order: null,
    renewed: null,
    product: null,
    ...input,
  };
  const { root, told } = startAmongOthers('checkout' as never, logic, {
    input: whole,
    beside: { batch },
  });
  const actor = root.system.get('checkout') as ActorRefFrom<typeof checkoutMachine>;
  const emitted: ProductEvent[] = [];
  actor.on('*', (event) => emitted.push(event));
  const send = async (...events: CheckoutEvent[]) => {
    for (const event of events) actor.send(event);
    await settle();
  };
  await settle();
  return {
    places,
    wishes,
    tries,
    opened,
    told,
    emitted,
    send,
    now: () => actor.getSnapshot(),
    chosen: () => actor.getSnapshot().context.choice,
  };
};

const pay = { type: 'pay.pressed' } as const;
const confirm = { type: 'order.confirmed' } as const;
const closed = { type: 'dialog.cancelled' } as const;
const product = (code: string) => ({ type: 'product.chosen', code }) as const;
const method = (code: MethodCode) => ({ type: 'method.chosen', method: code }) as const;
const renewal = (on: boolean) => ({ type: 'renewal.switched', on }) as const;

const inYen: PriceList = { ...samplePrices, country: 'JP', currency: 'JPY', currencies: ['JPY'] };

const codes = ({ main, more }: ReturnType<typeof selectOffers>) => ({
  main: main.map(({ code }) => code),
  more: more.map(({ code }) => code),
});

describe('the offer', () => {
  it('shows a pack and two plans first, the pack chosen, without auto-renewal', async () => {
    const { now, chosen } = await open();
    expect(codes(selectOffers(now()))).toEqual({
      main: ['pack-100', 'plan-week', 'plan-month'],
      more: ['pass-day'],
    });
    expect(chosen()).toEqual({ productCode: 'pack-100', method: 'card', autoRenew: false });
    expect(selectLack(now())).toBeNull();
  });

  it('begins with the cheapest product that covers the missing credits', async () => {
    const lacking = async (missing: number) => (await open({ missing })).now();
    expect(selectChosenCode(await lacking(8))).toBe('pass-day');
    expect(selectChosenCode(await lacking(60))).toBe('pass-day');
    expect(selectChosenCode(await lacking(61))).toBe('pack-100');
    expect(codes(selectOffers(await lacking(8)))).toEqual({
      main: ['pass-day', 'pack-100', 'plan-week', 'plan-month'],
      more: [],
    });
    expect(codes(selectOffers(await lacking(101)))).toEqual({
      main: ['plan-week', 'pack-100', 'plan-month'],
      more: ['pass-day'],
    });
  });

  it('shows when no product covers the missing credits, and then chooses no expensive product', async () => {
    const { now } = await open({ missing: 5000 });
    expect(selectLack(now())).toEqual({ missing: 5000, isCovered: false });
    expect(selectChosenCode(now())).toBe('pack-100');
  });

  it('shows the missing credits if the product that was chosen before does not cover them', async () => {
    const lack = async (product: string) =>
      selectLack((await open({ missing: 120, product })).now());
    expect(await lack('pack-100')).toEqual({ missing: 120, isCovered: true });
    expect(await lack('plan-week')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    const { now, send, places } = await open({}, { prices: [failing(offline)] });
    expect(selectCheckoutScreen(now()).name).toBe('failed');
    expect(selectCheckoutFailure(now())).toEqual(offline);
    await send({ type: 'prices.retried' });
    expect([selectCheckoutScreen(now()).name, places.length]).toEqual(['choosing', 2]);
  });

  it("is another country's offer when the buyer chooses that country", async () => {
    const { now, send, places } = await open(
      {},
      { prices: [async () => samplePrices, async () => inYen] },
    );
    await send({ type: 'country.chosen', country: 'JP' });
    expect(places).toEqual([
      { country: null, currency: null },
      { country: 'JP', currency: null },
    ]);
    expect(selectPlace(now())).toMatchObject({ country: 'JP', currency: 'JPY' });
    expect(selectTerms(now())).toMatchObject({ amount: 399, currency: 'JPY' });
    await send({ type: 'currency.chosen', currency: 'USD' });
    expect(places.at(-1)).toEqual({ country: 'JP', currency: 'USD' });
  });

  it('stays on screen, disabled, while another country is loading', async () => {
    const { now, send, wishes } = await open({}, { prices: [async () => samplePrices, never] });
    await send({ type: 'country.chosen', country: 'JP' }, pay);
    expect(selectCheckoutScreen(now())).toEqual({ name: 'choosing', isBusy: true });
    expect(wishes).toEqual([]);
  });
});

describe('payment methods', () => {
  it('that cannot be used come last, with their reason, and cannot be chosen (R46)', async () => {
    const { now, send, chosen } = await open();
    expect(selectMethods(now()).map(({ code, obstacle }) => [code, obstacle])).toEqual([
      ...[
        ['card', null],
        ['paypal', null],
        ['maya', null],
        ['dana', 'country'],
      ],
    ]);
    await send(method('dana'));
    expect(chosen().method).toBe('card');
  });

  it('that cannot renew are replaced when auto-renewal is switched on, with a note', async () => {
    const { now, send, chosen } = await open();
    await send(product('plan-month'), method('maya'), renewal(true));
    expect(chosen()).toEqual({ productCode: 'plan-month', method: 'card', autoRenew: true });
    expect(selectReplaced(now())).toEqual({
      code: 'maya',
      method: 'maya',
      name: 'Maya',
      reason: 'recurring',
    });
    await send(renewal(false));
    expect(selectReplaced(now())).toBeNull();
  });

  it('may be empty: then the button orders nothing', async () => {
    const none: PriceList = {
      ...samplePrices,
      products: samplePrices.products.map((one) => ({
        ...one,
        methods: one.methods.map((each) => ({ ...each, once: 'currency' as const })),
      })),
    };
    const { now, send, wishes } = await open({}, { prices: [async () => none] });
    await send(pay);
    expect([selectPayStep(now()), selectMethodChosen(now()), wishes]).toEqual(['none', null, []]);
  });
});

describe('auto-renewal', () => {
  it('is offered with plans only, and switched off by a choice of another product', async () => {
    const { now, send, chosen } = await open();
    await send(renewal(true));
    expect([selectRenewalChoice(now()), chosen().autoRenew]).toEqual([null, false]);
    await send(product('plan-week'), renewal(true));
    expect(selectRenewalChoice(now())).toMatchObject({ on: true, amount: 499 });
    await send(product('plan-month'));
    expect(selectRenewalChoice(now())).toMatchObject({ on: false, amount: 1299 });
  });

  it('is shown with all its terms before the order', async () => {
    const { now, send, wishes } = await open();
    await send(product('plan-month'), renewal(true), pay);
    expect(selectCheckoutScreen(now())).toEqual({ name: 'reviewing', isBusy: false });
    expect(selectTerms(now())?.renewal).toEqual({ amount: 1299, at: '2030-02-01T00:00:00.000Z' });
    expect(wishes).toEqual([]);
    await send(confirm);
    expect(wishes).toMatchObject([{ productCode: 'plan-month', autoRenew: true, amount: 1299 }]);
  });

  it('can be left without an order', async () => {
    const { now, send, chosen } = await open();
    await send(product('plan-month'), renewal(true), pay, { type: 'review.left' });
    expect([selectCheckoutScreen(now()).name, chosen().autoRenew]).toEqual(['choosing', true]);
  });
});

describe('an order', () => {
  it('is created by one press, for the shown purchase, and its payment page opens (R47)', async () => {
    const { now, send, wishes, opened } = await open({
      missing: 8,
      task: 'upscale',
      returnPath: '/',
    });
    await send(pay);
    expect(wishes).toEqual([
      {
        productCode: 'pass-day',
        currency: 'EUR',
        country: 'DE',
        method: 'card',
        amount: 199,
        autoRenew: false,
        idempotencyKey: 'key-1',
        returnPath: '/',
        task: 'upscale',
      },
    ]);
    expect(selectCheckoutScreen(now())).toEqual({ name: 'leaving', isBusy: true });
    expect(opened).toEqual([{ url: 'https://pay.example/LW-NEW0-0001', inNewTab: false }]);
  });

  it('is reported as a product event, after the review screen if there is one (R56)', async () => {
    const { emitted, send } = await open();
    await send(product('plan-month'), renewal(true), pay);
    expect(emitted).toEqual([]);
    await send(confirm);
    expect(emitted).toEqual([
      { type: 'pay.pressed', product: 'plan-month', method: 'card', amount: 1299, currency: 'EUR' },
    ]);
    const other = await open();
    await other.send(pay);
    expect(other.emitted).toEqual([
      { type: 'pay.pressed', product: 'pack-100', method: 'card', amount: 399, currency: 'EUR' },
    ]);
  });

  it('is created once for several presses', async () => {
    const answer = deferred<Order>();
    const { send, wishes } = await open({}, { orders: [() => answer.promise] });
    await send(pay, pay);
    await send(pay, closed);
    expect(wishes).toHaveLength(1);
  });

  it('in Japan is confirmed on a separate screen', async () => {
    const { now, send, wishes } = await open({}, { prices: [async () => inYen] });
    expect(selectPayStep(now())).toBe('review');
    await send(pay);
    expect([selectCheckoutScreen(now()).name, wishes]).toEqual(['reviewing', []]);
    await send(confirm);
    expect(wishes).toMatchObject([{ country: 'JP', currency: 'JPY' }]);
  });

  it('without an answer is repeated with the same key', async () => {
    const lost = [failing({ reason: 'timeout' }), failing(refused('provider_unavailable'))];
    const { now, send, wishes } = await open({}, { orders: lost });
    await send(pay);
    expect(selectCheckoutFailure(now())).toEqual({ reason: 'timeout' });
    await send(method('paypal'), method('card'), pay);
    expect(selectCheckoutFailure(now())?.code).toBe('provider_unavailable');
    await send(pay);
    expect(wishes.map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array(3).fill('key-1'));
  });

  it('of another product has another key', async () => {
    const { send, wishes } = await open({}, { orders: [failing(offline), failing(offline)] });
    await send(pay);
    await send(method('paypal'), pay);
    await send(product('pass-day'), pay);
    expect(wishes.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2', 'key-3']);
  });

  it('gets a new key with the next press if its key belongs to another order', async () => {
    const { now, send, wishes } = await open(
      {},
      { orders: [failing(refused('idempotency_conflict'))] },
    );
    await send(pay);
    expect(selectCheckoutFailure(now())?.code).toBe('idempotency_conflict');
    await send(pay);
    expect(wishes.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2']);
  });

  it('is not created for an outdated price; the new price is shown', async () => {
    const dearer = {
      ...samplePrices,
      products: samplePrices.products.map((one) => ({ ...one, amount: 449 })),
    };
    const { now, send, wishes } = await open(
      {},
      {
        prices: [async () => samplePrices, async () => dearer],
        orders: [failing(refused('price_changed'))],
      },
    );
    await send(pay);
    expect(selectCheckoutFailure(now())?.code).toBe('price_changed');
    expect([selectTerms(now())?.amount, wishes.length]).toEqual([449, 1]);
    await send(pay);
    expect(wishes[1]).toMatchObject({ amount: 449, idempotencyKey: 'key-2' });
  });

  it('that the server refuses leaves the choice unchanged', async () => {
    const code = 'subscription_exists';
    const { now, send, chosen } = await open({}, { orders: [failing(refused(code))] });
    await send(product('plan-week'), pay);
    expect([selectCheckoutFailure(now())?.code, chosen().productCode]).toEqual([code, 'plan-week']);
  });

  it('can be an earlier order, which is returned without a new order (R73)', async () => {
    const { now, send, wishes } = await open();
    await send({ type: 'openOrder.pressed', code: openOrder.code, intent: 'cancel' });
    expect([now().output, wishes]).toEqual([{ code: openOrder.code, intent: 'cancel' }, []]);
  });

  it("for a plan's renewal begins with that plan and auto-renewal (R53)", async () => {
    const { now, send, chosen } = await open({ renewed: 'plan-month' });
    expect(chosen()).toMatchObject({ productCode: 'plan-month', autoRenew: true });
    await send(pay);
    expect(now().matches('reviewing')).toBe(true);
  });

  it('without a session closes the dialog, and the cause is reported to the root (R36)', async () => {
    const { now, send, told } = await open({}, { orders: [failing(refused('10009'))] });
    await send(pay);
    expect(now().output).toBe('cancelled');
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused('10009') }]);
  });

  it('with a code to scan, or without a next step, is the output immediately', async () => {
    const codes = { kind: 'qr', url: 'https://a', data: 'upi://pay', image: 'data:,' } as const;
    for (const checkout of [codes, { kind: 'none' } as const]) {
      const payment = { method: 'card', status: 'awaiting', reason: null, checkout } as const;
      const order = sampleOrder({ payment });
      const { now, send, opened } = await open({}, { orders: [async () => order] });
      await send(pay);
      expect([now().output, opened]).toEqual([order, []]);
    }
  });
});

describe('the payment page', () => {
  it.each([
    { photos: 'are kept', batch: createMachine({ tags: 'kept' }), inNewTab: false },
    { photos: 'would be lost', batch: createMachine({ tags: 'unkept' }), inNewTab: true },
  ])('opens with inNewTab: $inNewTab if the photos of a batch $photos', async (given) => {
    const { send, opened } = await open({}, {}, given.batch);
    await send(pay);
    expect(opened).toEqual([{ url: 'https://pay.example/LW-NEW0-0001', inNewTab: given.inNewTab }]);
  });

  it('can be opened again when the browser refused', async () => {
    const refusal = failing({ reason: 'unexpected' });
    const { now, send, opened } = await open({}, { pages: [refusal] });
    await send(pay);
    expect(selectCheckoutScreen(now())).toEqual({ name: 'leaving', isBusy: false });
    expect(selectCheckoutFailure(now())?.reason).toBe('unexpected');
    await send({ type: 'payPage.pressed' });
    expect([selectCheckoutScreen(now()).isBusy, opened.length]).toEqual([true, 2]);
  });

  it('ends the dialog with the order when the buyer returns', async () => {
    const { now, send } = await open({}, { pages: [async () => {}] });
    await send(pay);
    expect(now().output).toMatchObject({ code: 'LW-NEW0-0001' });
  });

  it('is not needed for the order: closing the dialog also returns it', async () => {
    const { now, send } = await open();
    await send(pay);
    await send(closed);
    expect(now().output).toMatchObject({ code: 'LW-NEW0-0001' });
  });
});

describe('an unpaid order', () => {
  const unpaid = sampleOrder({ code: 'LW-OLD0-0001', status: 'notPaid', amount: 449 });

  it('gets another payment, for its own amount', async () => {
    const { now, send, places, tries, wishes } = await open({ order: unpaid });
    expect(places).toEqual([{ country: 'DE', currency: 'EUR' }]);
    expect([selectOrderCode(now()), codes(selectOffers(now())), selectPlace(now())]).toEqual([
      ...[unpaid.code, { main: [], more: [] }, null],
    ]);
    expect(selectTerms(now())).toMatchObject({
      amount: 449,
      credits: 100,
      photos: 25,
      perPhoto: 18,
    });
    await send(product('plan-month'), renewal(true), { type: 'country.chosen', country: 'JP' });
    await send(method('paypal'), pay);
    expect(tries).toEqual([{ code: unpaid.code, method: 'paypal', idempotencyKey: 'key-1' }]);
    expect([wishes, places.length]).toEqual([[], 1]);
  });

  it('begins with the payment method that was chosen for it', async () => {
    const payment = {
      ...unpaid.payment,
      method: 'paypal',
      status: 'failed',
      reason: null,
    } as const;
    const checkout = { kind: 'none' } as const;
    const { chosen } = await open({ order: { ...unpaid, payment: { ...payment, checkout } } });
    expect(chosen().method).toBe('paypal');
  });

  it('that renews itself is shown with all its terms first', async () => {
    const plan = { ...unpaid, productCode: 'plan-month', autoRenew: true };
    const { now, send, tries } = await open({ order: plan });
    expect(selectMethods(now()).find(({ code }) => code === 'maya')?.obstacle).toBe('recurring');
    await send(pay);
    expect(selectTerms(now())?.renewal?.amount).toBe(1299);
    await send(confirm);
    expect(tries).toHaveLength(1);
  });

  it('that has ended meanwhile is the output, so that the parent shows its status', async () => {
    const { now, send } = await open(
      { order: unpaid },
      { orders: [failing(refused('order_closed'))] },
    );
    await send(pay);
    expect(now().output).toEqual(unpaid);
  });

  it('for a product that is no longer sold can be paid by every offered method', async () => {
    const { now, send, tries } = await open({ order: { ...unpaid, productCode: 'pack-7' } });
    expect(selectMethods(now()).every(({ obstacle }) => obstacle === null)).toBe(true);
    await send(pay);
    expect(tries).toHaveLength(1);
  });
});

it('is cancelled without an order when it is closed', async () => {
  const { now, send, wishes } = await open();
  await send(closed);
  expect([now().output, wishes]).toEqual(['cancelled', []]);
});
