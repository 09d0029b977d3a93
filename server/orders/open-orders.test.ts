import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { orderList, order as orderSchema } from '../../contract/order.ts';
import { sandboxCharges } from '../providers/sandbox/sandbox.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, type Visitor } from '../testing/visitor.fixture.ts';
import {
  buy,
  minute,
  monthly,
  newBuyer,
  orderOf,
  type PresentedOrder,
  pack,
  payAs,
  refOf,
  rowsOf,
  sandboxOf,
  weekly,
} from './money.fixture.ts';

/*
 * Tests orders that wait for their payment. The same purchase returns the existing order, and an
 * open order never blocks another purchase.
 */

const server = sharedTestServer();

const byPaypal = { ...pack, method: 'paypal' };
const large = { ...pack, productCode: 'pack-300', amount: 999 };

const countries = ['DE', 'AT', 'FR', 'IT', 'ES', 'NL', 'IE', 'BE', 'FI'];

const listed = async (buyer: Visitor) =>
  orderList.parse((await buyer.call('GET', '/v1/order')).obj).orders;
const openOnes = async (buyer: Visitor) =>
  orderList.parse((await buyer.call('GET', '/v1/order?open=1')).obj).orders;

const payWith = (buyer: Visitor, { code }: PresentedOrder, method = 'paypal') =>
  buyer.call('POST', `/v1/order/pay/${code}`, { method, idempotencyKey: newKey() });

const statuses = async ({ code }: PresentedOrder) =>
  (await rowsOf(server, code)).payments.map(({ method, status }) => `${method} ${status}`);

const chargeOf = async (order: PresentedOrder) => {
  const ref = eq(sandboxCharges.ref, refOf(order));
  return (await server.database.db.select().from(sandboxCharges).where(ref))[0];
};

