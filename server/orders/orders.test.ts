import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { orderList } from '../../contract/order.ts';
import { sandboxCharges, sandboxRefunds } from '../providers/sandbox/sandbox.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey } from '../testing/visitor.fixture.ts';
import {
  bought,
  buy,
  day,
  hour,
  mailsTo,
  minute,
  newBuyer,
  orderOf,
  pack,
  payAs,
  refOf,
  rowsOf,
  sandboxOf,
} from './money.fixture.ts';
import { refunds } from './orders.schema.ts';

const server = sharedTestServer();

/**
 * Simulates a provider that makes each charge, but whose answers are lost until they are restored
 * or the test ends.
 */
function answersAreLost() {
  const sandbox = sandboxOf(server);
  const { createCheckout } = sandbox;
  return vi.spyOn(sandbox, 'createCheckout').mockImplementation(async (request) => {
    await createCheckout(request);
    throw new Error('no answer');
  });
}

test('a purchase gives its credits once and mails its receipt (R46, R47, R73)', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer, { ...pack, task: 'go-on' });
  expect(order).toMatchObject({
    status: 'open',
    success: false,
    currency: 'EUR',
    amount: 399,
    tax: 64,
    credits: 100,
    duration: 12,
    durationUnit: 4,
    task: 'go-on',
    payment: { status: 'awaiting' },
  });
  expect(order.code).toMatch(/^LW-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(30 * minute);
  await payAs(server, order);
  const paid = await orderOf(buyer, order.code);
  expect(paid).toMatchObject({ status: 'paid', success: true, isLate: false, refunds: [] });
  const { lots, lines } = await rowsOf(server, order.code);
  expect(lines).toEqual([{ kind: 'purchase', amount: 100 }]);
  expect(lots).toHaveLength(1);
  const [receipt, ...others] = mailsTo(server, buyer, 'receipt');
  expect(others).toEqual([]);
  expect(receipt?.values).toMatchObject({
    order: order.code,
    amount: 399,
    tax: 64,
    taxName: 'USt.',
    renewal: null,
    receiptNumber: paid.receiptNumber,
  });
  expect(paid.receiptNumber).toMatch(/^LW-\d{4}-\d{7}$/);
  const last = await buyer.call('GET', '/v1/order/last');
  expect(last.obj).toMatchObject({ code: order.code, success: true, durationUnit: 4 });
});

test.each([
  ['/account', '/account'],
  [undefined, '/'],
  ['https://elsewhere.example/account', '/'],
  ['//elsewhere.example', '/'],
])('an order from %s returns to %s', async (returnPath, path) => {
  const order = await buy(await newBuyer(server), { ...pack, returnPath });
  const [charge] = await server.database.db
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.ref, refOf(order)));
  const { origin, pathname, searchParams } = new URL(String(charge?.returnUrl));
  expect({ origin, pathname, order: searchParams.get('order') }).toEqual({
    origin: 'http://127.0.0.1:8787',
    pathname: path,
    order: order.code,
  });
});

test('publishes the moves of an order and its payment in this process', async () => {
  const moves: unknown[] = [];
  const hear = (move: unknown) => moves.push(move);
  const order = await buy(await newBuyer(server));
  subscribe('lightwell:order', hear);
  subscribe('lightwell:payment', hear);
  try {
    await payAs(server, order);
  } finally {
    unsubscribe('lightwell:order', hear);
    unsubscribe('lightwell:payment', hear);
  }
  expect(moves).toMatchObject([
    { from: 'awaiting', event: 'payment.succeeded', to: 'succeeded' },
    { from: 'open', event: 'order.paid', to: 'paid' },
  ]);
});

test('the same key returns the same order; another purchase with it is refused (R47)', async () => {
  const buyer = await newBuyer(server);
  const key = newKey();
  const orders = await Promise.all([buy(buyer, pack, key), buy(buyer, pack, key)]);
  expect(new Set(orders.map(({ code }) => code)).size).toBe(1);
  expect((await rowsOf(server, orders[0]?.code ?? '')).payments).toHaveLength(1);
  const other = { ...pack, productCode: 'pack-300', amount: 999, idempotencyKey: key };
  const abroad = { ...pack, country: 'AT', idempotencyKey: key };
  for (const request of [other, abroad]) {
    expect(await buyer.call('POST', '/v1/order', request)).toMatchObject({
      success: 'idempotency_conflict',
    });
  }
});

