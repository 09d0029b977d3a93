import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sandboxCharges } from '../providers/sandbox/sandbox.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey } from '../testing/visitor.fixture.ts';
import {
  type Buyer,
  bought,
  buy,
  day,
  mailsTo,
  newBuyer,
  orderOf,
  pack,
  payAs,
  planOf,
  refOf,
  rowsOf,
  sandboxOf,
  weekly,
} from './money.fixture.ts';
import { orders } from './orders.schema.ts';

/*
 * Tests concurrent calls. The embedded database runs one statement after the other, so most of
 * these tests can only fail on Postgres. On Postgres, each test fails if its lock or unique key is
 * removed.
 */
const server = sharedTestServer();

const atOnce = <Result>(count: number, act: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

const path = '/v1/payment/webhook/sandbox';

async function webhook(reference: string, id: string) {
  const payload = JSON.stringify({ id, type: 'charge.succeeded', reference });
  const headers = { 'sandbox-signature': sandboxOf(server).sign(payload) };
  const answer = await server.app.inject({ method: 'POST', url: path, payload, headers });
  return answer.json().success;
}

const referenceOf = async (code: string) => (await rowsOf(server, code)).payments[0]?.id ?? '';

test('orders with one key are the same order, with one payment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const buyer = await newBuyer(server);
    const key = newKey();
    const made = await atOnce(6, () => buy(buyer, pack, key));
    expect(new Set(made.map(({ code }) => code)).size).toBe(1);
    const { db } = server.database;
    expect(await db.select().from(orders).where(eq(orders.ownerId, buyer.ownerId))).toHaveLength(1);
    expect((await rowsOf(server, made[0]?.code ?? '')).payments).toHaveLength(1);
  }
});

test('concurrent webhooks, returns and inquiries grant once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'success', 'lost');
    const reference = await referenceOf(order.code);
    await Promise.all([
      ...[1, 2, 3].map((n) => webhook(reference, `evt_${order.code}_${n}`)),
      webhook(reference, `evt_${order.code}_1`),
      buyer.call('POST', `/v1/order/check/${order.code}`),
      buyer.call('POST', `/v1/order/check/${order.code}`),
      server.sweep(),
    ]);
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', refunds: [] });
    expect((await rowsOf(server, order.code)).lines).toEqual([{ kind: 'purchase', amount: 100 }]);
    expect(mailsTo(server, buyer, 'receipt')).toHaveLength(1);
  }
});

test('a payment made twice grants credits once, and one of the two payments is refunded', async () => {
  for (let round = 0; round < 4; round += 1) {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'paidTwice', 'lost');
    const reference = await referenceOf(order.code);
    await Promise.all([
      ...[1, 2, 3].map((n) => webhook(reference, `evt_twice_${order.code}_${n}`)),
      buyer.call('POST', `/v1/order/check/${order.code}`),
    ]);
    await server.sweep();
    const rows = await rowsOf(server, order.code);
    expect(rows.payments.map(({ status }) => status).sort()).toEqual(['refunded', 'succeeded']);
    expect(rows.refunds).toMatchObject([{ reason: 'paidTwice', state: 'done' }]);
    expect(rows.lines).toHaveLength(1);
  }
});

test('of two paid payments settled concurrently, one grants credits and the other is refunded', async () => {
  for (let round = 0; round < 10; round += 1) {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'left');
    const again = await buyer.call('POST', `/v1/order/pay/${order.code}`, {
      method: 'paypal',
      idempotencyKey: newKey(),
    });
    // The provider revokes its failure report when the buyer pays again.
    await payAs(server, again.obj as typeof order, 'success', 'lost');
    await server.database.db
      .update(sandboxCharges)
      .set({ status: 'succeeded', paid: order.amount })
      .where(eq(sandboxCharges.ref, refOf(order)));
    const tries = (await rowsOf(server, order.code)).payments;
    expect(tries.map(({ status }) => status).sort()).toEqual(['awaiting', 'cancelled']);
    const answers = await Promise.all(
      tries.map(({ id }) => webhook(id, `evt_tries_${order.code}_${id}`)),
    );
    expect(answers).toEqual(['1', '1']);
    await server.sweep();
    const rows = await rowsOf(server, order.code);
    expect(rows.payments.map(({ status }) => status).sort()).toEqual(['refunded', 'succeeded']);
    expect(rows.lines).toHaveLength(1);
  }
});

