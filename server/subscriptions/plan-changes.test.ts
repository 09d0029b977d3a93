import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { codePath, mailTo } from '../accounts/accounts.fixture.ts';
import { diagnose } from '../operator/doctor.ts';
import {
  bought,
  buy,
  day,
  hour,
  minute,
  newBuyer,
  pack,
  planOf,
  rowsOf,
  sandboxOf,
  weekly,
} from '../orders/money.fixture.ts';
import { setOutcome } from '../providers/sandbox/sandbox.store.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, photo } from '../testing/visitor.fixture.ts';

const server = sharedTestServer();
const path = '/v1/user-subscription/change';

/** Creates a user with a weekly plan that was paid just now. */
async function subscriber() {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer, weekly);
  const { id } = await planOf(buyer);
  return { buyer, order, id: String(id) };
}

type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const requestOf = ({ id }: Subscriber, amount = 800) => ({
  id,
  productCode: 'plan-month',
  amount,
  idempotencyKey: newKey(),
});

const change = (who: Subscriber, amount?: number) =>
  who.buyer.call('POST', path, requestOf(who, amount));

async function nextCharges({ order }: Subscriber, outcome: 'success' | 'declined' | 'pending') {
  const { subscriptions } = await rowsOf(server, order.code);
  await setOutcome(server.database.db, subscriptions[0]?.mandate ?? '', outcome);
}

/** Returns the remaining credits of a buyer's grants from plans, smallest first. */
async function lotsOf({ buyer }: Subscriber): Promise<number[]> {
  const { obj } = await buyer.call('GET', '/v1/user/credits');
  const { lots } = obj as { lots: { source: string; balance: number }[] };
  const ofPlans = lots.filter(({ source }) => source === 'plan');
  return ofPlans.map(({ balance }) => balance).sort((a, b) => a - b);
}

/** Uses up today's allowance and the welcome credits, so that tasks use the plan's credits. */
async function useFree({ buyer }: Subscriber): Promise<void> {
  const { db } = server.database;
  const [task, today] = [newKey(), server.clock.now().toISOString().slice(0, 10)];
  await db.execute(sql`insert into credit_lines (purse_id, kind, reason, task_id, day, amount, created_at)
    select p.id, l.kind, l.reason, ${task}, ${today}::date, l.amount, now() from purses p,
      (values ('reserve', 'task.started', -20), ('commit', 'task.succeeded', 0)) as l (kind, reason, amount)
    where owner_id = ${buyer.ownerId}`);
  await db.execute(sql`update credit_lots set expires_at = ${server.clock.now().toISOString()}
    where source = 'welcome' and purse_id in (select id from purses where owner_id = ${buyer.ownerId})`);
}

const chargesOf = async ({ order }: Subscriber) => {
  const { subscriptions } = await rowsOf(server, order.code);
  const { rows } = (await server.database.db.execute(
    sql`select amount from sandbox_charges where mandate = ${subscriptions[0]?.mandate}`,
  )) as unknown as { rows: { amount: number }[] };
  return rows.map(({ amount }) => Number(amount)).sort((a, b) => a - b);
};

const findings = async () => {
  const { db } = server.database;
  const deps = { db, providers: [sandboxOf(server)], now: server.clock.now() };
  const found = (await diagnose(deps, { ask: 1000 })).findings;
  return found.map(({ code, where }) => `${code} ${where}`);
};

const started = async ({ buyer }: Subscriber) => buyer.start(await buyer.upload(await photo()));