describe('the same purchase returns the same order while it waits for its money', () => {
  test('six presses lead to one order and one payment page', async () => {
    const buyer = await newBuyer(server);
    const first = await buy(buyer);
    for (let press = 0; press < 5; press += 1) {
      server.clock.advance(minute);
      const again = await buy(buyer);
      expect([again.code, again.payment]).toEqual([first.code, first.payment]);
    }
    expect(await listed(buyer)).toHaveLength(1);
    expect(await statuses(first)).toEqual(['card awaiting']);
  });

  test('simultaneous presses in several tabs create one order and one payment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const buyer = await newBuyer(server);
      const made = await Promise.all([1, 2, 3, 4, 5, 6].map(() => buy(buyer)));
      expect(new Set(made.map(({ code }) => code)).size).toBe(1);
      expect(await listed(buyer)).toHaveLength(1);
      expect(await statuses(made[0] as PresentedOrder)).toEqual(['card awaiting']);
    }
  });

  test('concurrent presses with several methods lead to one order that can be paid once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const buyer = await newBuyer(server);
      const requests = [pack, byPaypal, pack, byPaypal];
      const made = await Promise.all(requests.map((request) => buy(buyer, request)));
      expect(new Set(made.map(({ code }) => code)).size).toBe(1);
      const { payments } = await rowsOf(server, made[0]?.code ?? '');
      expect(payments.filter(({ status }) => status === 'awaiting')).toHaveLength(1);
    }
  });

  test('another method starts another payment of the order, and closes the first page', async () => {
    const buyer = await newBuyer(server);
    const first = await buy(buyer);
    const again = await buy(buyer, byPaypal);
    expect(again).toMatchObject({
      code: first.code,
      status: 'open',
      payment: { method: 'paypal' },
    });
    expect(again.mayArrive).toBe(false);
    expect(refOf(again)).not.toBe(refOf(first));
    expect(await chargeOf(first)).toMatchObject({ status: 'cancelled' });
    expect(await statuses(first)).toEqual(['card cancelled', 'paypal awaiting']);
  });

  test('declined: the same purchase retries the same order, with its full time limit', async () => {
    const buyer = await newBuyer(server);
    const first = await buy(buyer);
    server.clock.advance(20 * minute);
    await payAs(server, first, 'declined');
    const again = await buy(buyer);
    expect(again).toMatchObject({
      code: first.code,
      status: 'open',
      payment: { status: 'awaiting' },
    });
    expect(Date.parse(again.expiresAt)).toBeGreaterThan(server.clock.now().getTime() + 29 * minute);
    await payAs(server, again);
    expect((await orderOf(buyer, first.code)).status).toBe('paid');
  });

  test('a payment page that is about to close is replaced', async () => {
    const buyer = await newBuyer(server);
    const first = await buy(buyer);
    server.clock.advance(29 * minute);
    const again = await buy(buyer);
    expect(again.code).toBe(first.code);
    expect(await statuses(first)).toEqual(['card cancelled', 'card awaiting']);
    server.clock.advance(5 * minute);
    await server.sweep();
    expect((await orderOf(buyer, first.code)).status).toBe('open');
  });

  test('after the payment, the buyer returns to the page of the last press', async () => {
    const buyer = await newBuyer(server);
    const { code } = await buy(buyer, { ...pack, task: 'photo-1', returnPath: '/' });
    await buy(buyer, { ...pack, task: 'photo-2', returnPath: '/records' });
    expect((await orderOf(buyer, code)).task).toBe('photo-2');
    expect((await rowsOf(server, code)).order.returnPath).toBe('/records');
  });

  test.each([
    ['path', { returnPath: '/records' }, {}, '/records'],
    ['language', {}, { 'accept-language': 'fr' }, '/fr'],
  ])(
    'a press from another %s opens a payment page that leads back there',
    async (_what, request, headers, path) => {
      const buyer = await newBuyer(server);
      const first = await buy(buyer);
      const payload = { ...pack, ...request, idempotencyKey: newKey() };
      const answer = await server.app.inject({
        method: 'POST',
        url: '/v1/order',
        payload,
        headers: { ...headers, token: buyer.token },
      });
      const again = orderSchema.parse(answer.json().obj);
      expect(again).toMatchObject({ code: first.code, payment: { status: 'awaiting' } });
      const charge = await chargeOf(again);
      expect(new URL(String(charge?.returnUrl)).pathname).toBe(path);
      expect(await chargeOf(first)).toMatchObject({ status: 'cancelled' });
      expect(await orderOf(buyer, first.code)).toMatchObject({ mayArrive: false });
    },
  );

  test('an ended order is returned again while its money may be on its way', async () => {
    const buyer = await newBuyer(server);
    const first = await buy(buyer);
    server.clock.advance(31 * minute);
    await server.sweep();
    const again = await buy(buyer, byPaypal);
    expect(again).toMatchObject({ code: first.code, status: 'expired', mayArrive: true });
    expect(again.payment?.checkout).toEqual({ kind: 'none' });
    expect(await statuses(first)).toEqual(['card expired']);
    server.clock.advance(3 * minute);
    await server.sweep();
    const next = await buy(buyer, byPaypal);
    expect(next).toMatchObject({ status: 'open', payment: { status: 'awaiting' } });
    expect(next.code).not.toBe(first.code);
  });

  test('a request repeated after the payment returns its first order', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const key = newKey();
    await buy(buyer, pack, key);
    await payAs(server, order);
    expect(await buy(buyer, pack, key)).toMatchObject({ code: order.code, status: 'paid' });
    const next = await buy(buyer);
    expect(next.code).not.toBe(order.code);
  });

  const inPounds = { ...pack, country: 'GB', currency: 'GBP', amount: 349 };

  test.each([
    ['product', pack, large],
    ['currency', inPounds, { ...pack, country: 'GB' }],
    ['country', pack, { ...pack, country: 'AT' }],
    ['renewal', monthly, { ...monthly, autoRenew: false }],
  ])('a purchase with another %s is another order', async (_what, one, other) => {
    const buyer = await newBuyer(server);
    const codes = [(await buy(buyer, one)).code, (await buy(buyer, other)).code];
    expect((await openOnes(buyer)).map(({ code }) => code)).toEqual(codes.reverse());
  });
});

