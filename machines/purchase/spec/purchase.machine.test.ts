import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { DialogRequested } from '../../dialogs/dialogs.types.ts';
import type { OpenOrder, Order } from '../../model/order.ts';
import type { UserInfo } from '../../model/user.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { paidOrder, sampleOrder } from '../../testing/sample-prices.ts';
import { guest, member, offline, refused } from '../../testing/samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { selectIsPlanArriving } from '../arriving.selectors.ts';
import { purchaseMachine } from '../purchase.machine.ts';
import { selectCanLookAt, selectOpenOrder } from '../purchase.selectors.ts';

const withCredits = (balance: number, id = 'user-1'): UserInfo => ({
  ...member,
  id,
  allowance: guest.allowance,
  credits: { balance, expiresNext: null },
});

type Answers = {
  path?: string;
  open?: (() => Promise<readonly Order[]>)[];
  orders?: (() => Promise<Order>)[];
  last?: () => Promise<Order | null>;
};

const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

/** Starts the chart with fakes that record the messages of the chart. The user is not known yet. */
function start({ path = '/de', open = [], orders = [], last }: Answers = {}) {
  const clock = new SimulatedClock();
  const logic = purchaseMachine.provide({
    actors: {
      loadOrder: callActor(() => orders.shift()?.() ?? Promise.resolve(sampleOrder())),
      loadLastOrder: callActor(() => last?.() ?? Promise.resolve(null)),
      findOpenOrders: callActor(
        async (): Promise<readonly OpenOrder[]> =>
          ((await open.shift()?.()) ?? []).map((order) => ({ ...order, minutesLeft: 30 })),
      ),
    },
  });
  const { root, told } = startAmongOthers('purchase', logic, {
    input: { path },
    clock,
    dialogs: ['orderCheck'],
  });
  const actor = chartRef(root.system, 'purchase');
  if (!actor) throw new Error('The purchase chart did not start');
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const dialogs = () => (told('dialogs') as DialogRequested[]).map(({ dialog }) => dialog);
  const answer = (given: object | 'cancelled' | 'confirmed') =>
    send({ type: 'dialog.answered', id: 'checkout', answer: given as never });
  return {
    send,
    told,
    dialogs,
    answer,
    pass: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
    enter: (user: UserInfo) => send({ type: 'user.changed', user }),
    press: (price: number | null = null, task: string | null = null) =>
      send({ type: 'purchase.pressed', price, task }),
    choose: (product: string) =>
      send({ type: 'purchase.pressed', price: null, task: null, product }),
    shop: () => (actor.getSnapshot().value as { shop: string }).shop,
    canLookAt: (order: Order) => selectCanLookAt(order)(actor.getSnapshot()),
    open: () => selectOpenOrder(actor.getSnapshot())?.code ?? null,
    isPlanArriving: () => selectIsPlanArriving(actor.getSnapshot()),
  };
}

