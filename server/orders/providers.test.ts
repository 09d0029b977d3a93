import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../testing/visitor.fixture.ts';
import {
  type Buyer,
  buy,
  day,
  hour,
  mailsTo,
  minute,
  newBuyer,
  orderOf,
  planOf,
  rowsOf,
} from './money.fixture.ts';
import { refOf, type Shop, sendMessage, startWorld, type World } from './providers.fixture.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const ok = { status: 200, success: '1' };

describe.each(['stripe', 'airwallex'] as const)('with %s', (name) => {
  const shopOf = (): Shop => world.shops[name];
  const sweep = () => world.server.sweep();
  const later = async (ms: number) => {
    world.server.clock.advance(ms);
    await sweep();
  };

  async function ordered(request: object = shopOf().pack) {
    const buyer = await newBuyer(world.server);
    const order = await buy(buyer, request);
    return { buyer, order, ref: await refOf(world, order) };
  }

  /** Makes an order whose payment the provider has received and reported. */
  async function bought(request: object = shopOf().pack) {
    const one = await ordered(request);
    shopOf().pay(one.ref);
    expect(await sendMessage(world, shopOf(), shopOf().message(one.ref))).toEqual(ok);
    expect(await orderOf(one.buyer, one.order.code)).toMatchObject({ status: 'paid' });
    return one;
  }

  const stateOf = async (buyer: Buyer, { code }: { code: string }) =>
    (await orderOf(buyer, code)).status;

  test('a purchase paid at its page and reported three times counts once', async () => {
    const { buyer, order, ref } = await ordered();
    expect(order.payment?.checkout.kind).toBe(name === 'stripe' ? 'redirect' : 'qr');
    shopOf().pay(ref);
    const message = shopOf().message(ref, { id: `evt_${ref}` });
    for (let n = 0; n < 3; n += 1) expect(await sendMessage(world, shopOf(), message)).toEqual(ok);
    expect(await stateOf(buyer, order)).toBe('paid');
    const { lines, payments } = await rowsOf(world.server, order.code);
    expect(lines).toEqual([{ kind: 'purchase', amount: 100 }]);
    expect(payments).toMatchObject([{ provider: name, ref, status: 'succeeded', mandate: null }]);
    expect(mailsTo(world.server, buyer, 'receipt')).toHaveLength(1);
  });

  test('an inquiry finds unreported money', async () => {
    const { buyer, order, ref } = await ordered();
    shopOf().pay(ref);
    await sweep();
    expect(await stateOf(buyer, order)).toBe('open');
    await later(minute + 1000);
    expect(await stateOf(buyer, order)).toBe('paid');
  });

  test("a buyer's return from the page triggers an inquiry at once", async () => {
    const { buyer, order, ref } = await ordered();
    shopOf().pay(ref);
    const checked = await buyer.call('POST', `/v1/order/check/${order.code}`);
    expect(checked.obj).toMatchObject({ status: 'paid' });
  });

  test('forged, old and repeated old messages change nothing', async () => {
    const { buyer, order, ref } = await ordered();
    shopOf().pay(ref);
    const refused = { status: 400, success: 'invalid_signature' };
    const forged = shopOf().message(ref, { secret: 'somebody else’s' });
    expect(await sendMessage(world, shopOf(), forged)).toEqual(refused);
    const at = new Date(world.server.clock.now().getTime() - hour);
    expect(await sendMessage(world, shopOf(), shopOf().message(ref, { at }))).toEqual(refused);
    expect(await sendMessage(world, shopOf(), { body: '', headers: {} })).toEqual(refused);
    expect(await stateOf(buyer, order)).toBe('open');
  });

  test('a false message grants nothing: the provider is asked', async () => {
    const { buyer, order, ref } = await ordered();
    expect(await sendMessage(world, shopOf(), shopOf().message(ref))).toEqual(ok);
    expect(await stateOf(buyer, order)).toBe('open');
  });

  test('a wrong amount grants nothing and is refunded', async () => {
    const { buyer, order, ref } = await ordered();
    const less = shopOf().pack.amount - 100;
    shopOf().pay(ref, less);
    expect(await sendMessage(world, shopOf(), shopOf().message(ref))).toEqual(ok);
    expect(await stateOf(buyer, order)).not.toBe('paid');
    expect((await rowsOf(world.server, order.code)).lines).toEqual([]);
    expect(shopOf().returned().at(-1)).toBe(less);
  });

  test('a withdrawal refunds once, even if the answer is lost', async () => {
    const { buyer, order } = await bought();
    const before = shopOf().returned().length;
    shopOf().fake.trouble('lost', shopOf().paths.refund, 2);
    const { code } = order;
    expect(await buyer.call('POST', '/v1/order/withdraw', { code })).toMatchObject({
      success: '1',
    });
    await later(3 * minute);
    if (name === 'airwallex') {
      const { books } = shopOf().fake as unknown as { books: { refunds: { status: string }[] } };
      Object.assign(books.refunds.at(-1) ?? {}, { status: 'ACCEPTED' });
      await later(10 * minute);
    }
    expect(shopOf().returned().slice(before)).toEqual([shopOf().pack.amount]);
    expect((await rowsOf(world.server, code)).refunds).toMatchObject([{ state: 'done' }]);
    expect(await stateOf(buyer, order)).toBe('refunded');
  });

  test('a checkout whose answer was lost is the same one when requested again', async () => {
    const buyer = await newBuyer(world.server);
    const idempotencyKey = newKey();
    const order = { ...shopOf().pack, idempotencyKey };
    shopOf().fake.trouble('lost', shopOf().paths.checkout, 2);
    const answer = await buyer.call('POST', '/v1/order', order);
    expect(answer.success).toBe('provider_unavailable');
    const sent = shopOf().fake.requests.length;
    const again = await buy(buyer, shopOf().pack, idempotencyKey);
    expect(shopOf().fake.requests.length).toBeGreaterThan(sent);
    const { payments } = await rowsOf(world.server, again.code);
    expect(payments).toMatchObject([{ status: 'awaiting' }]);
    shopOf().pay(await refOf(world, again));
    await later(2 * minute);
    expect(await stateOf(buyer, again)).toBe('paid');
  });

  test('a charge that the provider refuses is reported, and another payment is possible', async () => {
    const buyer = await newBuyer(world.server);
    shopOf().fake.trouble(400, shopOf().paths.checkout);
    const order = await buy(buyer, shopOf().pack);
    expect(order).toMatchObject({ status: 'notPaid', payment: { status: 'failed' } });
    const { code } = order;
    const reports = world.server.logged.filter((line) => JSON.stringify(line).includes(code));
    expect(reports).toMatchObject([{ level: 50, err: { cause: { type: 'ChargeRefused' } } }]);
    const request = { method: shopOf().pack.method, idempotencyKey: newKey() };
    const again = await buyer.call('POST', `/v1/order/pay/${code}`, request);
    expect(again.obj).toMatchObject({ status: 'open', payment: { status: 'awaiting' } });
  });

  test('an order that is cancelled closes the checkout', async () => {
    const { buyer, order, ref } = await ordered();
    await buyer.call('POST', `/v1/order/cancel/${order.code}`);
    expect(await stateOf(buyer, order)).toBe('cancelled');
    expect(shopOf().isClosed(ref)).toBe(true);
  });

  test('an unpaid order expires, and so does its checkout', async () => {
    const { buyer, order, ref } = await ordered();
    await later(2 * hour);
    await later(minute);
    expect(await stateOf(buyer, order)).toBe('expired');
    expect(shopOf().isClosed(ref)).toBe(true);
  });

  test('a chargeback takes its credits back', async () => {
    const { buyer, order, ref } = await bought();
    shopOf().takeBack(ref);
    expect(await sendMessage(world, shopOf(), shopOf().message(ref))).toEqual(ok);
    expect(await stateOf(buyer, order)).toBe('chargedBack');
    const { lines } = await rowsOf(world.server, order.code);
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  test('a plan is charged again by its mandate, once, even if the answer is lost', async () => {
    const { buyer, order } = await bought(shopOf().plan);
    const { periodEnd } = await planOf(buyer);
    const before = shopOf().charged();
    shopOf().fake.trouble('lost', shopOf().paths.charge, 2);
    await later(7 * day);
    expect((await planOf(buyer)).periodEnd).toBe(periodEnd);
    await later(2 * minute);
    expect(await planOf(buyer)).toMatchObject({ periodStart: periodEnd });
    expect(shopOf().charged() - before).toBe(1);
    const { subscriptions } = await rowsOf(world.server, order.code);
    expect(subscriptions[0]?.mandate).toMatch(/^cus_\w+\/(pm|cst)_\w+$/);
    await buyer.call('DELETE', '/v1/user-subscription', { id: (await planOf(buyer)).id });
  });

  test('a declined renewal is reported by mail and tried again', async () => {
    const { buyer, order } = await bought(shopOf().plan);
    const { subscriptions } = await rowsOf(world.server, order.code);
    shopOf().declineRenewals(subscriptions[0]?.mandate ?? '');
    await later(7 * day);
    expect(await planOf(buyer)).toMatchObject({ lastPaymentStatus: 2 });
    expect(mailsTo(world.server, buyer, 'renewalFailed')).toHaveLength(1);
    await later(day);
    expect(mailsTo(world.server, buyer, 'renewalFailed')).toHaveLength(2);
  });

  test('a renewal refused by the provider counts as declined', async () => {
    const { buyer } = await bought(shopOf().plan);
    // Refuses many charges, because the sweep also charges the plans of other tests.
    shopOf().fake.trouble(400, shopOf().paths.charge, 20);
    await later(7 * day);
    shopOf().fake.calm();
    expect(await planOf(buyer)).toMatchObject({ lastPaymentStatus: 2 });
    expect(mailsTo(world.server, buyer, 'renewalFailed')).toHaveLength(1);
    await later(day);
    expect(await planOf(buyer)).toMatchObject({ lastPaymentStatus: 1 });
    await buyer.call('DELETE', '/v1/user-subscription', { id: (await planOf(buyer)).id });
  });

  test('an unavailable provider is asked later, and nothing is lost', async () => {
    const { buyer, order, ref } = await ordered();
    shopOf().pay(ref);
    shopOf().fake.trouble(500, /^GET/, 20);
    expect(await sendMessage(world, shopOf(), shopOf().message(ref))).toEqual({
      status: 503,
      success: 'provider_unavailable',
    });
    expect(await stateOf(buyer, order)).toBe('open');
    shopOf().fake.calm();
    await later(2 * minute);
    expect(await stateOf(buyer, order)).toBe('paid');
  });
});

test('a method goes to the first provider that has it', async () => {
  const buyer = await newBuyer(world.server);
  const request = { ...world.shops.stripe.pack, method: 'paypal' };
  const order = await buy(buyer, request);
  const { payments } = await rowsOf(world.server, order.code);
  expect(payments).toMatchObject([{ provider: 'stripe', method: 'paypal' }]);
});
