import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { orderList } from '../../contract/order.ts';
import { sandboxCharges } from '../providers/sandbox/sandbox.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, type Visitor } from '../testing/visitor.fixture.ts';
import {
  buy,
  day,
  hour,
  minute,
  newBuyer,
  orderOf,
  type PresentedOrder,
  pack,
  payAs,
  refOf,
  rowsOf,
  sandboxOf,
} from './money.fixture.ts';
import { payments } from './orders.schema.ts';

/*
 * Tests payments that are cancelled while their provider does not answer or is no longer
 * configured.
 */

const server = sharedTestServer();

const byPaypal = { ...pack, method: 'paypal' };

const listed = async (buyer: Visitor) =>
  orderList.parse((await buyer.call('GET', '/v1/order')).obj).orders;

const cancel = (buyer: Visitor, { code }: PresentedOrder) =>
  buyer.call('POST', `/v1/order/cancel/${code}`);

const payWith = (buyer: Visitor, { code }: PresentedOrder, method: string) =>
  buyer.call('POST', `/v1/order/pay/${code}`, { method, idempotencyKey: newKey() });

/** Simulates a provider that does not answer until the returned function is called. */
function takeProviderAway(): () => void {
  const spies = (['status', 'cancel', 'createCheckout'] as const).map((name) =>
    vi.spyOn(sandboxOf(server), name).mockRejectedValue(new Error('away')),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

/** Delays the next call to the provider until the returned function is called. */
function holdNext(name: 'status' | 'createCheckout') {
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sandbox = sandboxOf(server);
  const call = sandbox[name] as (request: unknown) => Promise<never>;
  vi.spyOn(sandbox, name).mockImplementationOnce(async (request: unknown) => {
    begun.resolve();
    await release.promise;
    return call(request);
  });
  return { begun: begun.promise, goOn: release.resolve, fail: release.reject };
}

async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.sweep();
}

describe('a payment unknown to the provider', () => {
  test('is cancelled while the provider does not answer: no money is expected two minutes later', async () => {
    const buyer = await newBuyer(server);
    const comeBack = takeProviderAway();
    const answer = await buyer.call('POST', '/v1/order', { ...pack, idempotencyKey: newKey() });
    expect(answer).toMatchObject({ success: 'provider_unavailable' });
    const [order] = await listed(buyer);
    if (!order) throw new Error('Expected an order.');
    expect((await cancel(buyer, order)).obj).toMatchObject({
      status: 'cancelled',
      mayArrive: true,
      payment: { status: 'cancelled' },
    });
    await later(3 * minute);
    expect(await orderOf(buyer, order.code)).toMatchObject({ mayArrive: true });
    comeBack();
    await later(10 * minute);
    expect(await orderOf(buyer, order.code)).toMatchObject({
      status: 'cancelled',
      mayArrive: false,
    });
  });

  /**
   * Pays in two tabs. The second tab ends the first tab's payment, which is written but has no page
   * yet.
   */
  async function payInTwoTabs(buyer: Visitor, order: PresentedOrder) {
    const ending = holdNext('status');
    const second = payWith(buyer, order, 'paypal');
    await ending.begun;
    const opening = holdNext('createCheckout');
    const first = payWith(buyer, order, 'google_pay');
    await opening.begun;
    ending.goOn();
    expect(await second).toMatchObject({ success: '1' });
    expect((await orderOf(buyer, order.code)).mayArrive).toBe(true);
    return { first, opening };
  }

  test('is ended by another tab before its page opens: the order can be paid two minutes later', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const { first, opening } = await payInTwoTabs(buyer, order);
    opening.fail(new Error('away'));
    expect(await first).toMatchObject({ success: 'provider_unavailable' });
    await later(minute);
    expect(await payWith(buyer, order, 'card')).toMatchObject({ success: 'order_closed' });
    await later(2 * minute);
    expect((await orderOf(buyer, order.code)).mayArrive).toBe(false);
    expect(await payWith(buyer, order, 'card')).toMatchObject({ success: '1' });
    expect((await cancel(buyer, order)).obj).toMatchObject({
      status: 'cancelled',
      mayArrive: false,
    });
  });

  test('is ended by another tab while its page opens: that page is closed at once', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const { first, opening } = await payInTwoTabs(buyer, order);
    opening.goOn();
    expect((await first).obj).toMatchObject({ payment: { method: 'paypal' } });
    const { payments: tries } = await rowsOf(server, order.code);
    const ended = tries.find(({ method }) => method === 'google_pay');
    const { db } = server.database;
    const ofIt = eq(sandboxCharges.reference, String(ended?.id));
    const [charge] = await db.select().from(sandboxCharges).where(ofIt);
    expect(charge).toMatchObject({ ref: ended?.ref, status: 'cancelled' });
  });
});