describe('a purchase', () => {
  it('begins with the checkout, which gets the credits that a start lacks', async () => {
    const buyer = start({ path: '/de/record?x=1' });
    await buyer.enter(withCredits(3));
    await buyer.press(20, 'photo-1');
    expect(buyer.dialogs()).toMatchObject([
      {
        kind: 'checkout',
        requester: 'purchase',
        input: { missing: 1, task: 'photo-1', returnPath: '/record?x=1', order: null },
      },
    ]);
  });

  it('of a guest begins with the prices, and waits for the sign-in', async () => {
    const buyer = start();
    await buyer.enter(guest);
    await buyer.press();
    expect(buyer.told('app')).toEqual([{ type: 'navigation.requested', to: '/pricing' }]);
    expect(buyer.told('session')).toEqual([]);
    await buyer.send({ type: 'location.changed', path: '/de/pricing' });
    await buyer.choose('plan-month');
    expect(buyer.told('session')).toEqual([{ type: 'signIn.pressed' }]);
    expect(buyer.dialogs()).toEqual([]);
    await buyer.enter(withCredits(0));
    expect(buyer.dialogs()).toMatchObject([
      { kind: 'checkout', input: { missing: null, product: 'plan-month' } },
    ]);
  });

  it('of a guest who does not sign in ends', async () => {
    const buyer = start();
    await buyer.enter(guest);
    await buyer.choose('pack-300');
    await buyer.send({ type: 'signIn.declined' });
    await buyer.enter(withCredits(0));
    expect([buyer.shop(), buyer.dialogs()]).toEqual(['idle', []]);
  });

  it('of a guest keeps the start that waits for credits, and returns to it', async () => {
    const buyer = start({ path: '/de' });
    await buyer.enter(guest);
    await buyer.press(20, 'photo-1');
    await buyer.send({ type: 'location.changed', path: '/de/pricing' });
    await buyer.choose('pack-300');
    await buyer.enter(withCredits(0));
    expect(buyer.dialogs().at(-1)?.input).toMatchObject({
      missing: 4,
      task: 'photo-1',
      product: 'pack-300',
      returnPath: '/',
    });
  });

  it('of a guest who closes the sign-in at the prices can go on with another product', async () => {
    const buyer = start({ path: '/pricing' });
    await buyer.enter(guest);
    await buyer.press(20, 'photo-1');
    await buyer.choose('pack-300');
    await buyer.send({ type: 'signIn.declined' });
    expect(buyer.shop()).toBe('comparing');
    await buyer.choose('pack-100');
    await buyer.enter(withCredits(0));
    expect(buyer.dialogs().at(-1)?.input).toMatchObject({ task: 'photo-1', product: 'pack-100' });
  });

  it('at the prices gives way to an open order', async () => {
    const buyer = start({ path: '/pricing' });
    await buyer.enter(guest);
    await buyer.press(20, 'photo-1');
    await buyer.send({ type: 'order.opened', code: 'LW-ABCD-2345', intent: 'pay' });
    expect(buyer.shop()).not.toBe('comparing');
  });

  it('of a guest who leaves the prices ends', async () => {
    const buyer = start();
    await buyer.enter(guest);
    await buyer.press(20, 'photo-1');
    await buyer.send({ type: 'location.changed', path: '/de/pricing' });
    expect(buyer.shop()).toBe('comparing');
    await buyer.send({ type: 'location.changed', path: '/de' });
    expect(buyer.shop()).toBe('idle');
  });

  it('opens for a chosen product even if a new account has enough credits', async () => {
    const buyer = start({ path: '/pricing' });
    await buyer.enter(guest);
    await buyer.press(20, 'photo-1');
    await buyer.choose('pack-300');
    await buyer.enter(withCredits(40));
    expect(buyer.told('studio')).toEqual([]);
    expect(buyer.dialogs()).toMatchObject([{ kind: 'checkout', input: { missing: null } }]);
  });

  it('that is left changes nothing, and does not affect the next purchase', async () => {
    const buyer = start();
    await buyer.enter(withCredits(0));
    await buyer.press(20, 'photo-1');
    await buyer.answer('cancelled');
    await buyer.press();
    expect(buyer.dialogs().at(-1)?.input).toMatchObject({ missing: null, task: null });
    expect(buyer.told('studio')).toEqual([]);
  });

  it('that is ordered is shown, a day pass in a separate dialog (R53)', async () => {
    for (const [durationUnit, kind] of [
      [4, 'orderCheck'],
      [2, 'dayOrderCheck'],
    ] as const) {
      const buyer = start();
      await buyer.enter(withCredits(0));
      await buyer.press();
      await buyer.answer(sampleOrder({ durationUnit }));
      expect(buyer.dialogs().at(-1)).toMatchObject({ kind, input: { hasReturned: false } });
    }
  });

  it('that is paid reloads the credits, and the waiting start continues (R38)', async () => {
    const buyer = start();
    await buyer.enter(withCredits(0));
    await buyer.press(20, 'photo-1');
    const order = sampleOrder({ task: 'photo-1' });
    await buyer.answer(order);
    await buyer.answer({ kind: 'paid', order: paidOrder({ task: 'photo-1' }) });
    expect(buyer.told('tabs')).toEqual([{ type: 'change.noticed' }]);
    expect(buyer.told('studio')).toEqual([{ type: 'start.resumed', photoId: 'photo-1' }]);
    expect(buyer.shop()).toBe('idle');
  });

  it('that was declined is paid by another method', async () => {
    const buyer = start();
    await buyer.enter(withCredits(0));
    await buyer.press();
    const order = sampleOrder({ status: 'notPaid' });
    await buyer.answer(order);
    await buyer.answer({ kind: 'payAgain', order });
    expect(buyer.dialogs().at(-1)).toMatchObject({ kind: 'checkout', input: { order } });
    expect(buyer.told('studio')).toEqual([]);
  });

  it('begins after a start was refused for missing credits, if the visitor confirms (R38)', async () => {
    const buyer = start();
    await buyer.enter(withCredits(0));
    await buyer.answer('cancelled');
    expect(buyer.dialogs()).toEqual([]);
    await buyer.answer('confirmed');
    expect(buyer.dialogs()).toMatchObject([{ kind: 'checkout' }]);
  });
});

