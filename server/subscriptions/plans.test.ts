import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { codePath, mailTo, signIn, userOf } from '../accounts/accounts.fixture.ts';
import {
  type Buyer,
  bought,
  buy,
  day,
  hour,
  mailsTo,
  minute,
  monthly,
  newBuyer,
  orderOf,
  pack,
  payAs,
  planOf,
  rowsOf,
  sandboxOf,
  weekly,
} from '../orders/money.fixture.ts';
import { sandboxCharges } from '../providers/sandbox/sandbox.schema.ts';
import { setOutcome } from '../providers/sandbox/sandbox.store.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, type Visitor } from '../testing/visitor.fixture.ts';

const server = sharedTestServer();

/** Sets the outcome of a plan's next charges. */
async function nextCharges(code: string, outcome: 'success' | 'declined' | 'pending') {
  const { subscriptions } = await rowsOf(server, code);
  const mandate = subscriptions[0]?.mandate;
  if (!mandate) throw new Error('the plan has no mandate');
  await setOutcome(server.database.db, mandate, outcome);
}

/** Creates a weekly plan that is past due, because its first renewal was declined. */
async function pastDue(buyer: Buyer) {
  const order = await bought(server, buyer, weekly);
  await nextCharges(order.code, 'declined');
  server.clock.advance(7 * day + minute);
  await server.sweep();
  return order;
}

const cancel = async (buyer: Visitor) =>
  buyer.call('DELETE', '/v1/user-subscription', { id: (await planOf(buyer)).id });

async function orderCount(buyer: Visitor): Promise<number> {
  const { obj } = await buyer.call('GET', '/v1/order');
  return (obj as { orders: unknown[] }).orders.length;
}

/** Returns a buyer's current credit grants from plans. */
const planLines = async (code: string) => {
  const { db } = server.database;
  const { order } = await rowsOf(server, code);
  const { rows } = (await db.execute(
    `select l.kind, l.amount from credit_lines l join credit_lots t on t.id = l.lot_id
     join purses p on p.id = t.purse_id where p.owner_id = '${order.ownerId}' and t.source = 'plan'
     order by l.id`,
  )) as unknown as { rows: { kind: string; amount: number }[] };
  return rows.map(({ kind, amount }) => `${kind} ${amount}`);
};

test('a new user has no plan (R50)', async () => {
  const buyer = await newBuyer(server);
  expect(await planOf(buyer)).toMatchObject({
    id: null,
    subscriptionStatus: 0,
    currentCycleUnit: 0,
    cancelAtPeriodEnd: false,
  });
  expect(await userOf(buyer)).toMatchObject({ vipStatus: 0, subscriptionStatus: 0 });
});

test('a plan begins with its first order and renews itself (R20, R50)', async () => {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer, weekly);
  const plan = await planOf(buyer);
  expect(plan).toMatchObject({
    subscriptionStatus: 1,
    cancelAtPeriodEnd: false,
    lastPaymentStatus: 1,
    lastPaymentCurrency: 'EUR',
    currentCycle: 1,
    currentCycleUnit: 3,
    currentCycleStatus: 1,
    orderCode: order.code,
    credits: { granted: 150, left: 150 },
    nextCharge: { amount: 499, currency: 'EUR', at: plan.periodEnd },
  });
  expect(await userOf(buyer)).toMatchObject({ vipStatus: 1, subscriptionStatus: 1 });
  const receipt = mailTo(server, buyer.email, 'receipt');
  expect(receipt.renewal).toEqual({ amount: 499, at: plan.periodEnd });
  server.clock.advance(7 * day);
  await server.sweep();
  const renewed = await planOf(buyer);
  expect(renewed.periodStart).toBe(plan.periodEnd);
  expect((await rowsOf(server, order.code)).subscriptions[0]?.cycle).toBe(2);
  expect(Date.parse(String(renewed.periodEnd)) - Date.parse(String(plan.periodEnd))).toBe(7 * day);
  expect(await planLines(order.code)).toEqual(['purchase 150', 'expiry -150', 'renewal 150']);
  expect(mailsTo(server, buyer, 'receipt')).toHaveLength(2);
  await server.sweep();
  const { obj } = await buyer.call('GET', '/v1/order');
  const { orders } = obj as { orders: { reason: string }[] };
  expect(orders).toHaveLength(2);
  expect(orders.find(({ reason }) => reason === 'renewal')).toMatchObject({
    status: 'paid',
    amount: 499,
    tax: 80,
  });
});