test('a request repeated with its key after a lost answer uses the new payment method (R73)', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  const request = { ...byPaypal, idempotencyKey: newKey() };
  const comeBack = takeProviderAway();
  expect(await buyer.call('POST', '/v1/order', request)).toMatchObject({
    success: 'provider_unavailable',
  });
  comeBack();
  for (let press = 0; press < 2; press += 1) {
    expect(await buy(buyer, byPaypal, request.idempotencyKey)).toMatchObject({
      code: order.code,
      payment: { method: 'paypal', status: 'awaiting' },
    });
  }
  expect((await rowsOf(server, order.code)).payments).toHaveLength(2);
});

test('asks less and less often about money that stays at the bank after its order was cancelled (R73)', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  const comeBack = takeProviderAway();
  await cancel(buyer, order);
  comeBack();
  await payAs(server, order, 'pending', 'lost');
  const { db } = server.database;
  const ofIt = eq(sandboxCharges.ref, refOf(order));
  await db.update(sandboxCharges).set({ laterAt: null }).where(ofIt);
  await later(3 * minute);
  await later(5 * hour);
  const [payment] = (await rowsOf(server, order.code)).payments;
  const wait = Number(payment?.nextCheckAt) - server.clock.now().getTime();
  expect(wait).toBeGreaterThan(4 * hour);
  expect((await orderOf(buyer, order.code)).mayArrive).toBe(true);
  await db.update(sandboxCharges).set({ laterAt: server.clock.now() }).where(ofIt);
  await later(day);
  expect((await orderOf(buyer, order.code)).status).toBe('paid');
});

describe('a provider that is no longer configured', () => {
  async function abandoned(buyer: Visitor) {
    const order = await buy(buyer);
    const { order: row } = await rowsOf(server, order.code);
    const theirs = eq(payments.orderId, row.id);
    await server.database.db.update(payments).set({ provider: 'stripe' }).where(theirs);
    return order;
  }

  test('does not prevent its order from being cancelled', async () => {
    const buyer = await newBuyer(server);
    const order = await abandoned(buyer);
    expect(await cancel(buyer, order)).toMatchObject({
      success: '1',
      obj: { status: 'cancelled', mayArrive: false },
    });
  });

  test.each(['card', 'paypal'])(
    'does not prevent its order from being paid by %s',
    async (method) => {
      const buyer = await newBuyer(server);
      const order = await abandoned(buyer);
      const again = await buy(buyer, { ...pack, method });
      expect(again).toMatchObject({ code: order.code, payment: { method, status: 'awaiting' } });
      await payAs(server, again);
      expect((await orderOf(buyer, order.code)).status).toBe('paid');
    },
  );

  test('does not prevent its order from expiring', async () => {
    const buyer = await newBuyer(server);
    const order = await abandoned(buyer);
    await later(31 * minute);
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'expired', mayArrive: false });
  });

  test('does not leave money pending forever, and is asked again once it is configured again', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const comeBack = takeProviderAway();
    await cancel(buyer, order);
    comeBack();
    const { order: row } = await rowsOf(server, order.code);
    const { db } = server.database;
    const theirs = eq(payments.orderId, row.id);
    await db.update(payments).set({ provider: 'stripe' }).where(theirs);
    await later(3 * minute);
    expect((await orderOf(buyer, order.code)).mayArrive).toBe(false);
    for (const hours of [2, 2, 26, 74, 26]) await later(hours * hour);
    await db.update(payments).set({ provider: 'sandbox' }).where(theirs);
    await db
      .update(sandboxCharges)
      .set({ status: 'succeeded', paid: order.amount })
      .where(eq(sandboxCharges.ref, refOf(order)));
    await later(day + minute);
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: true });
  });

  test('does not keep a payment pending at the bank for longer than a week', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'pending');
    const { order: row } = await rowsOf(server, order.code);
    const theirs = eq(payments.orderId, row.id);
    await server.database.db.update(payments).set({ provider: 'stripe' }).where(theirs);
    await later(day);
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'open', mayArrive: true });
    await later(7 * day);
    await later(minute);
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'expired', mayArrive: false });
  });
});
