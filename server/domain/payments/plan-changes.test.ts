import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { setOutcome } from '../../payments/sandbox/sandbox.store.ts';
import { sharedTestServer } from '../../shared-test-server.fixture.ts';
import { newKey, photo } from '../../visitor.fixture.ts';
import { codePath, mailTo } from '../accounts/accounts.fixture.ts';
import { diagnose } from '../operator/doctor.ts';
import {
  bought,
  day,
  hour,
  minute,
  newBuyer,
  planOf,
  rowsOf,
  sandboxOf,
  weekly,
} from './money.fixture.ts';

const server = sharedTestServer();
const path = '/v1/user-subscription/change';

/** Somebody with a weekly plan, paid a moment ago. */
async function subscriber() {
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer, weekly);
  const { id } = await planOf(buyer);
  return { buyer, order, id: String(id) };
}

type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const wishOf = ({ id }: Subscriber, amount = 800) => ({
  ...{ id, productCode: 'plan-month', amount, idempotencyKey: newKey() },
});

const change = (who: Subscriber, amount?: number) =>
  who.buyer.call('POST', path, wishOf(who, amount));

async function nextCharges({ order }: Subscriber, outcome: 'success' | 'declined' | 'pending') {
  const { subscriptions } = await rowsOf(server, order.code);
  await setOutcome(server.database.db, subscriptions[0]?.mandate ?? '', outcome);
}

/** What lots of plans hold, the smallest first. */
async function lotsOf({ buyer }: Subscriber): Promise<number[]> {
  const { obj } = await buyer.call('GET', '/v1/user/credits');
  const { lots } = obj as { lots: { source: string; balance: number }[] };
  const ofPlans = lots.filter(({ source }) => source === 'plan');
  return ofPlans.map(({ balance }) => balance).sort((a, b) => a - b);
}

/** Today's free credits and the welcome are used up: starts take from the plan. */
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

  test('are gone however many starts and cancels come beside it', async () => {
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
    // A start that came first leaves less to deduct than the preview said.
    expect(['1', 'price_changed']).toContain(changed?.success);
    expect(await lotsOf(who)).toEqual(changed?.success === '1' ? [600] : [expect.any(Number)]);
    expect(await findings()).toEqual([]);
  });

  test('come back when the charge is declined, and the next change has a key of its own', async () => {
    const who = await subscriber();
    await nextCharges(who, 'declined');
    const wish = wishOf(who);
    for (let n = 0; n < 2; n += 1) {
      expect(await who.buyer.call('POST', path, wish)).toMatchObject({
        success: 'payment_declined',
      });
    }
    expect(await lotsOf(who)).toEqual([150]);
    expect(await findings()).toEqual([]);
    await nextCharges(who, 'success');
    expect(await change(who)).toMatchObject({ success: '1' });
    expect(await lotsOf(who)).toEqual([600]);
  });

  test('come back when the plan is cancelled meanwhile, and the money as well', async () => {
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

  test('come back for a day when the cycle ends before the charge', async () => {
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

  test('are lost with the account, and the money of the charge goes back', async () => {
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

  test('are back when the first order is withdrawn from while the charge is under way', async () => {
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

  test('that were used after all are found by the doctor', async () => {
    const who = await subscriber();
    const { obj } = await change(who);
    const { code } = (obj as { order: { code: string } }).order;
    await server.database.db.execute(sql`insert into credit_lines (purse_id, kind, reason, lot_id, cause, amount, created_at)
      select l.purse_id, 'adjustment', 'subscription.unchanged', l.lot_id, l.cause || ':back', 6, now()
      from credit_lines l join orders o on l.cause = 'change:' || o.id where o.code = ${code}`);
    expect(await findings()).toEqual([`change.credits order ${code}`]);
    await server.database.db.execute(
      sql`delete from credit_lines where cause like 'change:%:back'`,
    );
  });
});

describe('changes of one plan at once', () => {
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

  test('with one key are one change', async () => {
    const who = await subscriber();
    const wish = wishOf(who);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => who.buyer.call('POST', path, wish)),
    );
    expect(answers.map(({ success }) => success)).toEqual(['1', '1', '1', '1']);
    expect(await chargesOf(who)).toEqual([499, 800]);
  });

  test('are refused with a code of their own while one is under way for days', async () => {
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