test('without auto-renewal a plan just ends, and nothing is charged (R51)', async () => {
  const buyer = await newBuyer(server);
  await bought(server, buyer, { ...weekly, autoRenew: false });
  expect(await planOf(buyer)).toMatchObject({
    subscriptionStatus: 1,
    cancelAtPeriodEnd: true,
    nextCharge: null,
  });
  server.clock.advance(8 * day);
  await server.sweep();
  expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, nextCharge: null });
  expect(await orderCount(buyer)).toBe(1);
});

test('a second plan that renews itself is refused', async () => {
  const buyer = await newBuyer(server);
  await bought(server, buyer, weekly);
  const request = { ...monthly, idempotencyKey: newKey() };
  expect(await buyer.call('POST', '/v1/order', request)).toMatchObject({
    success: 'subscription_exists',
  });
});

test('of two plans that were ordered before either was paid, only one renews itself', async () => {
  const buyer = await newBuyer(server);
  const orders = [await buy(buyer, weekly), await buy(buyer, monthly)];
  for (const order of orders) await payAs(server, order);
  const { subscriptions } = await rowsOf(server, orders[0]?.code ?? '');
  expect(subscriptions.map(({ status }) => status).sort()).toEqual(['active', 'ending']);
});

describe('cancelling', () => {
  test('lets the plan run until its end, confirms it by mail, and stops all charges (R53)', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    const { periodEnd } = await planOf(buyer);
    const asked = server.clock.now().toISOString();
    expect((await cancel(buyer)).obj).toMatchObject({
      subscriptionStatus: 1,
      cancelAtPeriodEnd: true,
      nextCharge: null,
      periodEnd,
      credits: { left: 150, expiresAt: periodEnd },
      canResume: true,
    });
    const mail = mailTo(server, buyer.email, 'planCancelled');
    expect(mail).toMatchObject({ order: order.code, endsAt: periodEnd, credits: 150 });
    expect([asked, mail.receivedAt, server.clock.now().toISOString()].sort()[1]).toBe(
      mail.receivedAt,
    );
    expect(await cancel(buyer)).toMatchObject({ success: '1' });
    expect(mailsTo(server, buyer, 'planCancelled')).toHaveLength(1);
    server.clock.advance(20 * day);
    await server.sweep();
    expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, credits: null });
    expect(await orderCount(buyer)).toBe(1);
  });

  test('stops the retries of a declined renewal; the plan runs until the time of the last retry', async () => {
    const buyer = await newBuyer(server);
    const order = await pastDue(buyer);
    expect(await planOf(buyer)).toMatchObject({ lastPaymentStatus: 2, cancelAtPeriodEnd: false });
    await nextCharges(order.code, 'success');
    expect((await cancel(buyer)).obj).toMatchObject({
      subscriptionStatus: 1,
      cancelAtPeriodEnd: true,
      lastPaymentStatus: 2,
      retries: [],
    });
    server.clock.advance(4 * day);
    await server.sweep();
    expect((await planOf(buyer)).subscriptionStatus).toBe(1);
    server.clock.advance(2 * day);
    await server.sweep();
    expect((await planOf(buyer)).subscriptionStatus).toBe(2);
    expect((await rowsOf(server, order.code)).subscriptions[0]?.cycle).toBe(1);
  });

  test('refunds a charge that is under way', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    await nextCharges(order.code, 'pending');
    server.clock.advance(7 * day);
    await server.sweep();
    await cancel(buyer);
    server.clock.advance(hour);
    await server.sweep();
    expect(mailTo(server, buyer.email, 'refund')).toMatchObject({
      reason: 'afterCancel',
      amount: 499,
    });
    expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, nextCharge: null });
    expect(await planLines(order.code)).toEqual(['purchase 150', 'expiry -150']);
  });

  test('is undone by resuming, and the next cycle is charged again (R53)', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    await cancel(buyer);
    const { id, periodEnd } = await planOf(buyer);
    const resumed = await buyer.call('POST', '/v1/user-subscription/resume', { id });
    expect(resumed.obj).toMatchObject({
      cancelAtPeriodEnd: false,
      nextCharge: { amount: 499, at: periodEnd },
    });
    server.clock.advance(7 * day);
    await server.sweep();
    expect(await planLines(order.code)).toContain('renewal 150');
  });

  test('cannot be undone if the plan has no mandate', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, { ...weekly, autoRenew: false });
    const { id, canResume } = await planOf(buyer);
    expect(canResume).toBe(false);
    expect(await buyer.call('POST', '/v1/user-subscription/resume', { id })).toMatchObject({
      success: 'subscription_unchanged',
    });
    expect(await planOf(buyer)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
  });

  test('of another user’s plan is refused', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, weekly);
    const stranger = await newBuyer(server);
    const { id } = await planOf(buyer);
    expect(await stranger.call('DELETE', '/v1/user-subscription', { id })).toMatchObject({
      success: 'subscription_not_found',
    });
  });
});

