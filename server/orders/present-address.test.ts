import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codePath, mailTo, newAddress } from '../accounts/accounts.fixture.ts';
import { hashOfAddress } from '../mail/address-hash.ts';
import { mails } from '../mail/mail.schema.ts';
import { purchaseMails } from '../mail/mail-kinds.ts';
import { insertMail, readdressMails } from '../mail/mails.store.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { type Buyer, bought, day, hour, minute, newBuyer, pack, weekly } from './money.fixture.ts';

const token = 'a token of an operator, 32 or more';
const server = sharedTestServer({ env: { ADMIN_TOKEN: token } });
const noon = new Date('2030-01-01T12:00:00.000Z');

/**
 * Changes the email address of the buyer's account.
 * @returns the former address
 */
async function move(buyer: Buyer): Promise<string> {
  const [former, next] = [buyer.email, newAddress()];
  await buyer.call('GET', codePath(next, 'changeEmail'));
  const { code } = mailTo(server, next, 'changeEmailCode');
  const { code: currentCode } = mailTo(server, former, 'changeEmailCode');
  const request = { email: next, code, currentCode };
  expect(await buyer.call('POST', '/v1/user/email', request)).toMatchObject({ success: '1' });
  buyer.email = next;
  return former;
}

const written = (address: string) =>
  server.mails.filter(({ to }) => to === address).map(({ kind }) => kind);

test('order codes go to the current address; the former address gives no access (R74)', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer, pack);
  const stranger = server.visitor();
  await stranger.call('POST', '/v1/order/access', { code });
  const early = mailTo(server, buyer.email, 'orderCode').code;
  server.clock.advance(2 * minute);
  const former = await move(buyer);
  const before = written(former);
  for (const path of ['/v1/order/access/look', '/v1/order/withdraw']) {
    const answer = await stranger.call('POST', path, { code, proof: early });
    expect(answer).toMatchObject({ success: 'invalid_code' });
  }
  await stranger.call('POST', '/v1/order/access', { code });
  expect(written(former)).toEqual(before);
  const { code: proof } = mailTo(server, buyer.email, 'orderCode');
  expect(await stranger.call('POST', '/v1/order/withdraw', { code, proof })).toMatchObject({
    success: '1',
  });
  expect(written(former)).toEqual(before);
  expect(mailTo(server, buyer.email, 'withdrawn')).toMatchObject({ order: code });
});

test('mails about a plan go to the current address: receipts, declined renewals, its end (R51, R74)', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer, weekly);
  const former = await move(buyer);
  const before = written(former);
  server.clock.advance(7 * day + hour);
  await server.sweep();
  expect(mailTo(server, buyer.email, 'receipt').order).not.toBe(code);
  const stranger = server.visitor();
  await stranger.call('POST', '/v1/order/access', { code });
  const { code: proof } = mailTo(server, buyer.email, 'orderCode');
  const cancelled = await stranger.call('DELETE', '/v1/user-subscription', { code, proof });
  expect(cancelled).toMatchObject({ success: '1', obj: { cancelAtPeriodEnd: true } });
  expect(mailTo(server, buyer.email, 'planCancelled')).toMatchObject({ order: code });
  expect(written(former)).toEqual(before);
});

test('an operator sees the current address of an order', async () => {
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer, pack);
  await move(buyer);
  for (const [command, payload] of [
    ['order', { code }],
    ['orders', { owner: buyer.ownerId }],
  ] as const) {
    const url = `/admin/api/${command}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.body).toContain(`"email":"${buyer.email}"`);
  }
});

test("queued mails about purchases follow the account's address, codes do not", async () => {
  const [from, to] = [newAddress(), newAddress()];
  const { db } = server.database;
  await db.transaction(async (tx) => {
    for (const kind of ['receipt', 'orderCode'] as const) {
      await insertMail(tx, {
        cause: `${kind} ${from}`,
        kind,
        locale: 'en',
        values: {},
        address: from,
        addressHash: hashOfAddress(from),
        createdAt: noon,
        nextTryAt: noon,
        uselessAt: noon,
      });
    }
    const present = { address: to, addressHash: hashOfAddress(to) };
    await readdressMails(tx, { from, to: present, kinds: purchaseMails });
  });
  const rows = await db
    .select()
    .from(mails)
    .where(inArray(mails.address, [from, to]));
  expect(rows.map(({ kind, address }) => [kind, address === to])).toEqual(
    expect.arrayContaining([
      ['receipt', true],
      ['orderCode', false],
    ]),
  );
});
