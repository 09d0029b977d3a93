import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { methods } from '../../platform/config/methods.ts';
import type { CheckoutRequest } from '../provider.port.ts';
import { knownOf, linked, paid, requestOf } from '../provider-contract.fixture.ts';
import { createAirwallex } from './airwallex.ts';
import { fromAirwallex, toAirwallex } from './airwallex-amounts.ts';
import { airwallexCapabilities } from './airwallex-capabilities.ts';
import { airwallexKeys, type FakeAirwallex, startFakeAirwallex } from './fake-airwallex.fixture.ts';

let offset = 0;
const now = () => new Date(Date.now() + offset);
let fake: FakeAirwallex;
beforeAll(async () => {
  fake = await startFakeAirwallex(now);
});
afterEach(() => fake.calm());
afterAll(() => fake.close());

const open = (rest: object = {}) =>
  createAirwallex({ ...airwallexKeys, apiUrl: fake.url, ...rest }, now);
const gcash = { method: 'g_cash', currency: 'PHP', amount: 29_901 } as const;
const tng = { method: 'touch_n_go', currency: 'MYR', amount: 5435 } as const;
const bench = {
  open,
  now,
  once: gcash,
  renewing: tng,
  advance(ms: number) {
    offset += ms;
  },
  pay: (ref: string) => fake.pay(ref),
  payLess: (ref: string) => fake.pay(ref, 1),
  declineRenewals: () => {},
  takeBack: () => {},
  message: () => ({ body: '', headers: {} }),
};
const request = (rest: Partial<CheckoutRequest> = {}) => requestOf(bench, rest);
const sentTo = (path: RegExp) =>
  fake.requests
    .filter((one) => path.test(`${one.method} ${one.path}`))
    .map(({ body }) => JSON.parse(body || '{}') as Record<string, unknown>);
const minute = 60_000;

test.each([
  ['EUR', 435, 4.35],
  ['JPY', 500, 500],
  ['IDR', 6_500_000, 65_000],
])('amounts of %s are decimals at Airwallex', (currency, ours, theirs) => {
  expect(toAirwallex(ours, currency)).toBe(theirs);
  expect(fromAirwallex(theirs, currency)).toBe(ours);
});

describe('a sign-in', () => {
  const logins = () => fake.requests.filter(({ path }) => path.endsWith('/login')).length;

  test('is made once for many calls, and again before its token expires', async () => {
    const provider = open();
    const before = logins();
    await Promise.all([request(), request(), request()].map((one) => provider.createCheckout(one)));
    expect(logins() - before).toBe(1);
    offset += 29 * minute + 1000;
    await provider.createCheckout(request());
    expect(logins() - before).toBe(2);
  });

  test('is made again when a token is no longer accepted', async () => {
    const provider = open();
    await provider.createCheckout(request());
    fake.endTokens();
    expect((await provider.createCheckout(request())).ref).toMatch(/^int_/);
  });

  test('with a wrong key does not refuse the charge, which may be tried again', async () => {
    const provider = open({ apiKey: 'other' });
    await expect(provider.createCheckout(request())).rejects.toMatchObject({
      name: 'AirwallexError',
      status: 401,
      code: 'credentials_invalid',
    });
  });
});