describe('the credits that a change deducts', () => {
  test('cannot be used while its charge is under way for days (R53)', async () => {
    const who = await subscriber();
    await nextCharges(who, 'pending');
    await useFree(who);
    expect(await change(who)).toMatchObject({ success: '1' });
    expect(await lotsOf(who)).toEqual([]);
    expect(await started(who)).toMatchObject({ success: '51009' });
    expect(await findings()).toEqual([]);
    server.clock.advance(hour);
    await server.sweep();
    expect(await lotsOf(who)).toEqual([600]);
    expect(await findings()).toEqual([]);
  });

  test('are deducted despite concurrent starts and cancellations', async () => {
    const who = await subscriber();
    await useFree(who);
    const { buyer } = who;
    const keys = [];
    for (let n = 0; n < 3; n += 1) keys.push(await buyer.upload(await photo()));
    const [changed, ...starts] = await Promise.all([
      change(who),
      ...keys.map((key) => buyer.start(key)),
    ]);
    for (const { success, obj } of starts) {
      if (success !== '1') continue;
      await buyer.call('POST', `/v1/ai-function-record/cancel/${(obj as { id: string }).id}`);
    }
    // If a task was started first, fewer credits can be deducted than the preview said.
    expect(['1', 'price_changed']).toContain(changed?.success);
    expect(await lotsOf(who)).toEqual(changed?.success === '1' ? [600] : [expect.any(Number)]);
    expect(await findings()).toEqual([]);
  });

  test('are returned when the charge is declined, and the next change has its own key', async () => {
    const who = await subscriber();
    await nextCharges(who, 'declined');
    const request = requestOf(who);
    for (let n = 0; n < 2; n += 1) {
      expect(await who.buyer.call('POST', path, request)).toMatchObject({
        success: 'payment_declined',
      });
    }
    expect(await lotsOf(who)).toEqual([150]);
    expect(await findings()).toEqual([]);
    await nextCharges(who, 'success');
    expect(await change(who)).toMatchObject({ success: '1' });
    expect(await lotsOf(who)).toEqual([600]);
  });

  test('are returned when the plan is cancelled in the meantime, and the money is refunded', async () => {
    const who = await subscriber();
    await nextCharges(who, 'pending');
    await change(who);
    await who.buyer.call('DELETE', '/v1/user-subscription', { id: who.id });
    server.clock.advance(hour);
    await server.sweep();
    expect(await lotsOf(who)).toEqual([150]);
    expect(mailTo(server, who.buyer.email, 'refund')).toMatchObject({ amount: 800 });
    expect(await findings()).toEqual([]);
  });

  test('are returned for a day when the cycle ends before the charge', async () => {
    const who = await subscriber();
    await nextCharges(who, 'pending');
    server.clock.advance(7 * day - 5 * minute);
    vi.spyOn(sandboxOf(server), 'status').mockRejectedValueOnce(new Error('away'));
    expect(await change(who)).toMatchObject({ success: 'provider_unavailable' });
    await nextCharges(who, 'success');
    await who.buyer.call('DELETE', '/v1/user-subscription', { id: who.id });
    server.clock.advance(6 * minute);
    await server.sweep();
    expect(await lotsOf(who)).toEqual([150]);
    server.clock.advance(day + minute);
    await server.sweep();
    expect(await lotsOf(who)).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test('are lost with the account, and the charge is refunded', async () => {
    const who = await subscriber();
    const { buyer } = who;
    await nextCharges(who, 'pending');
    await change(who);
    await buyer.call('GET', codePath(buyer.email, 'deleteAccount'));
    const { code } = mailTo(server, buyer.email, 'deleteCode');
    expect(await buyer.call('POST', '/v1/user/delete', { code })).toMatchObject({ success: '1' });
    for (let n = 0; n < 3; n += 1) {
      server.clock.advance(hour);
      await server.sweep();
    }
    expect(await findings()).toEqual([]);
  });

  test('are returned when the first order is withdrawn from while the charge is under way', async () => {
    const who = await subscriber();
    await nextCharges(who, 'pending');
    await change(who);
    const { code } = who.order;
    const withdrawn = await who.buyer.call('POST', '/v1/order/withdraw', { code });
    expect(withdrawn.obj).toMatchObject({ status: 'refunded' });
    server.clock.advance(hour);
    await server.sweep();
    expect(await lotsOf(who)).toEqual([]);
    expect(mailTo(server, who.buyer.email, 'refund')).toMatchObject({ amount: 800 });
    expect(await findings()).toEqual([]);
  });

  test('are found by the doctor if they were used after all', async () => {
    const who = await subscriber();
    const { obj } = await change(who);
    const { code } = (obj as { order: { code: string } }).order;
    await server.database.db.execute(sql`insert into credit_lines (purse_id, kind, reason, lot_id, cause, amount, created_at)
      select l.purse_id, 'adjustment', 'subscription.unchanged', l.lot_id, l.cause || ':back', 6, now()
      from credit_lines l join orders o on l.cause = 'change:' || o.id where o.code = ${code}`);
    expect(await findings()).toEqual([`change.credits order ${code}`]);
    await server.database.db.execute(sql`delete from credit_lines l using orders o
      where l.cause = 'change:' || o.id || ':back' and o.code = ${code}`);
  });
});

describe('concurrent changes of one plan', () => {
  test('are charged once; the others are refused before their charge', async () => {
    for (let round = 0; round < 3; round += 1) {
      const who = await subscriber();
      const answers = await Promise.all(Array.from({ length: 6 }, () => change(who)));
      const codes = answers.map(({ success }) => success);
      expect(codes.filter((code) => code === '1')).toHaveLength(1);
      for (const code of codes.filter((one) => one !== '1')) {
        expect(['change_under_way', 'subscription_unchanged']).toContain(code);
      }
      expect(await chargesOf(who)).toEqual([499, 800]);
      expect(await lotsOf(who)).toEqual([600]);
    }
  });

  test('with one key are the same change', async () => {
    const who = await subscriber();
    const request = requestOf(who);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => who.buyer.call('POST', path, request)),
    );
    expect(answers.map(({ success }) => success)).toEqual(['1', '1', '1', '1']);
    expect(await chargesOf(who)).toEqual([499, 800]);
  });

  test('are refused without a charge when their key belongs to another order (R53)', async () => {
    const who = await subscriber();
    const [ofPurchase, ofChange] = [newKey(), newKey()];
    await buy(who.buyer, pack, ofPurchase);
    const request = { ...requestOf(who), idempotencyKey: ofChange };
    expect(await who.buyer.call('POST', path, request)).toMatchObject({ success: '1' });
    for (const other of [
      { ...requestOf(who), idempotencyKey: ofPurchase },
      { ...request, productCode: 'plan-year' },
    ]) {
      expect(await who.buyer.call('POST', path, other)).toMatchObject({
        success: 'idempotency_conflict',
      });
    }
    expect(await who.buyer.call('POST', path, request)).toMatchObject({ success: '1' });
    expect(await chargesOf(who)).toEqual([499, 800]);
  });

  test('are refused with their own error code while one is under way for days', async () => {
    const who = await subscriber();
    await nextCharges(who, 'pending');
    await change(who);
    const preview = { id: who.id, productCode: 'plan-year' };
    expect(await who.buyer.call('POST', `${path}/preview`, preview)).toMatchObject({
      success: 'change_under_way',
    });
    expect(await change(who)).toMatchObject({ success: 'change_under_way' });
    expect(await chargesOf(who)).toEqual([499, 800]);
  });
});