describe('a buyer who returns from a payment', () => {
  const path = '/de/record?order=LW-ABCD-2345&x=1#top';

  it('sees its outcome; closing the dialog removes the order from the address', async () => {
    const buyer = start({ path });
    await settle();
    expect(buyer.dialogs()).toMatchObject([{ kind: 'orderCheck', input: { hasReturned: true } }]);
    await buyer.answer('cancelled');
    const to = '/record?x=1#top';
    expect(buyer.told('app')).toEqual([{ type: 'navigation.requested', to, replace: true }]);
  });

  it('sees the newest order if the address has no code', async () => {
    const buyer = start({ path: '/de/record?order=', last: async () => paidOrder() });
    await settle();
    expect(buyer.dialogs()).toMatchObject([
      { kind: 'orderCheck', input: { hasReturned: true, order: { code: 'LW-ABCD-2345' } } },
    ]);
    const none = start({ path: '/de/record?order=' });
    await settle();
    expect([none.shop(), none.dialogs()]).toEqual(['idle', []]);
    expect(none.told('app')).toMatchObject([{ type: 'navigation.requested', to: '/record' }]);
  });

  it.each<[string, PortFailure, Parameters<ReturnType<typeof start>['send']>[0]]>([
    ['the connection', offline, { type: 'connection.restored' }],
    ['a sign-in', refused('10009'), { type: 'user.changed', user: withCredits(0) }],
  ])('sees it after %s if it cannot be loaded', async (_what, failure, event) => {
    const buyer = start({ path, orders: [failing(failure)] });
    await settle();
    expect([buyer.shop(), buyer.dialogs()]).toEqual(['waiting', []]);
    expect(buyer.told('app')).toMatchObject([{ type: 'call.rejected', failure }]);
    await buyer.send(event);
    expect(buyer.dialogs()).toMatchObject([{ kind: 'orderCheck' }]);
  });

  it('is notified if the order does not exist', async () => {
    const buyer = start({ path, orders: [failing(refused('order_not_found'))] });
    await settle();
    expect(buyer.shop()).toBe('idle');
    expect(buyer.told('app')).toMatchObject([
      { type: 'navigation.requested' },
      { type: 'call.rejected', fallback: 'toast.orderFailed' },
    ]);
  });
});