test('only purchases that can still be paid are open (R73)', async () => {
  const buyer = await newBuyer(server);
  const openOnes = async () => {
    const { obj } = await buyer.call('GET', '/v1/order?open=1');
    return orderList.parse(obj).orders.map(({ code }) => code);
  };
  const first = await buy(buyer);
  const declined = await buy(buyer, { ...pack, country: 'AT' });
  await payAs(server, declined, 'declined');
  await bought(server, buyer, { ...pack, country: 'FR' });
  expect(await openOnes()).toEqual([declined.code, first.code]);
  await buyer.call('POST', `/v1/order/cancel/${first.code}`);
  expect(await openOnes()).toEqual([declined.code]);
});

describe('an order is refused', () => {
  test.each([
    ['with an outdated price', { amount: 398 }, 'price_changed'],
    ['of an unknown product', { productCode: 'pack-7' }, 'unknown_product'],
    ['in a currency of another country', { currency: 'JPY', amount: 500 }, 'unknown_product'],
    ['in an unknown country', { country: 'QQ' }, 'unknown_product'],
    ['of a pack with auto-renewal', { autoRenew: true }, 'unknown_product'],
    ['with a method of another country', { method: 'dana' }, 'method_unavailable'],
    ['for a negative amount', { amount: -399 }, 'invalid_request'],
    ['for nothing', { amount: 0 }, 'invalid_request'],
    ['for a fraction', { amount: 3.99 }, 'invalid_request'],
    ['for a huge amount', { amount: 1e15 }, 'invalid_request'],
    ['in an unknown currency', { currency: 'XAU' }, 'invalid_request'],
    ['with an unknown method', { method: 'cheque' }, 'invalid_request'],
  ])('%s', async (_what, change, code) => {
    const buyer = await newBuyer(server);
    const request = { ...pack, ...change, idempotencyKey: newKey() };
    expect(await buyer.call('POST', '/v1/order', request)).toMatchObject({ success: code });
    expect((await buyer.call('GET', '/v1/order')).obj).toEqual({ orders: [], nextCursor: null });
  });

  test('of a guest, who is asked to sign in (R36)', async () => {
    const answer = await server.visitor().call('POST', '/v1/order', {
      ...pack,
      idempotencyKey: newKey(),
    });
    expect(answer).toMatchObject({ success: '10009' });
  });
});

test('another user cannot see, pay, check or cancel an order (R47)', async () => {
  const order = await buy(await newBuyer(server));
  const stranger = await newBuyer(server);
  const tries = [
    stranger.call('GET', `/v1/order/code/${order.code}`),
    stranger.call('POST', `/v1/order/check/${order.code}`),
    stranger.call('POST', `/v1/order/cancel/${order.code}`),
    stranger.call('POST', `/v1/order/pay/${order.code}`, {
      method: 'card',
      idempotencyKey: newKey(),
    }),
    stranger.call('POST', '/v1/order/withdraw', { code: order.code }),
    stranger.call('GET', '/v1/order/code/LW-2222-2222'),
  ];
  for (const answer of await Promise.all(tries)) {
    expect(answer).toMatchObject({ status: 404, success: 'order_not_found' });
  }
});

