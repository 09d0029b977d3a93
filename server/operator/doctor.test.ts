import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codePath, mailTo } from '../accounts/accounts.fixture.ts';
import { creditLots } from '../credits/credits.schema.ts';
import { newOwner, noon, start } from '../credits/purse.fixture.ts';
import {
  bought,
  buy,
  day,
  monthly,
  newBuyer,
  payAs,
  rowsOf,
  sandboxOf,
  weekly,
} from '../orders/money.fixture.ts';
import { orders } from '../orders/orders.schema.ts';
import { subscriptions } from '../subscriptions/subscriptions.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey } from '../testing/visitor.fixture.ts';
import { diagnose } from './doctor.ts';
import { faults } from './finding.ts';

const server = sharedTestServer();

const ask = (most = 1000) =>
  diagnose(
    {
      db: server.database.db,
      providers: [sandboxOf(server)],
      now: server.clock.now(),
    },
    { ask: most },
  );

const codes = async () => (await ask()).findings.map(({ code }) => code);

/** Buys a product. Returns the paid order, and its ids as SQL. */
async function paidOrder(request?: object) {
  const { code } = await bought(server, await newBuyer(server), request);
  const { order, payments, lots, subscriptions } = await rowsOf(server, code);
  const [payment, lot, plan] = [payments[0]?.id, lots[0]?.id, subscriptions[0]?.id];
  return { order: order.id, payment, lot, plan };
}

type Names = Awaited<ReturnType<typeof paidOrder>>;

describe('after a busy day', () => {
  test('finds nothing', async () => {
    const outcomes = ['success', 'declined', 'left', 'lateSuccess', 'paidTwice'] as const;
    for (const outcome of outcomes) {
      await payAs(server, await buy(await newBuyer(server)), outcome, 'doubled');
    }
    await payAs(server, await buy(await newBuyer(server)), 'wrongAmount');
    const plan = await newBuyer(server);
    await bought(server, plan, weekly);
    const withdrawn = await newBuyer(server);
    const { code } = await bought(server, withdrawn);
    expect(await withdrawn.call('POST', '/v1/order/withdraw', { code })).toMatchObject({
      success: '1',
    });
    const { payment } = await paidOrder(monthly);
    const { rows } = (await server.database.db.execute(
      sql`select ref from payments where id = ${payment}`,
    )) as unknown as { rows: { ref: string }[] };
    await sandboxOf(server).chargeBack(rows[0]?.ref ?? '');
    for (let n = 0; n < 9; n += 1) {
      server.clock.advance(day);
      await server.sweep();
    }
    expect((await rowsOf(server, code)).order).toMatchObject({ status: 'refunded' });
    const { findings, checked, notes } = await ask();
    expect(findings).toEqual([]);
    const { db } = server.database;
    expect(checked, 'each row once').toEqual({
      orders: (await db.select().from(orders)).length,
      lots: (await db.select().from(creditLots)).length,
      plans: (await db.select().from(subscriptions)).length,
    });
    expect(checked.orders).toBeGreaterThan(9);
    expect(notes[0]).toMatch(/^Asked providers about \d+ of \d+ payments/);
  });
  test('finds nothing after a chargeback on a closed account', async () => {
    const buyer = await newBuyer(server);
    const { code: number } = await bought(server, buyer);
    const ref = (await rowsOf(server, number)).payments[0]?.ref ?? '';
    await buyer.call('GET', codePath(buyer.email, 'deleteAccount'));
    const { code } = mailTo(server, buyer.email, 'deleteCode');
    expect(await buyer.call('POST', '/v1/user/delete', { code })).toMatchObject({ success: '1' });
    await server.sweep();
    await sandboxOf(server).chargeBack(ref);
    server.clock.advance(day);
    await server.sweep();
    expect((await rowsOf(server, number)).order).toMatchObject({ status: 'chargedBack' });
    expect((await ask()).findings).toEqual([]);
  });
});