describe('an order that waits for its payment', () => {
  it('is polled faster while its money may be on its way, and then the credits are loaded', async () => {
    const arriving = async () => [sampleOrder({ status: 'notPaid', mayArrive: true })];
    const buyer = start({ open: [arriving, arriving, arriving] });
    await buyer.enter(withCredits(0));
    for (const ms of [4000, 8000]) await buyer.pass(ms);
    expect([buyer.open(), buyer.told('tabs')]).toEqual(['LW-ABCD-2345', []]);
    await buyer.pass(16_000);
    expect([buyer.open(), buyer.told('tabs')]).toEqual([null, [{ type: 'change.noticed' }]]);
  });

  it('can be opened while its payment may arrive, unless it is listed with its own buttons', async () => {
    const listed = sampleOrder({ code: 'LW-OPEN-2345' });
    const other = sampleOrder({ code: 'LW-ELSE-2345' });
    const buyer = start({ open: [async () => [listed]] });
    await buyer.enter(withCredits(0));
    const late = { ...other, status: 'expired' as const, mayArrive: true };
    expect([listed, other, late, paidOrder()].map(buyer.canLookAt)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is paid or cancelled from the checkout', async () => {
    const order = sampleOrder();
    const buyer = start({ open: [async () => [order]] });
    await buyer.enter(withCredits(0));
    await buyer.press();
    await buyer.answer({ code: order.code, intent: 'cancel' });
    expect(buyer.dialogs().at(-1)).toMatchObject({
      kind: 'orderCheck',
      input: { intent: 'cancel', hasReturned: false },
    });
  });

  it('may be a plan that is bought again with auto-renewal (R53)', async () => {
    const buyer = start();
    await buyer.enter(withCredits(0));
    await buyer.send({
      type: 'purchase.pressed',
      price: null,
      task: null,
      renewed: 'plan-month',
    });
    expect(buyer.dialogs().at(-1)).toMatchObject({ input: { renewed: 'plan-month' } });
    await buyer.answer('cancelled');
    await buyer.press();
    expect(buyer.dialogs().at(-1)).toMatchObject({ input: { renewed: null } });
  });

  it('is checked again by its dialog when the page is visible again', async () => {
    const buyer = start();
    await buyer.enter(withCredits(0));
    await buyer.send({ type: 'order.opened', code: 'LW-ABCD-2345', intent: 'look' });
    await buyer.send({ type: 'server.changed' });
    expect(buyer.told('orderCheck')).toEqual([{ type: 'order.outdated' }]);
  });

  it('is found again, and polled every minute', async () => {
    const buyer = start({ open: [async () => [sampleOrder()]] });
    await buyer.enter(withCredits(0));
    expect(buyer.open()).toBe('LW-ABCD-2345');
    await buyer.pass(59_999);
    expect(buyer.open()).toBe('LW-ABCD-2345');
    await buyer.pass(1);
    expect(buyer.open()).toBeNull();
  });

  it('has no note on the account page, which lists it', async () => {
    const buyer = start({ path: '/de/account?x=1', open: [async () => [sampleOrder()]] });
    await buyer.enter(withCredits(0));
    expect(buyer.open()).toBeNull();
    await buyer.send({ type: 'location.changed', path: '/de/record' });
    expect(buyer.open()).toBe('LW-ABCD-2345');
  });

  it('is dropped after the user has signed out', async () => {
    const buyer = start({ open: [async () => [sampleOrder()]] });
    await buyer.enter(withCredits(0));
    await buyer.enter(guest);
    expect(buyer.open()).toBeNull();
    await buyer.enter(withCredits(0, 'user-2'));
    expect(buyer.open()).toBeNull();
  });

  it('is loaded again with the connection, and after every dialog about it', async () => {
    const buyer = start({
      open: [failing(offline), async () => [sampleOrder()]],
    });
    await buyer.enter(withCredits(0));
    expect(buyer.open()).toBeNull();
    await buyer.send({ type: 'connection.restored' });
    expect(buyer.open()).toBe('LW-ABCD-2345');
    await buyer.send({ type: 'order.opened', code: 'LW-ABCD-2345', intent: 'look' });
    expect([buyer.shop(), buyer.open()]).toEqual(['checking', null]);
    await buyer.answer({ kind: 'closed', order: sampleOrder({ status: 'cancelled' }) });
    expect(buyer.open()).toBeNull();
  });

  it.each([
    ['plan', true, true],
    ['plan', false, false],
    ['pack', true, false],
  ] as const)(
    'keeps a visitor from buying another plan: %s, may arrive: %s',
    async (productKind, mayArrive, expected) => {
      const buyer = start({ open: [async () => [{ ...sampleOrder(), productKind, mayArrive }]] });
      await buyer.enter(withCredits(0));
      expect(buyer.isPlanArriving()).toBe(expected);
    },
  );
});