describe('a purchase is never refused because of unpaid orders', () => {
  test('beyond five orders, the oldest are cancelled and their pages are closed', async () => {
    const buyer = await newBuyer(server);
    const made: PresentedOrder[] = [];
    for (const country of countries.slice(0, 7)) {
      server.clock.advance(1000);
      made.push(await buy(buyer, { ...pack, country }));
    }
    const codes = made.map(({ code }) => code);
    expect((await openOnes(buyer)).map(({ code }) => code)).toEqual(codes.slice(2).reverse());
    for (const old of made.slice(0, 2)) {
      const now = await orderOf(buyer, old.code);
      expect(now).toMatchObject({ status: 'cancelled', mayArrive: false });
      expect(await chargeOf(old)).toMatchObject({ status: 'cancelled' });
    }
  });

  test('an order whose money is on its way is never cancelled in favour of others', async () => {
    const buyer = await newBuyer(server);
    const pending = await buy(buyer, large);
    await payAs(server, pending, 'pending');
    const late = await buy(buyer, { ...large, country: 'AT' });
    await payAs(server, late, 'lateSuccess');
    const paid = await buy(buyer, { ...large, country: 'FR' });
    await payAs(server, paid, 'success', 'lost');
    for (const country of countries.slice(0, 6)) await buy(buyer, { ...pack, country });
    expect(await orderOf(buyer, pending.code)).toMatchObject({ status: 'open', mayArrive: true });
    expect(await orderOf(buyer, late.code)).toMatchObject({ status: 'notPaid', mayArrive: true });
    expect((await orderOf(buyer, paid.code)).status).toBe('paid');
  });

  test('nine concurrent orders are all created, and five of them wait', async () => {
    const buyer = await newBuyer(server);
    await Promise.all(countries.map((country) => buy(buyer, { ...pack, country })));
    expect((await openOnes(buyer)).length).toBeLessThanOrEqual(5);
    expect(await listed(buyer)).toHaveLength(9);
  });
});

test('an open plan order cannot be paid while another plan renews itself (R53)', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer, monthly);
  const other = await buy(buyer, weekly);
  await payAs(server, other);
  for (const method of ['card', 'paypal']) {
    expect(await payWith(buyer, order, method)).toMatchObject({ success: 'subscription_exists' });
  }
  expect(await statuses(order)).toEqual(['card awaiting']);
  expect(await payWith(buyer, other)).toMatchObject({ success: 'order_closed' });
  expect((await buyer.call('POST', `/v1/order/cancel/${order.code}`)).obj).toMatchObject({
    status: 'cancelled',
    mayArrive: false,
  });
});