const breaks: [string, (names: Names) => SQL, object?][] = [
  ['order.credits', ({ lot }) => sql`update credit_lots set order_id = null where id = ${lot}`],
  ['order.no_payment', ({ order }) => sql`update orders set paid_by = null where id = ${order}`],
  ['order.money_unused', ({ order }) => sql`update orders set paid_by = null where id = ${order}`],
  [
    'order.receipt',
    ({ order }) => sql`update orders set receipt_number = null where id = ${order}`,
  ],
  ['order.amount', ({ order }) => sql`update orders set amount = amount + 1 where id = ${order}`],
  [
    'order.refund_state',
    ({ order }) => sql`update orders set status = 'partlyRefunded' where id = ${order}`,
  ],
  ['refund.sum', ({ payment }) => sql`update payments set refunded = 5 where id = ${payment}`],
  [
    'refund.too_much',
    ({
      order,
      payment,
    }) => sql`insert into refunds (id, order_id, payment_id, cause, reason, amount, currency, state, created_at)
      values (${newKey()}, ${order}, ${payment}, ${newKey()}, 'operator', 1000000, 'EUR', 'asked', now())`,
  ],
  [
    'refund.orphan',
    ({
      payment,
    }) => sql`insert into refunds (id, order_id, payment_id, cause, reason, amount, currency, state, created_at)
      values (${newKey()}, 'nowhere', ${payment}, ${newKey()}, 'operator', 1, 'EUR', 'asked', now())`,
  ],
  [
    'lot.given',
    ({ lot }) => sql`update credit_lines set kind = 'adjustment' where lot_id = ${lot}`,
  ],
  ['lot.negative', ({ lot }) => sql`update credit_lines set amount = -3 where lot_id = ${lot}`],
  ['lot.expired', ({ lot }) => sql`update credit_lots set expired_at = now() where id = ${lot}`],
  [
    'lot.purse',
    ({ lot }) =>
      sql`update credit_lines set purse_id = (select id from purses p where p.id <> credit_lines.purse_id limit 1) where lot_id = ${lot}`,
  ],
  [
    'lot.not_taken_back',
    ({ order }) => sql`update orders set status = 'refunded' where id = ${order}`,
  ],
  ['lot.orphan', ({ lot }) => sql`update credit_lots set order_id = 'nowhere' where id = ${lot}`],
  [
    'plan.unattended',
    ({ plan }) => sql`update subscriptions set next_charge_at = null where id = ${plan}`,
    monthly,
  ],
  [
    'plan.overdue',
    ({ plan }) => sql`update subscriptions set next_charge_at = '2020-01-01' where id = ${plan}`,
    monthly,
  ],
  [
    'plan.never_ends',
    ({ plan }) =>
      sql`update subscriptions set status = 'ending', period_end = '2020-01-01' where id = ${plan}`,
    monthly,
  ],
  [
    'plan.money_gone',
    ({ order }) => sql`update orders set status = 'refunded' where id = ${order}`,
    monthly,
  ],
  [
    'provider.paid_not_here',
    ({ payment }) =>
      sql`update payments set status = 'failed', next_check_at = null where id = ${payment}`,
  ],
  [
    'provider.not_paid',
    ({ payment }) => sql`update sandbox_charges set status = 'failed' where reference = ${payment}`,
  ],
  [
    'provider.amount',
    ({ payment }) => sql`update sandbox_charges set paid = paid + 1 where reference = ${payment}`,
  ],
  [
    'provider.charged_back',
    ({ payment }) =>
      sql`update sandbox_charges set status = 'chargedBack' where reference = ${payment}`,
  ],
  [
    'provider.unknown_charge',
    ({
      payment,
    }) => sql`insert into sandbox_charges (ref, key, reference, method, status, amount, paid, currency, description, locale, return_url, created_at, expires_at)
      select ref || 'x', key || 'x', reference, method, status, amount, paid, currency, description, locale, return_url, created_at, expires_at
      from sandbox_charges where reference = ${payment}`,
  ],
];

describe('damage done by hand', () => {
  test.each(breaks)('%s is found', async (code, damage, request) => {
    const names = await paidOrder(request);
    const before = await codes();
    await server.database.db.execute(damage(names));
    const after = await codes();
    const count = (all: string[]) => all.filter((one) => one === code).length;
    expect(count(after)).toBe(count(before) + 1);
  });

  test.each([
    ['reservation.open', 2, 'succeeded, but its ledger lines are reserve'],
    ['reservation.open', 4, 'did not succeed, but its ledger lines are reserve'],
  ])('finds %s of a task that ended with status %i', async (code, status, what) => {
    const { db } = server.database;
    const task = await start(db, { ownerId: await newOwner(db), credits: 5, limit: 20, now: noon });
    expect(await codes()).not.toContain(code);
    await db.execute(sql`update tasks set status = ${status} where id = ${task.id}`);
    const { findings } = await ask();
    expect(findings).toContainEqual(
      expect.objectContaining({ code, what, where: expect.stringContaining(task.id) }),
    );
    await db.execute(sql`update tasks set status = 1 where id = ${task.id}`);
  });

  test('reservation.wrong_end is found', async () => {
    const { db } = server.database;
    const task = await start(db, { ownerId: await newOwner(db), credits: 5, limit: 20, now: noon });
    await db.execute(sql`insert into credit_lines (purse_id, kind, reason, task_id, day, amount, created_at)
      select purse_id, 'commit', 'task.succeeded', task_id, day, 0, created_at from credit_lines where task_id = ${task.id}`);
    expect(await codes()).toContain('reservation.wrong_end');
  });

  test('provider.no_answer is found if the provider does not answer, and names the payment', async () => {
    const names = await paidOrder();
    const away = {
      ...sandboxOf(server),
      status: () => Promise.reject(new Error('away')),
    };
    const { findings } = await diagnose(
      { db: server.database.db, providers: [away], now: server.clock.now() },
      { ask: 1 },
    );
    expect(findings).toContainEqual({
      code: 'provider.no_answer',
      where: `payment ${names.payment}`,
      what: 'Error: away',
      meaning: faults['provider.no_answer'],
    });
  });
});