describe('a renewal that is declined', () => {
  test('is tried after one, three and five days, each reported by mail; then the plan ends', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    await nextCharges(order.code, 'declined');
    const { periodEnd } = await planOf(buyer);
    const dueAt = Date.parse(String(periodEnd));
    server.clock.advance(7 * day);
    await server.sweep();
    const failed = await planOf(buyer);
    expect(failed).toMatchObject({ subscriptionStatus: 1, lastPaymentStatus: 2 });
    expect(failed.retries.map((at) => (Date.parse(at) - dueAt) / day)).toEqual([1, 3, 5]);
    for (const days of [1, 2, 2]) {
      server.clock.advance(days * day);
      await server.sweep();
    }
    expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, nextCharge: null });
    const mails = mailsTo(server, buyer, 'renewalFailed');
    expect(mails.map(({ values }) => (values as { nextTryAt: string | null }).nextTryAt)).toEqual([
      ...failed.retries,
      null,
    ]);
    const rows = await rowsOf(server, order.code);
    expect(rows.subscriptions[0]?.failures).toBe(4);
    server.clock.advance(30 * day);
    await server.sweep();
    expect(mailsTo(server, buyer, 'renewalFailed')).toHaveLength(4);
  });

  test('succeeds at the second try: the cycle begins where the last cycle ended', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    await nextCharges(order.code, 'declined');
    const { periodEnd, id } = await planOf(buyer);
    server.clock.advance(7 * day);
    await server.sweep();
    const declined = await buyer.call('POST', '/v1/user-subscription/retry', { id });
    expect(declined).toMatchObject({ success: 'payment_declined' });
    await nextCharges(order.code, 'success');
    const retried = await buyer.call('POST', '/v1/user-subscription/retry', { id });
    expect(retried.obj).toMatchObject({ lastPaymentStatus: 1, periodStart: periodEnd });
    expect((await rowsOf(server, order.code)).subscriptions[0]?.failures).toBe(0);
  });
});

test('a clock that jumps over many cycles charges one cycle, beginning now', async () => {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer, weekly);
  server.clock.advance(100 * day);
  await server.sweep();
  await server.sweep();
  await signIn(server, buyer, buyer.email);
  const plan = await planOf(buyer);
  expect(await orderCount(buyer)).toBe(2);
  expect(
    Math.abs(Date.parse(String(plan.periodStart)) - server.clock.now().getTime()),
  ).toBeLessThan(minute);
  expect(await planLines(order.code)).toEqual(['purchase 150', 'expiry -150', 'renewal 150']);
});

