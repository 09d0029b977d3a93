import { describe, expect, test } from 'vitest';
import { end, start } from '../credits/purse.fixture.ts';
import { diagnose } from '../operator/doctor.ts';
import {
  type Buyer,
  bought,
  day,
  newBuyer,
  planOf,
  rowsOf,
  sandboxOf,
  weekly,
} from '../orders/money.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey } from '../testing/visitor.fixture.ts';

/* Tests the effect on a plan when one of its orders is refunded. */

const token = 'a token of an operator, 32 or more';
const server = sharedTestServer({ env: { ADMIN_TOKEN: token } });

const once = { ...weekly, autoRenew: false };

const withdraw = async (buyer: Buyer, code: string) =>
  expect(await buyer.call('POST', '/v1/order/withdraw', { code })).toMatchObject({ success: '1' });

const ways: Record<string, (buyer: Buyer, code: string) => Promise<void>> = {
  withdrawal: withdraw,
  async 'refund by the operator'(_buyer, code) {
    const payload = { code, key: newKey(), by: 'ada', reason: 'asked for by mail' };
    const headers = { authorization: `Bearer ${token}` };
    const request = { method: 'POST', url: '/admin/api/refund', headers, payload } as const;
    expect((await server.app.inject(request)).json()).toMatchObject({ ok: true });
  },
  async chargeback(_buyer, code) {
    const { payments } = await rowsOf(server, code);
    await sandboxOf(server).chargeBack(String(payments[0]?.ref));
  },
};

const findings = async () => {
  // The sweep also charges plans of other tests.
  await server.sweep();
  const { db } = server.database;
  const deps = { db, providers: [sandboxOf(server)], now: server.clock.now() };
  return (await diagnose(deps, { ask: 1000 })).findings;
};

/** Creates a plan that was bought once. Two days later, its next period is bought with renewal. */
async function switchedToRenew() {
  const buyer = await newBuyer(server);
  const first = await bought(server, buyer, once);
  const before = await planOf(buyer);
  server.clock.advance(2 * day);
  const second = await bought(server, buyer, weekly);
  return { buyer, first: first.code, second: second.code, before };
}

describe.each(Object.keys(ways))(
  'a %s of one order of a plan that was switched to renewal',
  (name) => {
    const giveBack = (buyer: Buyer, code: string) => ways[name]?.(buyer, code);

    test('leaves the current period if the next period has not begun (R74)', async () => {
      const { buyer, first, second, before } = await switchedToRenew();
      const preview = await buyer.call('POST', '/v1/order/withdraw/preview', { code: second });
      expect(preview.obj).toMatchObject({ endsPlan: false });
      await giveBack(buyer, second);
      expect(await planOf(buyer)).toEqual({ ...before, credits: expect.anything() });
      expect((await planOf(buyer)).credits).toMatchObject({ granted: 150, left: 150 });
      expect((await rowsOf(server, first)).subscriptions).toMatchObject([
        { status: 'ending', mandate: null, nextChargeAt: null, cycle: 1 },
      ]);
      expect(await findings()).toEqual([]);
      server.clock.advance(6 * day);
      await server.sweep();
      expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, nextCharge: null });
      expect((await rowsOf(server, second)).payments).toHaveLength(1);
    });

    test("leaves the second order's period if the first order is refunded (R74)", async () => {
      const { buyer, first } = await switchedToRenew();
      const renewing = await planOf(buyer);
      await giveBack(buyer, first);
      expect(await planOf(buyer)).toEqual(renewing);
      expect(await findings()).toEqual([]);
    });

    test('ends the plan if both are refunded (R74)', async () => {
      const { buyer, first, second } = await switchedToRenew();
      await giveBack(buyer, first);
      await giveBack(buyer, second);
      expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, nextCharge: null });
      expect(await findings()).toEqual([]);
    });

    test('ends the plan if that period has begun (R74)', async () => {
      const { buyer, second } = await switchedToRenew();
      server.clock.advance(6 * day);
      await giveBack(buyer, second);
      expect(await planOf(buyer)).toMatchObject({ subscriptionStatus: 2, nextCharge: null });
    });
  },
);

test('a plan that was switched to renewal and cancelled keeps the current period (R74)', async () => {
  const { buyer, second, before } = await switchedToRenew();
  await buyer.call('DELETE', '/v1/user-subscription', { id: before.id });
  await withdraw(buyer, second);
  expect(await planOf(buyer)).toEqual({ ...before, credits: expect.anything() });
  await bought(server, buyer, weekly);
  expect(await planOf(buyer)).toMatchObject({ id: before.id, periodStart: before.periodEnd });
  expect(await findings()).toEqual([]);
});

test.each(['refund by the operator', 'chargeback'])(
  'a %s of an order with used-up credits does not end the plan that it was changed to (R53)',
  async (name) => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, weekly);
    const { db } = server.database;
    const now = server.clock.now();
    const { id } = await planOf(buyer);
    // The balance includes the free credits, which are used first.
    const { obj } = await buyer.call('GET', '/v1/user/credits');
    const all = Number((obj as { balance: number }).balance);
    await end(db, await start(db, { ...buyer, credits: all, now }), 'task.succeeded', now);
    const change = { id, productCode: 'plan-month', amount: 1299, idempotencyKey: newKey() };
    const changed = await buyer.call('POST', '/v1/user-subscription/change', change);
    expect(changed).toMatchObject({ success: '1' });
    const plan = await planOf(buyer);
    await ways[name]?.(buyer, code);
    expect(await planOf(buyer)).toEqual(plan);
    expect((await rowsOf(server, code)).order.status).toMatch(/refunded|chargedBack/);
  },
);