describe('withdrawing from a change', () => {
  const withdraw = ({ buyer }: Subscriber, code: string) =>
    buyer.call('POST', '/v1/order/withdraw', { code });
  const changed = async (who: Subscriber, amount?: number) => {
    const answer = await change(who, amount);
    expect(answer).toMatchObject({ success: '1' });
    return (answer.obj as { order: { code: string } }).order.code;
  };
  const backOf = async (code: string) =>
    (await rowsOf(server, code)).refunds.reduce((sum, { amount }) => sum + amount, 0);
  /** Uses credits through a task that reserves them, in one ledger line. */
  const use = async (code: string, amount: number) => {
    const { lots } = await rowsOf(server, code);
    const [lot, task] = [lots[0], newKey()];
    await server.database.db.execute(sql`insert into credit_lines (purse_id, kind, reason, task_id, lot_id, amount, created_at)
      values (${lot?.purseId}, 'reserve', 'task.started', ${task}, ${lot?.id}, ${-amount}, now()),
        (${lot?.purseId}, 'commit', 'task.succeeded', ${task}, ${lot?.id}, 0, now())`);
  };

  test('refunds everything if nothing was used: the charge and the deducted part', async () => {
    const who = await subscriber();
    const code = await changed(who);
    expect(await withdraw(who, who.order.code)).toMatchObject({ success: 'deducted_by_change' });
    const preview = await who.buyer.call('POST', '/v1/order/withdraw/preview', { code });
    expect(preview.obj).toMatchObject({ amount: 1299, paid: 1299, endsPlan: true });
    expect(await withdraw(who, code)).toMatchObject({ success: '1' });
    expect([await backOf(code), await backOf(who.order.code)]).toEqual([800, 499]);
    expect(mailTo(server, who.buyer.email, 'withdrawn')).toMatchObject({ amount: 1299 });
    expect(await planOf(who.buyer)).toMatchObject({ subscriptionStatus: 2 });
    expect(await lotsOf(who)).toEqual([]);
    for (const one of [code, who.order.code]) {
      expect(await withdraw(who, one)).toMatchObject({ success: 'not_withdrawable' });
    }
    expect(await findings()).toEqual([]);
  });

  test('refunds the unused share, from the latest charge first', async () => {
    const who = await subscriber();
    const code = await changed(who);
    await use(code, 150);
    await withdraw(who, code);
    expect([await backOf(code), await backOf(who.order.code)]).toEqual([800, 175]);
    expect(await findings()).toEqual([]);
  });

  test('counts credits as used that were used before the change', async () => {
    const who = await subscriber();
    await use(who.order.code, 75);
    const code = await changed(who, 1299 - 249);
    await withdraw(who, code);
    expect([await backOf(code), await backOf(who.order.code)]).toEqual([1050, 249]);
    expect(await findings()).toEqual([]);
  });

  test('covers several changes, and never refunds more than was paid', async () => {
    const who = await subscriber();
    const first = await changed(who);
    const preview = { id: who.id, productCode: 'plan-year' };
    const { obj } = await who.buyer.call('POST', `${path}/preview`, preview);
    const { amount, price } = obj as { amount: number; price: number };
    const request = { ...preview, amount, idempotencyKey: newKey() };
    const second = (await who.buyer.call('POST', path, request)).obj as { order: { code: string } };
    await withdraw(who, second.order.code);
    const back = [];
    for (const one of [second.order.code, first, who.order.code]) back.push(await backOf(one));
    expect(back).toEqual([amount, 800, 499]);
    expect(price).toBe(amount + 1299);
    expect(await findings()).toEqual([]);
  });

  test('concurrently refunds once', async () => {
    const who = await subscriber();
    const code = await changed(who);
    await Promise.all([1, 2, 3, 4].map(() => withdraw(who, code)));
    expect([await backOf(code), await backOf(who.order.code)]).toEqual([800, 499]);
    expect(await findings()).toEqual([]);
  });
});

