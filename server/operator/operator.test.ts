import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { mailTo } from '../accounts/accounts.fixture.ts';
import { end, ledgerOf, start } from '../credits/purse.fixture.ts';
import {
  type Buyer,
  bought,
  day,
  minute,
  monthly,
  newBuyer,
  orderOf,
  rowsOf,
  sandboxOf,
  weekly,
} from '../orders/money.fixture.ts';
import { clockLeeway as leeway } from '../testing/server.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey } from '../testing/visitor.fixture.ts';
import { operatorActions } from './operator.schema.ts';

const token = 'a token of an operator, 32 or more';
const server = sharedTestServer({ env: { ADMIN_TOKEN: token } });

const by = { by: 'ada', reason: 'asked for by mail' };

let calls = 0;

/** Runs a command. Each call comes from another IP address, because limits count per address. */
async function run(command: string, payload: object) {
  calls += 1;
  const remoteAddress = `10.1.${calls >> 8}.${calls & 255}`;
  const headers = { authorization: `Bearer ${token}` };
  const url = `/admin/api/${command}`;
  return (await server.app.inject({ method: 'POST', url, headers, payload, remoteAddress })).json();
}

/** Returns the stuck items of an order. */
async function stuckOf(code: string) {
  const { result } = await run('stuck', {});
  return (result as { kind: string; id: string; why: string }[]).filter(({ id }) => id === code);
}

const stuckRefunds = async (code: string) =>
  (await stuckOf(code)).filter(({ kind }) => kind === 'refund').map(({ why }) => why);

/** Uses credits of the buyer for a successful task. */
async function useUp({ ownerId }: Buyer, credits: number) {
  const { db } = server.database;
  const now = server.clock.now();
  await end(db, await start(db, { ownerId, credits, now }), 'task.succeeded', now);
}

const atOnce = <Result>(count: number, act: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, act));

test('refunds a part, which takes no credits, and then the rest, which takes the remaining credits', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const part = await run('refund', { code, amount: 100, key: newKey(), ...by });
  expect(part).toMatchObject({ ok: true, result: { outcome: 'asked', amount: 100 } });
  expect((await orderOf(buyer, code)).status).toBe('partlyRefunded');
  expect(mailTo(server, buyer.email, 'refund')).toMatchObject({ order: code, amount: 100 });
  const after = await rowsOf(server, code);
  expect(after.payments).toMatchObject([{ status: 'partlyRefunded', refunded: 100 }]);
  expect(after.lines).toEqual([{ kind: 'purchase', amount: 100 }]);
  const rest = await run('refund', { code, key: newKey(), ...by });
  expect(rest).toMatchObject({ ok: true, result: { amount: 299 } });
  const { order, lines, refunds } = await rowsOf(server, code);
  expect(order.status).toBe('refunded');
  expect(refunds.map(({ state, reason }) => [state, reason])).toEqual([
    ['done', 'operator'],
    ['done', 'operator'],
  ]);
  expect(lines).toContainEqual({ kind: 'refund', amount: -100 });
  expect(await run('refund', { code, key: newKey(), ...by })).toMatchObject({ code: 'not_paid' });
});

test.each([
  ['being refunded', 'asked'],
  ['given back', 'done'],
])('a withdrawal from an order with a part %s refunds the rest', async (_, state) => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const refund = vi.spyOn(sandboxOf(server), 'refund');
  if (state === 'asked') refund.mockResolvedValueOnce({ ref: '', status: 'asked' });
  await run('refund', { code, amount: 100, key: newKey(), ...by });
  const { status, withdrawableUntil } = await orderOf(buyer, code);
  expect(status).toBe(state === 'asked' ? 'paid' : 'partlyRefunded');
  expect(withdrawableUntil).not.toBeNull();
  const preview = await buyer.call('POST', '/v1/order/withdraw/preview', { code });
  expect(preview).toMatchObject({ success: '1', obj: { amount: 299, paid: 399 } });
  const withdraw = () => buyer.call('POST', '/v1/order/withdraw', { code });
  expect(await withdraw()).toMatchObject({ success: '1' });
  server.clock.advance(10 * minute);
  await server.sweep();
  const { order, payments, refunds, lines } = await rowsOf(server, code);
  expect(order.status).toBe('refunded');
  expect(payments).toMatchObject([{ refunded: 399, status: 'refunded' }]);
  const back = refunds.map(({ amount, reason }) => `${reason} ${amount}`);
  expect(back.sort()).toEqual(['operator 100', 'withdrawal 299']);
  expect(lines).toContainEqual({ kind: 'refund', amount: -100 });
  expect(await withdraw()).toMatchObject({ success: 'not_withdrawable' });
});

test('a withdrawal refunds even the last cent', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  await run('refund', { code, amount: 398, key: newKey(), ...by });
  expect((await buyer.call('POST', '/v1/order/withdraw/preview', { code })).obj).toMatchObject({
    amount: 1,
  });
  const withdrawn = await buyer.call('POST', '/v1/order/withdraw', { code });
  expect(withdrawn.obj).toMatchObject({ status: 'refunded' });
  expect(mailTo(server, buyer.email, 'withdrawn')).toMatchObject({ order: code, amount: 1 });
});