describe('another plan', () => {
  const preview = async (buyer: Buyer, productCode: string) => {
    const { id } = await planOf(buyer);
    return buyer.call('POST', '/v1/user-subscription/change/preview', { id, productCode });
  };
  const change = async (buyer: Buyer, productCode: string, amount: number) => {
    const { id } = await planOf(buyer);
    const body = { id, productCode, amount, idempotencyKey: newKey() };
    return buyer.call('POST', '/v1/user-subscription/change', body);
  };

  test('that costs more begins now, minus the unused value of the current plan (R53)', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    expect((await preview(buyer, 'plan-month')).obj).toMatchObject({
      when: 'now',
      price: 1299,
      deducted: 499,
      amount: 800,
      credits: { lost: 150, granted: 600 },
    });
    expect(await change(buyer, 'plan-month', 799)).toMatchObject({ success: 'price_changed' });
    const changed = await change(buyer, 'plan-month', 800);
    expect(changed.obj).toMatchObject({
      subscription: { productCode: 'plan-month', nextCharge: { amount: 1299 } },
      order: { status: 'paid', reason: 'change', amount: 800 },
    });
    expect((await rowsOf(server, order.code)).subscriptions[0]?.cycle).toBe(2);
    expect(await planLines(order.code)).toEqual(['purchase 150', 'refund -150', 'purchase 600']);
  });

  test('cannot be a pack, which does not renew itself', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, weekly);
    for (const answer of [await preview(buyer, 'pack-100'), await change(buyer, 'pack-100', 0)]) {
      expect(answer).toMatchObject({ success: 'unknown_product' });
    }
    expect(await planOf(buyer)).toMatchObject({ productCode: 'plan-week', nextProductCode: null });
  });

  test('cannot be chosen while the current plan is past due', async () => {
    const buyer = await newBuyer(server);
    await pastDue(buyer);
    for (const answer of [
      await preview(buyer, 'plan-month'),
      await change(buyer, 'plan-month', 800),
    ]) {
      expect(answer).toMatchObject({ success: 'subscription_unchanged' });
    }
    expect(await orderCount(buyer)).toBe(2);
  });

  test('whose charge is declined changes nothing', async () => {
    const buyer = await newBuyer(server);
    const order = await bought(server, buyer, weekly);
    await nextCharges(order.code, 'declined');
    const { success, errorId } = await change(buyer, 'plan-month', 800);
    expect(success).toBe('payment_declined');
    expect(server.logged).toContainEqual(
      expect.objectContaining({ reqId: errorId, code: 'payment_declined' }),
    );
    expect(await planOf(buyer)).toMatchObject({ productCode: 'plan-week', lastPaymentStatus: 1 });
    expect(await planLines(order.code)).toEqual([
      ...['purchase 150', 'refund -150', 'adjustment 150'],
    ]);
  });

  test('reports that the provider does not answer, and is made when it does', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, weekly);
    const sandbox = sandboxOf(server);
    const away = vi.spyOn(sandbox, 'status').mockRejectedValueOnce(new Error('away'));
    expect(await change(buyer, 'plan-month', 800)).toMatchObject({
      success: 'provider_unavailable',
    });
    expect(away).toHaveBeenCalled();
    server.clock.advance(2 * minute);
    await server.sweep();
    expect(await planOf(buyer)).toMatchObject({ productCode: 'plan-month' });
  });

  test('that costs less begins with the next cycle (R53)', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, monthly);
    expect((await preview(buyer, 'plan-week')).obj).toMatchObject({
      when: 'periodEnd',
      amount: 0,
      credits: { lost: 0, granted: 150 },
    });
    expect((await change(buyer, 'plan-week', 0)).obj).toMatchObject({
      subscription: {
        productCode: 'plan-month',
        nextProductCode: 'plan-week',
        nextCharge: { amount: 499 },
      },
      order: null,
    });
    server.clock.advance(32 * day);
    await server.sweep();
    await signIn(server, buyer, buyer.email);
    expect(await planOf(buyer)).toMatchObject({
      productCode: 'plan-week',
      currentCycleUnit: 3,
      nextProductCode: null,
      nextCharge: { amount: 499 },
    });
  });
});