describe('a plan bought without renewal', () => {
  const once = { ...weekly, autoRenew: false };

  test('ends without a cancellation date; a cancelled plan has one (R50)', async () => {
    const buyer = await newBuyer(server);
    await bought(server, buyer, once);
    expect(await planOf(buyer)).toMatchObject({
      cancelAtPeriodEnd: true,
      cancelledAt: null,
      canResume: false,
    });
    const who = await subscriber();
    await who.buyer.call('DELETE', '/v1/user-subscription', { id: who.id });
    expect((await planOf(who.buyer)).cancelledAt).not.toBeNull();
  });

  test('continues with the next period when bought again with renewal, and renews from then on', async () => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, once);
    const before = await planOf(buyer);
    server.clock.advance(2 * day);
    await bought(server, buyer, weekly);
    const after = await planOf(buyer);
    expect(after).toMatchObject({ id: before.id, cancelAtPeriodEnd: false });
    expect(after.periodStart).toBe(before.periodEnd);
    expect(Date.parse(String(after.nextCharge?.at)) - Date.parse(String(before.periodEnd))).toBe(
      7 * day,
    );
    expect((await rowsOf(server, code)).subscriptions).toHaveLength(1);
    server.clock.advance(13 * day);
    await server.sweep();
    expect((await rowsOf(server, code)).subscriptions[0]).toMatchObject({
      status: 'active',
      cycle: 3,
    });
    expect(await findings()).toEqual([]);
  });
});