test('an order refunded by a withdrawal cannot be withdrawn from again', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  await useUp(buyer, 40);
  const withdraw = () => buyer.call('POST', '/v1/order/withdraw', { code });
  expect(await withdraw()).toMatchObject({ success: '1' });
  const after = await orderOf(buyer, code);
  expect(after).toMatchObject({ status: 'partlyRefunded', withdrawableUntil: null });
  expect(await withdraw()).toMatchObject({ success: 'not_withdrawable' });
  expect((await rowsOf(server, code)).refunds).toHaveLength(1);
});

test('an order with all credits used cannot be withdrawn from', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  await useUp(buyer, 120);
  for (const path of ['/v1/order/withdraw/preview', '/v1/order/withdraw']) {
    expect(await buyer.call('POST', path, { code })).toMatchObject({ success: 'not_withdrawable' });
  }
  expect(await rowsOf(server, code)).toMatchObject({ order: { status: 'paid' }, refunds: [] });
});

test('ends the refunded plan', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer, monthly);
  await run('refund', { code, key: newKey(), ...by });
  expect((await rowsOf(server, code)).subscriptions).toMatchObject([{ status: 'ended' }]);
});

test.each([
  ['the first', 0, 'ended'],
  ['one between', 1, 'active'],
  ['the last', 2, 'ended'],
])(
  'of a plan that was renewed twice, %s order is refunded: the plan is %s',
  async (_, nth, status) => {
    const buyer = await newBuyer(server);
    const { code } = await bought(server, buyer, weekly);
    for (let n = 0; n < 2; n += 1) {
      server.clock.advance(7 * day);
      await server.sweep();
    }
    const { result } = await run('orders', { email: buyer.email });
    const codes = (result as { code: string }[]).map((order) => order.code).reverse();
    expect(codes).toHaveLength(3);
    expect(codes[0]).toBe(code);
    const refund = await run('refund', { code: codes[nth], key: newKey(), ...by });
    expect(refund).toMatchObject({ ok: true, result: { amount: 499 } });
    expect((await rowsOf(server, code)).subscriptions).toMatchObject([{ status }]);
  },
);

test('a refund that the provider refused can be repeated in full', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const refund = vi.spyOn(sandboxOf(server), 'refund');
  refund.mockResolvedValueOnce({ ref: '', status: 'failed' });
  await run('refund', { code, key: newKey(), ...by });
  expect((await rowsOf(server, code)).refunds).toMatchObject([{ state: 'failed', amount: 399 }]);
  expect(await stuckRefunds(code)).toEqual(['The provider refused to refund 399 EUR.']);
  const again = await run('refund', { code, key: newKey(), ...by });
  expect(again).toMatchObject({ ok: true, result: { outcome: 'asked', amount: 399 } });
  expect((await orderOf(buyer, code)).status).toBe('refunded');
  expect(await stuckRefunds(code)).toEqual([]);
});

test('repeats a pending refund after one, two and four minutes', async () => {
  const { code } = await bought(server, await newBuyer(server));
  const refund = vi.spyOn(sandboxOf(server), 'refund');
  refund.mockResolvedValue({ ref: '', status: 'asked' });
  await run('refund', { code, key: newKey(), ...by });
  const asked = [refund.mock.calls.length];
  for (const minutes of [1, 2, 4]) {
    for (const step of [minutes * minute - leeway, leeway + 1000]) {
      server.clock.advance(step);
      await server.sweep();
      asked.push(refund.mock.calls.length);
    }
  }
  expect(asked).toEqual([1, 1, 2, 2, 3, 3, 4]);
});

test('refunds once for each key, also concurrently, and never more than was paid', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { code } = await bought(server, await newBuyer(server));
    const request = { code, amount: 250, ...by };
    const key = newKey();
    const same = await atOnce(5, () => run('refund', { ...request, key }));
    const outcomes = same.map(({ result }) => result?.outcome).sort();
    expect(outcomes).toEqual(['asked', 'repeated', 'repeated', 'repeated', 'repeated']);
    const others = await atOnce(4, () => run('refund', { ...request, key: newKey() }));
    expect(others.map((one) => one.code)).toEqual(Array(4).fill('amount_too_high'));
    const { payments, refunds } = await rowsOf(server, code);
    expect(refunds).toHaveLength(1);
    expect(payments[0]?.refunded).toBe(250);
  }
});

test('refuses a key that was used for another command', async () => {
  const buyer = await newBuyer(server);
  const [one, other] = [await bought(server, buyer), await bought(server, buyer)];
  const key = newKey();
  await run('refund', { code: one.code, amount: 5, key, ...by });
  for (const request of [
    { code: one.code, amount: 6 },
    { code: other.code, amount: 5 },
  ]) {
    expect(await run('refund', { ...request, key, ...by })).toMatchObject({ code: 'key_reused' });
  }
});