describe('withdrawing within 14 days', () => {
  test('refunds the unused share, takes the credits and is confirmed by mail (R74)', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, pack);
    const preview = await buyer.call('POST', '/v1/order/withdraw/preview', { code });
    expect(preview.obj).toMatchObject({
      code,
      amount: 399,
      paid: 399,
      endsPlan: false,
      credits: { granted: 100, used: 0, left: 100 },
    });
    const withdrawn = await buyer.call('POST', '/v1/order/withdraw', { code });
    expect(withdrawn.obj).toMatchObject({
      status: 'refunded',
      refunds: [{ reason: 'withdrawal', amount: 399, status: 'done' }],
    });
    expect((await rowsOf(server, code)).lines).toEqual([
      { kind: 'purchase', amount: 100 },
      { kind: 'refund', amount: -100 },
    ]);
    expect(mailTo(server, buyer.email, 'withdrawn')).toMatchObject({ amount: 399, credits: 100 });
    expect(await buyer.call('POST', '/v1/order/withdraw', { code })).toMatchObject({
      success: 'not_withdrawable',
    });
  });

  test('ends the plan of that order', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, weekly);
    const preview = await buyer.call('POST', '/v1/order/withdraw/preview', { code });
    expect(preview.obj).toMatchObject({ endsPlan: true });
    await buyer.call('POST', '/v1/order/withdraw', { code });
    expect((await planOf(buyer)).subscriptionStatus).toBe(2);
    server.clock.advance(8 * day);
    await server.sweep();
    expect(await orderCount(buyer)).toBe(1);
  });

  test('is refused for an order that is not paid', async () => {
    const buyer = await newBuyer(server);
    const { code } = await buy(buyer, pack);
    for (const path of ['/v1/order/withdraw/preview', '/v1/order/withdraw']) {
      expect(await buyer.call('POST', path, { code })).toMatchObject({
        success: 'not_withdrawable',
      });
    }
  });

  test('is refused for a renewal, which is no contract of its own (R74)', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, weekly);
    server.clock.advance(7 * day);
    await server.sweep();
    const { order: code, withdrawableUntil } = mailTo(server, buyer.email, 'receipt');
    expect(withdrawableUntil).toBeNull();
    expect(await orderOf(buyer, code)).toMatchObject({
      reason: 'renewal',
      status: 'paid',
      withdrawableUntil: null,
    });
    expect(await buyer.call('POST', '/v1/order/withdraw', { code })).toMatchObject({
      success: 'not_withdrawable',
    });
  });

  test('is refused on the fifteenth day', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, pack);
    server.clock.advance(14 * day + minute);
    expect(await buyer.call('POST', '/v1/order/withdraw/preview', { code })).toMatchObject({
      success: 'not_withdrawable',
    });
    expect((await orderOf(buyer, code)).withdrawableUntil).toBeNull();
  });
});

test('closing an account ends its plan, closes its orders and removes the buyer from them', async () => {
  const buyer = await newBuyer(server);
  const paid = await bought(server, buyer, weekly);
  const open = await buy(buyer, pack);
  const stale = await buy(buyer, pack);
  await payAs(server, stale, 'success', 'lost');
  await buyer.call('GET', codePath(buyer.email, 'deleteAccount'));
  const { code } = mailTo(server, buyer.email, 'deleteCode');
  expect(await buyer.call('POST', '/v1/user/delete', { code })).toMatchObject({ success: '1' });
  await server.sweep();
  const rows = await rowsOf(server, paid.code);
  expect(rows.order).toMatchObject({ status: 'paid', amount: 499 });
  expect(rows.subscriptions).toMatchObject([{ status: 'ended', nextChargeAt: null }]);
  expect((await rowsOf(server, open.code)).order).toMatchObject({ status: 'cancelled' });
  // A payment that arrives after the account was closed is refunded.
  server.clock.advance(2 * hour);
  await server.sweep();
  await server.sweep();
  expect((await rowsOf(server, stale.code)).refunds).toMatchObject([
    { reason: 'closed', state: 'done', amount: 399 },
  ]);
});