describe('money of an order may be on its way', () => {
  test.each(['declined', 'left'] as const)(
    'not once it was %s: it can be paid again',
    async (outcome) => {
      const buyer = await newBuyer(server);
      const order = await buy(buyer);
      expect(order.mayArrive).toBe(false);
      await payAs(server, order, outcome);
      expect(await orderOf(buyer, order.code)).toMatchObject({
        status: 'notPaid',
        mayArrive: false,
      });
      expect(await payWith(buyer, order)).toMatchObject({ success: '1' });
    },
  );

  test.each(['pending', 'lateSuccess'] as const)(
    'while it is %s: no other payment is begun',
    async (outcome) => {
      const buyer = await newBuyer(server);
      const order = await buy(buyer);
      await payAs(server, order, outcome, 'lost');
      await buyer.call('POST', `/v1/order/check/${order.code}`);
      expect((await orderOf(buyer, order.code)).mayArrive).toBe(true);
      expect(await payWith(buyer, order)).toMatchObject({ success: 'order_closed' });
      expect(await buyer.call('POST', `/v1/order/cancel/${order.code}`)).toMatchObject({
        success: 'order_closed',
      });
      expect(await buy(buyer, byPaypal)).toMatchObject({ code: order.code, mayArrive: true });
      expect((await rowsOf(server, order.code)).payments).toHaveLength(1);
      server.clock.advance(11_000);
      const checked = await buyer.call('POST', `/v1/order/check/${order.code}`);
      expect(checked.obj).toMatchObject({ status: 'paid', mayArrive: false, isLate: false });
    },
  );

  test('expired: until the provider repeats the expiry two minutes later, then it can be paid again', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'expires');
    for (let n = 0; n < 12; n += 1) {
      server.clock.advance(9000);
      await buyer.call('POST', `/v1/order/check/${order.code}`);
    }
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'notPaid', mayArrive: true });
    server.clock.advance(minute);
    await server.sweep();
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'notPaid', mayArrive: false });
    expect(await payWith(buyer, order)).toMatchObject({ success: '1' });
  });

  test('expired, and the provider does not answer: until it answers', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'expires');
    const away = vi.spyOn(sandboxOf(server), 'status').mockRejectedValue(new Error('away'));
    server.clock.advance(3 * minute);
    await server.sweep();
    expect((await orderOf(buyer, order.code)).mayArrive).toBe(true);
    away.mockRestore();
    server.clock.advance(10 * minute);
    await server.sweep();
    expect((await orderOf(buyer, order.code)).mayArrive).toBe(false);
  });

  test('not paid in time: until the provider repeats that it was not paid', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    server.clock.advance(31 * minute);
    await server.sweep();
    expect(await openOnes(buyer)).toMatchObject([{ status: 'expired', mayArrive: true }]);
    server.clock.advance(3 * minute);
    await server.sweep();
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'expired', mayArrive: false });
    expect(await openOnes(buyer)).toEqual([]);
  });

  test('cancelled while the provider does not answer: until its page is closed for certain', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const sandbox = sandboxOf(server);
    const away = [
      vi.spyOn(sandbox, 'status').mockRejectedValue(new Error('away')),
      vi.spyOn(sandbox, 'cancel').mockRejectedValue(new Error('away')),
    ];
    const cancelled = await buyer.call('POST', `/v1/order/cancel/${order.code}`);
    expect(cancelled.obj).toMatchObject({ status: 'cancelled', mayArrive: true });
    for (const one of away) one.mockRestore();
    for (let n = 0; n < 2; n += 1) {
      server.clock.advance(5 * minute);
      await server.sweep();
    }
    expect(await chargeOf(order)).toMatchObject({ status: 'cancelled' });
    expect(await orderOf(buyer, order.code)).toMatchObject({
      status: 'cancelled',
      mayArrive: false,
    });
  });

  test('paid without a report: no other payment method is started, and the order is paid', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'success', 'lost');
    expect(await payWith(buyer, order)).toMatchObject({ success: 'order_closed' });
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', refunds: [] });
    expect((await rowsOf(server, order.code)).payments).toHaveLength(1);
  });

  test('the provider does not answer: the first page stays, and no second page is opened', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const away = vi.spyOn(sandboxOf(server), 'status').mockRejectedValue(new Error('away'));
    expect(await payWith(buyer, order)).toMatchObject({ success: 'provider_unavailable' });
    away.mockRestore();
    expect(await statuses(order)).toEqual(['card awaiting']);
  });
});

test("frequent checks by a buyer do not postpone the server's own", async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  for (let n = 0; n < 12; n += 1) {
    server.clock.advance(2000);
    await buyer.call('POST', `/v1/order/check/${order.code}`);
  }
  await payAs(server, order, 'success', 'lost');
  server.clock.advance(2 * minute);
  await server.sweep();
  expect((await orderOf(buyer, order.code)).status).toBe('paid');
});
