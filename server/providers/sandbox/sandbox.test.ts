import { describe, expect, test } from 'vitest';
import { locales } from '../../../machines/model/locale.ts';
import {
  buy,
  mailsTo,
  newBuyer,
  orderOf,
  type PresentedOrder,
  pack,
  payAs,
  refOf,
} from '../../orders/money.fixture.ts';
import { sharedTestServer } from '../../testing/shared-test-server.fixture.ts';
import { createVisitor } from '../../testing/visitor.fixture.ts';

const server = sharedTestServer();

const pageOf = (order: PresentedOrder) => `/sandbox/pay/${refOf(order)}`;

const get = (url: string) => server.app.inject({ method: 'GET', url });

const post = (url: string, fields: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const malaysia = { ...pack, country: 'MY', currency: 'MYR', amount: 1290 };
const requests = {
  card: pack,
  wallet: { ...malaysia, method: 'touch_n_go' },
  upi: { ...pack, country: 'IN', currency: 'INR', amount: 24900, method: 'upi' },
  bank: { ...pack, country: 'PH', currency: 'PHP', amount: 17900, method: 'maya' },
};

describe('a payment page of the sandbox', () => {
  test.each(Object.entries(requests))(
    'of the family %s shows the amount and can be left',
    async (family, request) => {
      const order = await buy(await newBuyer(server), request);
      const page = await get(pageOf(order));
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain(`data-family="${family}"`);
      expect(page.body).toContain('Play money');
      expect(page.body).toContain('value="left"');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.body).not.toMatch(/<script|undefined|\{\w+\}/);
    },
  );

  test('of a card asks its bank before anything is paid (3-D Secure) (R46)', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer);
    const asked = await post(pageOf(order), { outcome: 'success', messages: 'onTime' });
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('Your bank is asking');
    expect((await orderOf(buyer, order.code)).status).toBe('open');
    const confirmed = await post(pageOf(order), { step: 'confirm', outcome: 'success' });
    expect(confirmed.statusCode).toBe(303);
    expect(confirmed.headers.location).toContain(`order=${order.code}`);
    expect((await orderOf(buyer, order.code)).status).toBe('paid');
    expect((await get(pageOf(order))).body).toContain('This payment is closed');
  });

  test('of UPI has a QR code with the address that an app opens', async () => {
    const order = await buy(await newBuyer(server), requests.upi);
    expect(order.payment?.checkout).toMatchObject({ kind: 'qr' });
    const { checkout } = order.payment ?? {};
    if (checkout?.kind !== 'qr') throw new Error('Expected a QR code.');
    const address = new URL(checkout.data);
    expect(address.protocol).toBe('upi:');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ am: '249.00', cu: 'INR' });
    const image = await get(new URL(checkout.image).pathname);
    expect(image.headers['content-type']).toContain('image/svg+xml');
    expect(image.body).toContain('<svg');
    // The order's page shows the QR code until the end of the charge is reported.
    await post(pageOf(order), { outcome: 'success', messages: 'lost' });
    expect((await get(new URL(checkout.image).pathname)).body).toBe(image.body);
  });

  test('of a bank stays pending', async () => {
    const buyer = await newBuyer(server);
    const order = await buy(buyer, requests.bank);
    await post(pageOf(order), { outcome: 'pending', messages: 'onTime' });
    expect((await orderOf(buyer, order.code)).payment?.status).toBe('pending');
  });

  test('exists in every language', async () => {
    const titles = new Set<string>();
    for (const locale of locales) {
      const buyer = await newBuyer(server);
      await buyer.call('POST', '/v1/user/preferences', { locale });
      const { body } = await get(pageOf(await buy(buyer)));
      expect(body).toContain(`<html lang="${locale}">`);
      titles.add(/<title>([^<]+)/.exec(body)?.[1] ?? '');
    }
    expect(titles.size).toBe(locales.length);
  });

  test('has the language of the selling page, and so has the receipt', async () => {
    const buyer = await newBuyer(server);
    const german = createVisitor(server, '203.0.113.77', { 'accept-language': 'de' });
    german.token = buyer.token;
    const order = await buy(german);
    expect((await get(pageOf(order))).body).toContain('<html lang="de">');
    await payAs(server, order);
    await orderOf(buyer, order.code);
    expect(mailsTo(server, buyer, 'receipt')).toMatchObject([{ locale: 'de' }]);
  });

  test('links an icon that its policy allows, so its console stays empty', async () => {
    const page = await get(pageOf(await buy(await newBuyer(server))));
    expect(page.body).toContain('<link rel="icon" href="/favicon.svg"');
    expect(page.headers['content-security-policy']).toContain("img-src 'self'");
  });

  test('of an unknown charge is not found', async () => {
    expect((await get('/sandbox/pay/sb_nothing')).statusCode).toBe(404);
    expect((await post('/sandbox/pay/sb_nothing', { outcome: 'success' })).statusCode).toBe(404);
  });
});