describe('outcomes of a payment', () => {
  test('declined: the order waits, and another payment method pays it', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'declined');
    const declined = await orderOf(buyer, order.code);
    expect(declined).toMatchObject({
      status: 'notPaid',
      payment: { status: 'failed', reason: 'insufficient_funds', checkout: { kind: 'none' } },
    });
    const again = await buyer.call('POST', `/v1/order/pay/${order.code}`, {
      method: 'paypal',
      idempotencyKey: newKey(),
    });
    expect(again.obj).toMatchObject({ status: 'open', payment: { method: 'paypal' } });
    await payAs(server, again.obj as typeof order);
    expect((await orderOf(buyer, order.code)).status).toBe('paid');
  });

  test('left: nothing is charged, and the order can be paid again', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'left');
    expect(await orderOf(buyer, order.code)).toMatchObject({
      status: 'notPaid',
      payment: { status: 'cancelled' },
    });
  });

  test('left, and then paid in time: the money does not count as late', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'left');
    await server.database.db
      .update(sandboxCharges)
      .set({ status: 'succeeded', paid: order.amount })
      .where(eq(sandboxCharges.ref, refOf(order)));
    await buyer.call('POST', `/v1/order/check/${order.code}`);
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: false });
  });

  test('expired, and then paid: the credits are granted, and the receipt mentions the late payment (R73)', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'lateSuccess');
    server.clock.advance(31 * minute);
    await server.sweep();
    await server.sweep();
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: true });
    expect(mailsTo(server, buyer, 'receipt')).toMatchObject([{ values: { isLate: true } }]);
  });

  test('paid twice: the second is refunded automatically (R73)', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'paidTwice');
    await server.sweep();
    const rows = await rowsOf(server, order.code);
    expect(rows.payments.map(({ status }) => status).sort()).toEqual(['refunded', 'succeeded']);
    expect(rows.lines).toEqual([{ kind: 'purchase', amount: 100 }]);
    expect(await orderOf(buyer, order.code)).toMatchObject({
      status: 'paid',
      refunds: [{ reason: 'paidTwice', amount: 399, status: 'done' }],
    });
    expect(mailsTo(server, buyer, 'refund')).toMatchObject([{ values: { reason: 'paidTwice' } }]);
  });

  test('paid twice, and the inquiry is interrupted: both are asked about again', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'paidTwice', 'lost');
    const sandbox = sandboxOf(server);
    const { status } = sandbox;
    vi.spyOn(sandbox, 'status').mockImplementationOnce(async (known) =>
      (await status(known)).map((report, n) => (n === 1 ? { ...report, amount: NaN } : report)),
    );
    server.clock.advance(2 * minute);
    await server.sweep();
    server.clock.advance(5 * minute);
    await server.sweep();
    const { payments, refunds: back } = await rowsOf(server, order.code);
    expect(payments.map((payment) => payment.status).sort()).toEqual(['refunded', 'succeeded']);
    expect(back).toMatchObject([{ reason: 'paidTwice', state: 'done' }]);
  });

  test('left, then paid: the credits are granted although every earlier inquiry failed', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'left');
    const { db } = server.database;
    const paid = { status: 'succeeded', paid: order.amount } as const;
    await db
      .update(sandboxCharges)
      .set(paid)
      .where(eq(sandboxCharges.ref, refOf(order)));
    const away = vi.spyOn(sandboxOf(server), 'status').mockRejectedValue(new Error('away'));
    for (const hours of [2, 2, 26, 74, 26]) {
      server.clock.advance(hours * hour);
      await server.sweep();
    }
    expect(away.mock.calls.length).toBeGreaterThan(3);
    away.mockRestore();
    server.clock.advance(25 * hour);
    await server.sweep();
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: true });
    const [payment] = (await rowsOf(server, order.code)).payments;
    expect(payment?.nextCheckAt).toBeNull();
  });

  test('the answer to the order was lost, but it was paid: its credits are granted when its time is over', async () => {
    const buyer = await newBuyer(server);
    const sandbox = sandboxOf(server);
    answersAreLost();
    const answer = await buyer.call('POST', '/v1/order', { ...pack, idempotencyKey: newKey() });
    expect(answer.success).toBe('provider_unavailable');
    const { db } = server.database;
    const [charge] = await db.select().from(sandboxCharges).orderBy(desc(sandboxCharges.createdAt));
    if (!charge) throw new Error('Expected a charge at the provider.');
    await sandbox.act(charge.ref, 'success', 'lost');
    server.clock.advance(30 * hour);
    await server.sweep();
    const listed = orderList.parse((await buyer.call('GET', '/v1/order')).obj);
    expect(listed.orders).toMatchObject([{ status: 'paid' }]);
    const { lines } = await rowsOf(server, listed.orders[0]?.code ?? '');
    expect(lines).toEqual([{ kind: 'purchase', amount: 100 }]);
  });

  test('the answer to the order was lost: it can be paid after an inquiry', async () => {
    const buyer = await newBuyer(server);
    const lost = answersAreLost();
    const idempotencyKey = newKey();
    await buyer.call('POST', '/v1/order', { ...pack, idempotencyKey });
    lost.mockRestore();
    const paymentOf = async () => {
      const listed = orderList.parse((await buyer.call('GET', '/v1/order')).obj);
      return (await rowsOf(server, listed.orders[0]?.code ?? '')).payments[0];
    };
    expect(await paymentOf()).toMatchObject({ status: 'created', ref: null });
    server.clock.advance(2 * minute);
    await server.sweep();
    expect(await paymentOf()).toMatchObject({ status: 'awaiting', ref: expect.any(String) });
  });

  test('paid twice, and the bank takes the second payment back: the order stays paid', async () => {
    const order = await buy(await newBuyer(server));
    vi.spyOn(sandboxOf(server), 'refund').mockResolvedValue({ ref: '', status: 'asked' });
    await payAs(server, order, 'paidTwice');
    const { payments, order: row } = await rowsOf(server, order.code);
    const second = payments.find(({ id }) => id !== row.paidBy);
    await sandboxOf(server).chargeBack(String(second?.ref));
    server.clock.advance(hour);
    await server.sweep();
    const after = await rowsOf(server, order.code);
    expect(after.payments.map(({ status }) => status).sort()).toEqual(['chargedBack', 'succeeded']);
    expect(after.order.status).toBe('paid');
    expect(after.lines).toEqual([{ kind: 'purchase', amount: 100 }]);
  });

  test('wrong amount for a cancelled payment: the next payment can still be paid', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const again = { method: 'paypal', idempotencyKey: newKey() };
    const next = await buyer.call('POST', `/v1/order/pay/${order.code}`, again);
    expect(next).toMatchObject({ success: '1' });
    await server.database.db
      .update(sandboxCharges)
      .set({ status: 'succeeded', paid: order.amount - 1 })
      .where(eq(sandboxCharges.ref, refOf(order)));
    server.clock.advance(2 * hour);
    await server.sweep();
    const { payments } = await rowsOf(server, order.code);
    expect(payments.map(({ status }) => status)).toEqual(['refunded', 'awaiting']);
    expect((await orderOf(buyer, order.code)).status).toBe('open');
  });

  test('wrong amount: nothing is granted, and all of it is refunded (R73)', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'wrongAmount');
    await server.sweep();
    const rows = await rowsOf(server, order.code);
    expect(rows).toMatchObject({
      order: { status: 'notPaid', paidAt: null },
      lots: [],
      payments: [{ status: 'refunded', paidAmount: 398 }],
      refunds: [{ reason: 'wrongAmount', amount: 398, state: 'done' }],
    });
    expect(mailsTo(server, buyer, 'receipt')).toEqual([]);
  });

  test('left: the provider is asked after an hour, another hour, a day and three days, and then never', async () => {
    const order = await buy(await newBuyer(server));
    await payAs(server, order, 'left');
    const hoursLeft = async () => {
      const { nextCheckAt } = (await rowsOf(server, order.code)).payments[0] ?? {};
      return (
        nextCheckAt && Math.round((nextCheckAt.getTime() - server.clock.now().getTime()) / hour)
      );
    };
    const waits = [await hoursLeft()];
    for (const hours of [1, 1, 24, 72]) {
      server.clock.advance(hours * hour + minute);
      await server.sweep();
      waits.push(await hoursLeft());
    }
    expect(waits).toEqual([1, 1, 24, 72, null]);
  });

  test('on its way: it can no longer be cancelled, and is granted later', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'pending');
    expect(await orderOf(buyer, order.code)).toMatchObject({ payment: { status: 'pending' } });
    expect(await buyer.call('POST', `/v1/order/cancel/${order.code}`)).toMatchObject({
      success: 'order_closed',
    });
    server.clock.advance(hour);
    await server.sweep();
    expect((await orderOf(buyer, order.code)).status).toBe('paid');
  });

  test('on its way: the provider is asked after one minute, then ever less often, at last hourly', async () => {
    const order = await buy(await newBuyer(server));
    await payAs(server, order, 'pending');
    const { db } = server.database;
    const silent = eq(sandboxCharges.ref, refOf(order));
    await db.update(sandboxCharges).set({ laterAt: null }).where(silent);
    const msLeft = async () => {
      const { nextCheckAt } = (await rowsOf(server, order.code)).payments[0] ?? {};
      return Number(nextCheckAt) - server.clock.now().getTime();
    };
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const ms = await msLeft();
      waits.push(Math.ceil(ms / minute));
      server.clock.advance(ms);
      await server.sweep();
    }
    expect(waits).toEqual([1, 1, 1, 2, 5, 10, 30, 60, 60]);
  });

  test('on its way for longer than a week: it is given up, but late money still counts', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'pending');
    const rows = await rowsOf(server, order.code);
    expect(rows.order.expiresAt).toEqual(rows.payments[0]?.expiresAt);
    const { db } = server.database;
    const silent = eq(sandboxCharges.ref, refOf(order));
    await db.update(sandboxCharges).set({ laterAt: null }).where(silent);
    server.clock.advance(6 * day);
    await server.sweep();
    expect((await orderOf(buyer, order.code)).status).toBe('open');
    server.clock.advance(1.1 * day);
    await server.sweep();
    expect((await orderOf(buyer, order.code)).status).toBe('expired');
    await db.update(sandboxCharges).set({ laterAt: server.clock.now() }).where(silent);
    await server.sweep();
    expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: true });
  });

  test('a refund that the provider refuses is reported to the operator', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer);
    const [payment] = (await rowsOf(server, code)).payments;
    const { db } = server.database;
    await db
      .update(sandboxCharges)
      .set({ paid: 0 })
      .where(eq(sandboxCharges.ref, payment?.ref ?? ''));
    const withdrawn = await buyer.call('POST', '/v1/order/withdraw', { code });
    expect(withdrawn.obj).toMatchObject({ status: 'paid', refunds: [{ status: 'failed' }] });
    expect(JSON.stringify(server.logged)).toContain(
      `sandbox refused to refund the payment ${payment?.ref ?? ''}. Refund the payment by hand.`,
    );
  });

  test.each(['onTime', 'late', 'lost', 'doubled', 'reordered', 'forged'] as const)(
    'paid with messages %s: its credits are granted exactly once (R73)',
    async (mode) => {
      const buyer = await newBuyer(server);
      const order = await buy(buyer);
      await payAs(server, order, 'success', mode);
      const isReported = mode === 'onTime' || mode === 'doubled' || mode === 'reordered';
      expect((await orderOf(buyer, order.code)).status).toBe(isReported ? 'paid' : 'open');
      server.clock.advance(5 * minute);
      await server.sweep();
      expect((await orderOf(buyer, order.code)).status).toBe('paid');
      expect((await rowsOf(server, order.code)).lines).toHaveLength(1);
      expect(mailsTo(server, buyer, 'receipt')).toHaveLength(1);
    },
  );

  test("the buyer's return asks the provider at once", async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    await payAs(server, order, 'success', 'lost');
    const checked = await buyer.call('POST', `/v1/order/check/${order.code}`);
    expect(checked.obj).toMatchObject({ status: 'paid' });
  });

  test('never paid: the order expires with the time limit of its method', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    server.clock.advance(29 * minute);
    await server.sweep();
    expect((await orderOf(buyer, order.code)).status).toBe('open');
    server.clock.advance(2 * minute);
    await server.sweep();
    const expired = await orderOf(buyer, order.code);
    expect(expired).toMatchObject({ status: 'expired', payment: { status: 'expired' } });
    server.clock.advance(5 * day);
    await server.sweep();
    expect((await rowsOf(server, order.code)).lots).toEqual([]);
  });
});