test('cancelling concurrently with the payment leaves a paid order with its credits granted once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'success', 'lost');
    const reference = await referenceOf(order.code);
    await Promise.all([
      buyer.call('POST', `/v1/order/cancel/${order.code}`),
      webhook(reference, `evt_cancel_${order.code}`),
    ]);
    await buyer.call('POST', `/v1/order/check/${order.code}`);
    expect((await orderOf(buyer, order.code)).status).toBe('paid');
    expect((await rowsOf(server, order.code)).lines).toHaveLength(1);
  }
});

test('concurrent withdrawals refund the money once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer);
    const answers = await atOnce(4, () => buyer.call('POST', '/v1/order/withdraw', { code }));
    // A withdrawal during the refund counts as a repetition of the first withdrawal.
    expect(answers.map(({ success }) => success)).toContain('1');
    const rows = await rowsOf(server, code);
    expect(rows.refunds).toMatchObject([{ amount: 399, state: 'done' }]);
    expect(rows.payments).toMatchObject([{ refunded: 399, status: 'refunded' }]);
    expect(rows.lines).toHaveLength(2);
    expect(mailsTo(server, buyer, 'withdrawn')).toHaveLength(1);
  }
});

test('a cycle is charged once by concurrent sweeps', async () => {
  const buyers = await atOnce(3, () => newBuyer(server));
  for (const buyer of buyers) await bought(server, buyer, weekly);
  server.clock.advance(7 * day);
  await atOnce(4, () => server.sweep());
  for (const buyer of buyers) await expectOneRenewal(buyer);
});

async function expectOneRenewal(buyer: Buyer): Promise<void> {
  const { obj } = await buyer.call('GET', '/v1/order');
  const found = (obj as { orders: { reason: string; code: string; status: string }[] }).orders;
  expect(found.map(({ reason, status }) => `${reason} ${status}`)).toEqual([
    ...['renewal paid', 'purchase paid'],
  ]);
  const rows = await rowsOf(server, found[0]?.code ?? '');
  expect(rows.payments).toHaveLength(1);
  expect(rows.lines).toEqual([{ kind: 'renewal', amount: 150 }]);
}

test('two concurrently paid orders that switch a plan to renewal each pay for a period', async () => {
  for (let round = 0; round < 6; round += 1) {
    const buyer = await newBuyer(server);
    const first = await bought(server, buyer, { ...weekly, autoRenew: false });
    const made = [await buy(buyer, weekly), await buy(buyer, { ...weekly, country: 'AT' })];
    for (const order of made) await payAs(server, order, 'success', 'lost');
    await Promise.all(
      made.map(async ({ code }) => webhook(await referenceOf(code), `evt_switch_${code}`)),
    );
    const { subscriptions } = await rowsOf(server, first.code);
    expect(subscriptions.map(({ status }) => status).sort()).toEqual(['active', 'ending']);
    const paid = await Promise.all(made.map(({ code }) => rowsOf(server, code)));
    expect(subscriptions.map(({ lastOrderId }) => lastOrderId).sort()).toEqual(
      paid.map(({ order }) => order.id).sort(),
    );
  }
});

test('after a cancellation concurrent with the renewal, either nothing is charged or the money is refunded', async () => {
  for (let round = 0; round < 4; round += 1) {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    const { id } = await planOf(buyer);
    server.clock.advance(7 * day);
    const cancelled = buyer.call('DELETE', '/v1/user-subscription', { id });
    await Promise.all([cancelled, server.sweep()]);
    expect(await cancelled).toMatchObject({ success: '1' });
    await server.sweep();
    const { obj } = await buyer.call('GET', '/v1/order');
    const renewal = (obj as { orders: { reason: string; code: string }[] }).orders.find(
      ({ reason }) => reason === 'renewal',
    );
    const { subscriptions } = await rowsOf(server, order.code);
    const plan = subscriptions[0];
    if (!renewal) continue;
    const rows = await rowsOf(server, renewal.code);
    // Either the cycle was paid before, or its money was refunded.
    const kept = rows.payments
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(kept).toBe(plan?.cycle === 2 ? 499 : 0);
    expect(rows.lines).toHaveLength(plan?.cycle === 2 ? 1 : 0);
  }
});