describe('a checkout', () => {
  test('is an intent of our payment, confirmed with the wallet', async () => {
    const one = request();
    const { checkout } = await open().createCheckout(one);
    expect(sentTo(/payment_intents\/create$/).at(-1)).toEqual({
      request_id: one.key,
      merchant_order_id: one.reference,
      amount: 299.01,
      currency: 'PHP',
      descriptor: one.description,
      return_url: one.returnUrl,
    });
    expect(sentTo(/confirm$/).at(-1)).toEqual({
      request_id: `${one.key}-pay`,
      payment_method: { type: 'gcash', gcash: { flow: 'qrcode' } },
    });
    expect(checkout.kind).toBe('redirect');
  });

  test('of a wallet with a code has a QR code, and a page for buyers on their phone', async () => {
    const { checkout } = await open().createCheckout(request(tng));
    if (checkout.kind !== 'qr') throw new Error(checkout.kind);
    expect(checkout.data).toMatch(/^https:\/\/wallet\.example\//);
    expect(decodeURIComponent(checkout.image)).toMatch(/^data:image\/svg\+xml,<svg/);
    expect(checkout.url).toMatch(/^https:\/\/api\.airwallex\.com\/pa\/redirect\//);
  });

  test('with a code for cameras only leads buyers on their phone to its page', async () => {
    const one = request(tng);
    const { ref, checkout: first } = await open().createCheckout(one);
    const { next_action } = fake.books.intent(ref);
    Object.assign(next_action ?? {}, { qrcode: '00020101021226390012' });
    fake.usedKeys = 'refused';
    const { checkout } = await open().createCheckout(one);
    fake.usedKeys = 'answered';
    if (checkout.kind !== 'qr' || first.kind !== 'qr') throw new Error(checkout.kind);
    expect(checkout).toMatchObject({ url: first.url, data: first.url });
    expect(checkout.image).not.toBe(first.image);
  });

  test.each([
    ['boost', 'MYR'],
    ['shopee', 'PHP'],
    ['dana', 'IDR'],
    ['truemoney', 'THB'],
    ['rabbit_line', 'THB'],
    ['paypal', 'EUR'],
  ] as const)('can be paid by %s', async (method, currency) => {
    const { ref } = await open().createCheckout(request({ method, currency }));
    expect(ref).toMatch(/^int_/);
  });

  test('in a currency that the wallet does not support is refused', async () => {
    const making = open().createCheckout(request({ currency: 'EUR' }));
    await expect(making).rejects.toMatchObject({
      name: 'ChargeRefused',
      reason: 'validation_error',
    });
  });

  test('whose answers were lost is found again', async () => {
    for (const step of [/intents\/create$/, /confirm$/]) {
      const one = request();
      fake.trouble('lost', step, 2);
      await expect(open().createCheckout(one)).rejects.toThrow();
      const before = fake.books.intents.size;
      expect((await open().createCheckout(one)).checkout.kind).toBe('redirect');
      expect(fake.books.intents.size).toBe(before);
    }
  });

  test('is repeated once automatically after 429 and 500', async () => {
    for (const trouble of [429, 500, 'unheard'] as const) {
      fake.trouble(trouble, /intents\/create$/);
      await open().createCheckout(request());
    }
    fake.trouble(500, /intents\/create$/, 2);
    await expect(open().createCheckout(request())).rejects.toMatchObject({ status: 500 });
  });

  test('throws without an answer in time', async () => {
    fake.trouble('silent', /intents\/create$/);
    const slow = open({ timeoutMs: 50 }).createCheckout(request());
    // On a busy machine the time limit may pass during the sign-in.
    await expect(slow).rejects.toThrow('Airwallex did not answer: TimeoutError');
  });

  test.each([
    ['FAILED', 'failed', 'wallet_failed'],
    ['EXPIRED', 'expired', null],
    ['CANCELLED', 'cancelled', null],
  ] as const)('whose attempt is %s is %s', async (how, status, reason) => {
    const one = request();
    const { ref } = await open().createCheckout(one);
    fake.leave(ref, how);
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status, reason }]);
  });

  test('whose money is still on its way is pending', async () => {
    const one = request();
    const { ref } = await open().createCheckout(one);
    fake.books.intent(ref).status = 'PENDING';
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: 'pending' }]);
  });
});