test('an order paid in the meantime is not cancelled, but paid', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  await payAs(server, order, 'success', 'lost');
  const cancelled = await buyer.call('POST', `/v1/order/cancel/${order.code}`);
  expect(cancelled).toMatchObject({ success: 'order_closed' });
  expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: false });
});

test('a cancelled order becomes paid when its money arrives after all', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  const cancelled = await buyer.call('POST', `/v1/order/cancel/${order.code}`);
  expect(cancelled.obj).toMatchObject({ status: 'cancelled', mayArrive: false });
  const twice = await buyer.call('POST', `/v1/order/cancel/${order.code}`);
  expect(twice.obj).toMatchObject({ status: 'cancelled' });
  await server.database.db
    .update(sandboxCharges)
    .set({ status: 'succeeded', paid: order.amount })
    .where(eq(sandboxCharges.ref, refOf(order)));
  server.clock.advance(2 * hour);
  await server.sweep();
  expect(await orderOf(buyer, order.code)).toMatchObject({ status: 'paid', isLate: true });
});

test('a paid order can be neither cancelled nor paid again', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  expect(await buyer.call('POST', `/v1/order/cancel/${code}`)).toMatchObject({
    success: 'order_closed',
  });
  const pay = { method: 'card', idempotencyKey: newKey() };
  expect(await buyer.call('POST', `/v1/order/pay/${code}`, pay)).toMatchObject({
    success: 'order_closed',
  });
});