test('a plan due when its account is closed is not charged, even before a sweep', async () => {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer, weekly);
  server.clock.advance(7 * day - minute);
  await buyer.call('GET', codePath(buyer.email, 'deleteAccount'));
  const { code } = mailTo(server, buyer.email, 'deleteCode');
  expect(await buyer.call('POST', '/v1/user/delete', { code })).toMatchObject({ success: '1' });
  server.clock.advance(2 * minute);
  await server.sweep();
  const { subscriptions } = await rowsOf(server, order.code);
  expect(subscriptions).toMatchObject([{ status: 'ended' }]);
  const charges = await server.database.db
    .select()
    .from(sandboxCharges)
    .where(eq(sandboxCharges.mandate, subscriptions[0]?.mandate ?? ''));
  expect(charges).toHaveLength(1);
});

test('a declined, cancelled and resumed plan is charged again', async () => {
  const buyer = await newBuyer(server);
  const order = await pastDue(buyer);
  const { id } = await planOf(buyer);
  expect(await buyer.call('DELETE', '/v1/user-subscription', { id })).toMatchObject({
    success: '1',
  });
  await nextCharges(order.code, 'success');
  const resumed = await buyer.call('POST', '/v1/user-subscription/resume', { id });
  expect(resumed).toMatchObject({ success: '1' });
  await server.sweep();
  const plan = await planOf(buyer);
  expect(plan).toMatchObject({ subscriptionStatus: 1, lastPaymentStatus: 1 });
  expect(plan.nextCharge).not.toBeNull();
});

describe('without signing in, by order number and mailed code', () => {
  test('a purchase can be withdrawn from (R74)', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, pack);
    const stranger = server.visitor();
    const known = await stranger.call('POST', '/v1/order/access', { code: code.toLowerCase() });
    const { code: proof } = mailTo(server, buyer.email, 'orderCode');
    const unknown = await stranger.call('POST', '/v1/order/access', { code: 'LW-2222-2222' });
    expect(Object.keys(unknown.obj as object)).toEqual(Object.keys(known.obj as object));
    const wrong = proof === '000000' ? '000001' : '000000';
    const refused = { code, proof: wrong };
    expect(await stranger.call('POST', '/v1/order/withdraw', refused)).toMatchObject({
      success: 'invalid_code',
    });
    const looked = await stranger.call('POST', '/v1/order/access/look', { code, proof });
    expect(looked.obj).toMatchObject({ code, status: 'paid' });
    await stranger.call('POST', '/v1/order/withdraw/preview', { code, proof });
    const withdrawn = await stranger.call('POST', '/v1/order/withdraw', { code, proof });
    expect(withdrawn.obj).toMatchObject({ status: 'refunded' });
    expect(await stranger.call('POST', '/v1/order/access/look', { code, proof })).toMatchObject({
      success: 'invalid_code',
    });
  });

  test('wrong proofs are refused alike for a known and an unknown order number', async () => {
    const { code } = await bought(server, await newBuyer(server), pack);
    const refusalsOf = async (order: string) => {
      await server.visitor().call('POST', '/v1/order/access', { code: order });
      const refusals: string[] = [];
      for (let n = 0; n < 7; n += 1) {
        const given = { code: order, proof: `00000${n}` };
        const answer = await server.visitor().call('POST', '/v1/order/access/look', given);
        refusals.push(answer.success);
      }
      return refusals;
    };
    const known = await refusalsOf(code);
    expect(known.at(-1)).toBe('too_many_tries');
    expect(await refusalsOf('LW-2323-2323')).toEqual(known);
  });

  test('a code requested too soon is not mailed, without an error', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, pack);
    const stranger = server.visitor();
    for (let n = 0; n < 2; n += 1) {
      const answer = await stranger.call('POST', '/v1/order/access', { code });
      expect(answer).toMatchObject({ success: '1' });
    }
    expect(mailsTo(server, buyer, 'orderCode')).toHaveLength(1);
    expect(JSON.stringify(server.logged)).not.toContain('before the next code');
  });

  test('a plan can be cancelled (R74)', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, weekly);
    const stranger = server.visitor();
    await stranger.call('POST', '/v1/order/access', { code });
    const { code: proof } = mailTo(server, buyer.email, 'orderCode');
    const answer = await stranger.call('DELETE', '/v1/user-subscription', { code, proof });
    expect(answer.obj).toMatchObject({ cancelAtPeriodEnd: true });
    expect(mailsTo(server, buyer, 'planCancelled')).toHaveLength(1);
  });
});