describe('a plan', () => {
  test('links the wallet first, and charges it when the buyer has agreed', async () => {
    const one = request({ savesMandate: true });
    const { ref } = await open().createCheckout(one);
    expect(sentTo(/payment_consents\/create$/).at(-1)).toMatchObject({
      next_triggered_by: 'merchant',
      metadata: { payment: one.reference },
    });
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: 'awaiting' }]);
    fake.pay(ref);
    const [report] = await open().status(knownOf(one, ref));
    expect(report).toMatchObject({ status: 'succeeded', amount: 5435, currency: 'MYR' });
    expect(report?.mandate).toMatch(/^cus_\w+\/cst_\w+$/);
    expect(await open().status(knownOf(one, ref))).toEqual([report]);
  });

  test('that was cancelled is not charged, even if its buyer agrees', async () => {
    const one = request({ savesMandate: true });
    const { ref } = await open().createCheckout(one);
    fake.pay(ref);
    const [report] = await open().status(knownOf(one, ref, { isLive: false }));
    expect(report).toMatchObject({ status: 'awaiting' });
    await open().cancel(knownOf(one, ref));
    const [closed] = await open().status(knownOf(one, ref));
    expect(closed).toMatchObject({ status: 'cancelled' });
    expect(fake.books.intent(ref).captured_amount).toBe(0);
  });

  test('whose wallet declines the first charge has failed', async () => {
    const one = request({ savesMandate: true });
    const { ref } = await open().createCheckout(one);
    fake.pay(ref);
    fake.declineRenewals(`/${fake.books.intent(ref).metadata?.consent}`, 'insufficient_funds');
    const failed = { status: 'failed', reason: 'insufficient_funds' };
    expect(await open().status(knownOf(one, ref))).toMatchObject([failed]);
    expect(await open().status(knownOf(one, ref))).toMatchObject([failed]);
  });

  test('is charged once by two concurrent inquiries', async () => {
    const one = request({ savesMandate: true });
    const { ref } = await open().createCheckout(one);
    fake.pay(ref);
    const both = [open(), open()].map((provider) => provider.status(knownOf(one, ref)));
    const statuses = (await Promise.all(both)).flat().map(({ status }) => status);
    expect(statuses).toEqual(['succeeded', 'succeeded']);
  });

  test('whose consent was revoked is refused', async () => {
    const mandate = await linked(bench);
    fake.books.consent(mandate.split('/')[1] ?? '').status = 'DISABLED';
    const { reference, key, description } = request();
    const charging = open().chargeRenewal({ reference, key, description, mandate, ...tng });
    await expect(charging).rejects.toMatchObject({ reason: 'invalid_status_for_operation' });
  });
});

test("reports a refund's current state: accepted, on its way, or failed", async () => {
  const { ref } = await paid(bench);
  const back = { ref, key: `${ref}-back`, amount: 29_901, currency: 'PHP' };
  expect(await open().refund(back)).toMatchObject({ status: 'asked' });
  for (const [said, status] of [
    ['ACCEPTED', 'done'],
    ['SETTLED', 'done'],
    ['FAILED', 'failed'],
  ] as const) {
    Object.assign(fake.books.refunds.at(-1) ?? {}, { status: said });
    expect(await open().refund(back)).toMatchObject({ status });
  }
});

test.each([
  ['RFI', 'REQUIRES_RESPONSE', 'succeeded'],
  ['PRE_CHARGEBACK', 'REQUIRES_RESPONSE', 'succeeded'],
  ['CHARGEBACK', 'LOST', 'chargedBack'],
  ['CHARGEBACK', 'WON', 'succeeded'],
])('a dispute at the stage %s that is %s makes the charge %s', async (stage, said, status) => {
  const { request: one, ref } = await paid(bench);
  fake.dispute(ref, stage, said);
  expect(await open().status(knownOf(one, ref))).toMatchObject([{ status }]);
});

describe('a message', () => {
  const read = async ({ body, headers }: ReturnType<FakeAirwallex['message']>) =>
    await open().readWebhook(Buffer.from(body), headers);

  test('about a consent or a refund leads to the payment', async () => {
    const one = request({ savesMandate: true });
    const { ref } = await open().createCheckout(one);
    const consent = fake.books.consent(fake.books.intent(ref).metadata?.consent ?? '');
    const verified = await read(fake.message('payment_consent.verified', consent));
    expect(verified.reference).toBe(one.reference);
    const refund = { id: 'rfd_1', payment_intent_id: ref, status: 'ACCEPTED' };
    expect((await read(fake.message('refund.accepted', refund))).reference).toBe(one.reference);
    const gone = { ...refund, payment_intent_id: 'int_gone' };
    expect((await read(fake.message('refund.accepted', gone))).reference).toBe('');
  });

  test('about a foreign payment has no reference', async () => {
    const event = await read(fake.message('deposit.settled', { id: 'dep_1' }));
    expect(event).toMatchObject({ type: 'deposit.settled', reference: '' });
  });

  test('that is forged or not an event is refused', async () => {
    const forged = fake.message('payment_intent.succeeded', {}, { secret: 'other' });
    await expect(read(forged)).rejects.toMatchObject({ code: 'invalid_signature' });
    await expect(read({ ...forged, headers: {} })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
    await expect(read(fake.message('', {}))).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('has a capability, or null, for each of our methods', () => {
  expect(Object.keys(airwallexCapabilities).sort()).toEqual(methods.map(({ code }) => code).sort());
});