test('a chargeback takes its credits back', async () => {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer);
  const [payment] = (await rowsOf(server, order.code)).payments;
  await server.sandbox?.chargeBack(payment?.ref ?? '');
  expect((await orderOf(buyer, order.code)).status).toBe('chargedBack');
  expect((await rowsOf(server, order.code)).lines).toEqual([
    { kind: 'purchase', amount: 100 },
    { kind: 'refund', amount: -100 },
  ]);
});

test('a pending refund is not sent after a chargeback', async () => {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer);
  const { payments, order: row } = await rowsOf(server, order.code);
  const [payment] = payments;
  if (!payment?.ref) throw new Error('Expected a paid payment.');
  const later = new Date(server.clock.now().getTime() + minute);
  await server.database.db.insert(refunds).values({
    id: `refund of ${row.id}`,
    orderId: row.id,
    paymentId: payment.id,
    state: 'asked',
    cause: `operator ${row.id}`,
    reason: 'operator',
    amount: 399,
    currency: 'EUR',
    nextTryAt: later,
    createdAt: server.clock.now(),
  });
  await server.sandbox?.chargeBack(payment.ref);
  server.clock.advance(2 * minute);
  await server.sweep();
  expect((await rowsOf(server, order.code)).refunds).toMatchObject([{ state: 'failed' }]);
  const { db } = server.database;
  const { ref } = payment;
  expect(await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.ref, ref))).toEqual([]);
});