test('grants once for each key, also concurrently, in a ledger line visible to the owner', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, ownerId } = await newBuyer(server);
    const request = { email, credits: 30, key: newKey(), ...by };
    const answers = await atOnce(6, () => run('grant', request));
    const outcomes = answers.map(({ result }) => result?.outcome).sort();
    expect(outcomes).toEqual(['granted', ...Array(5).fill('repeated')]);
    const lines = await ledgerOf(server.database.db, ownerId);
    expect(lines.filter((line) => line.includes('operator:'))).toEqual([
      `grant 30 operator:${request.key}`,
    ]);
    const different = await run('grant', { ...request, credits: 31 });
    expect(different).toMatchObject({ ok: false, code: 'key_reused' });
    const { result } = await run('ledger', { email });
    expect(result.actions).toMatchObject([{ kind: 'grant', amount: 30, actor: 'ada' }]);
    expect(result.balance, 'with what a new account is given').toBe(20 + 30);
  }
});

test.each([
  ['grant', { owner: 'x', credits: 0, key: 'k', ...by }, 'invalid_input'],
  ['grant', { owner: 'x', credits: 1.5, key: 'k', ...by }, 'invalid_input'],
  ['grant', { owner: 'x', credits: 100_001, key: 'k', ...by }, 'invalid_input'],
  ['grant', { owner: 'x', credits: 1, key: 'k', by: 'ada', reason: ' ' }, 'invalid_input'],
  ['grant', { credits: 1, key: 'k', ...by }, 'invalid_input'],
  ['grant', { owner: 'nobody', credits: 1, key: 'k', ...by }, 'owner_not_found'],
  ['refund', { code: 'LW-0000-0000', key: 'k', ...by }, 'order_not_found'],
  ['refund', { code: 'LW-0000-0000', amount: -1, key: 'k', ...by }, 'invalid_input'],
  ['order', { code: 'LW-0000-0000' }, 'order_not_found'],
  ['order', { code: 'x'.repeat(40) }, 'order_not_found'],
  ['order', { code: 'x'.repeat(41) }, 'invalid_input'],
  ['orders', { state: 'lost' }, 'invalid_input'],
  ['constructor', {}, 'unknown_command'],
])('%s of %j is refused with %s', async (command, input, code) => {
  expect(await run(command, input)).toMatchObject({ ok: false, code });
});

test('operator actions can be neither changed nor deleted', async () => {
  const { email } = await newBuyer(server);
  await run('grant', { email, credits: 1, key: newKey(), ...by });
  const { db } = server.database;
  const name = { cause: { message: 'operator_actions is append-only' } };
  await expect(db.update(operatorActions).set({ actor: 'eve' })).rejects.toMatchObject(name);
  await expect(
    db.delete(operatorActions).where(eq(operatorActions.actor, 'ada')),
  ).rejects.toMatchObject(name);
});

test('shows all of an order except data that could be used to pay', async () => {
  const { code } = await bought(server, await newBuyer(server), monthly);
  const { result } = await run('order', { code: code.toLowerCase() });
  expect(result).toMatchObject({
    order: { code, status: 'paid' },
    payments: [{ status: 'succeeded' }],
    lots: [{ source: 'plan' }],
    lines: [{ kind: 'purchase' }],
    events: expect.arrayContaining([expect.objectContaining({ handledAt: expect.any(String) })]),
    mails: [{ kind: 'receipt' }],
  });
  expect(result.payments[0]).not.toHaveProperty('mandate');
  expect(result.payments[0]).not.toHaveProperty('checkout');
});

test('lists orders by state, buyer and day', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const { email } = buyer;
  const codes = async (filter: object) =>
    (await run('orders', { email, ...filter })).result.map((order: { code: string }) => order.code);
  expect(await codes({})).toEqual([code]);
  expect(await codes({ state: 'open' })).toEqual([]);
  expect(await codes({ since: '2999-01-01' })).toEqual([]);
});

test('lists stuck items', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  expect(await stuckOf(code)).toEqual([]);
  const { db } = server.database;
  await db.execute(
    sql`update payments set next_check_at = now() - interval '1 day' where order_id = (select id from orders where code = ${code})`,
  );
  expect(await stuckOf(code)).toMatchObject([{ kind: 'payment', id: code }]);
  await db.execute(sql`update payments set next_check_at = null where next_check_at < now()`);
});

test('lists refunds that were sent late, have been pending for a day or were refused', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const refund = vi.spyOn(sandboxOf(server), 'refund');
  refund.mockResolvedValue({ ref: '', status: 'asked' });
  await run('refund', { code, key: newKey(), ...by });
  expect(await stuckRefunds(code)).toEqual([]);
  server.clock.advance(day - minute);
  expect(await stuckRefunds(code)).toEqual(['It was not sent to the provider in time.']);
  await server.sweep();
  expect(await stuckRefunds(code)).toEqual([]);
  server.clock.advance(2 * minute);
  expect(await stuckRefunds(code)).toEqual(['Sent 2 times, but not completed within a day.']);
  refund.mockResolvedValue({ ref: '', status: 'failed' });
  server.clock.advance(day);
  await server.sweep();
  expect(await stuckRefunds(code)).toEqual(['The provider refused to refund 399 EUR.']);
});