test('a transfer that has just arrived can be withdrawn from', async () => {
  const buyer = await newBuyer(server);
  const order = await buy(buyer);
  await payAs(server, order, 'pending', 'lost');
  server.clock.advance(minute);
  await buyer.call('POST', `/v1/order/check/${order.code}`);
  const answer = await buyer.call('POST', '/v1/order/withdraw', { code: order.code });
  expect(answer).toMatchObject({ success: '1' });
  expect((await rowsOf(server, order.code)).refunds).toMatchObject([{ state: 'done' }]);
});

test('lists orders; those that wait for their payment come first', async () => {
  const buyer = await newBuyer(server);
  const open = await buy(buyer);
  const paid = await bought(server, buyer, { ...pack, country: 'AT' });
  const { obj } = await buyer.call('GET', '/v1/order');
  expect(obj).toMatchObject({ orders: [{ code: open.code }, { code: paid.code }] });
});

test('orders beyond a page follow on the next page, each once', async () => {
  const buyer = await newBuyer(server);
  const codes: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    const { code } = await buy(buyer);
    await buyer.call('POST', `/v1/order/cancel/${code}`);
    codes.unshift(code);
  }
  type Page = { orders: { code: string }[]; nextCursor: string | null };
  const page = async (query = '') => (await buyer.call('GET', `/v1/order${query}`)).obj as Page;
  const first = await page();
  const second = await page(`?cursor=${first.nextCursor}`);
  expect([first.orders.length, second.nextCursor]).toEqual([20, null]);
  expect([...first.orders, ...second.orders].map(({ code }) => code)).toEqual(codes);
});
