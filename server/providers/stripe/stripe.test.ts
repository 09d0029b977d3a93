import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { currencies, minorDigits } from '../../../machines/model/money.ts';
import { methods } from '../../platform/config/methods.ts';
import type { CheckoutRequest } from '../provider.port.ts';
import { knownOf, linked, paid, requestOf } from '../provider-contract.fixture.ts';
import { type FakeStripe, startFakeStripe, stripeKeys } from './fake-stripe.fixture.ts';
import { readForm } from './fake-stripe-form.fixture.ts';
import { createStripe } from './stripe.ts';
import { fromStripe, stripeDigits, toStripe } from './stripe-amounts.ts';
import { stripeCapabilities } from './stripe-capabilities.ts';

let offset = 0;
const now = () => new Date(Date.now() + offset);
const publicUrl = 'https://lightwell.example';
let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe(now);
});
afterEach(() => fake.calm());
afterAll(() => fake.close());

const open = (rest: object = {}) =>
  createStripe({ ...stripeKeys, apiUrl: fake.url, publicUrl, ...rest }, now);
const card = { method: 'card', currency: 'EUR', amount: 399 } as const;
const bench = {
  open,
  now,
  once: card,
  renewing: card,
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
const renewal = (mandate: string, rest: object = {}) => {
  const { reference, key, description } = request();
  return { reference, key, description, mandate, ...card, ...rest };
};
const lastSent = (path: string) => {
  const found = fake.requests.filter((one) => one.path === path).at(-1);
  return Object.fromEntries(readForm(found?.body ?? ''));
};
const hour = 3_600_000;

describe('amounts', () => {
  test('each currency with sales is converted as Stripe counts it', () => {
    for (const currency of currencies) {
      expect([currency, stripeDigits(currency)]).toEqual([currency, minorDigits(currency)]);
      expect(fromStripe(toStripe(1234, currency), currency.toLowerCase())).toEqual({
        amount: 1234,
        currency,
      });
    }
  });

  test.each([
    ['JPY', 0],
    ['KRW', 0],
    ['VND', 0],
    ['EUR', 2],
    ['IDR', 2],
    ['TWD', 2],
    ['ISK', 2],
    ['UGX', 2],
    ['KWD', 3],
  ])('%s has %i digits', (currency, digits) => {
    expect(stripeDigits(currency)).toBe(digits);
  });

  test('the amount of a currency without sales stays unchanged', () => {
    expect(fromStripe(1500, 'kwd')).toEqual({ amount: 1500, currency: 'KWD' });
    expect(toStripe(1500, 'KWD')).toBe(1500);
  });
});

describe('a checkout', () => {
  test('is requested with all fields for its page and its records', async () => {
    const one = request({ amount: 500, currency: 'JPY', locale: 'ja' });
    await open().createCheckout(one);
    const { expires_at, ...sent } = lastSent('/v1/checkout/sessions');
    expect(sent).toEqual({
      mode: 'payment',
      locale: 'ja',
      client_reference_id: one.reference,
      success_url: one.returnUrl,
      cancel_url: one.returnUrl,
      'adaptive_pricing.enabled': 'false',
      'metadata.payment': one.reference,
      'allowed_payment_method_types.0': 'card',
      'line_items.0.quantity': '1',
      'line_items.0.price_data.currency': 'jpy',
      'line_items.0.price_data.unit_amount': '500',
      'line_items.0.price_data.product_data.name': one.description,
      'payment_intent_data.description': one.description,
      'payment_intent_data.metadata.payment': one.reference,
    });
    expect(Number(expires_at) * 1000).toBeGreaterThan(one.expiresAt.getTime() + 30 * 60_000);
  });

  test('of a plan saves the card, and a checkout of a pack does not', async () => {
    const { report } = await paid(bench, { savesMandate: true });
    expect(report.mandate).toMatch(/^cus_\w+\/pm_\w+$/);
    expect((await paid(bench)).report.mandate).toBeNull();
  });

  test('is the same an hour later if its answer was lost', async () => {
    const one = request();
    fake.trouble('lost', /sessions$/, 2);
    await expect(open().createCheckout(one)).rejects.toThrow();
    offset += 50 * 60_000;
    const before = fake.books.sessions.size;
    expect((await open().createCheckout(one)).ref).toMatch(/^cs_/);
    expect(fake.books.sessions.size).toBe(before);
  });

  test('is repeated automatically after 500 and a broken connection, with the same key', async () => {
    for (const trouble of [500, 'unheard'] as const) {
      fake.trouble(trouble, /sessions$/);
      const sent = fake.requests.length;
      await open().createCheckout(request());
      const keys = fake.requests.slice(sent).map(({ headers }) => headers['idempotency-key']);
      expect([trouble, keys.length, new Set(keys).size]).toEqual([trouble, 2, 1]);
    }
  });

  test('waits for a concurrent request with the same key', async () => {
    fake.trouble(409, /sessions$/);
    expect((await open().createCheckout(request())).ref).toMatch(/^cs_/);
  });

  test('throws when Stripe is overloaded', async () => {
    fake.trouble(429, /sessions$/);
    const type = 'StripeRateLimitError';
    await expect(open().createCheckout(request())).rejects.toMatchObject({ type });
  });

  test('throws without an answer in time, although it was made', async () => {
    const one = request();
    fake.trouble('silent', /sessions$/, 2);
    await expect(open({ timeoutMs: 50 }).createCheckout(one)).rejects.toMatchObject({
      name: 'Error',
      type: 'StripeConnectionError',
    });
    expect((await open().createCheckout(one)).ref).toMatch(/^cs_/);
  });

  test.each([
    ['too small an amount', { amount: 20 }, 'amount_too_small'],
    [
      'a method in another currency',
      { method: 'paypal', currency: 'JPY' },
      'payment_method_not_available',
    ],
  ] as const)('is refused for %s', async (_what, rest, reason) => {
    await expect(open().createCheckout(request(rest))).rejects.toMatchObject({
      name: 'ChargeRefused',
      reason,
    });
  });

  test('counts as unanswered, and not as refused, if the key is wrong or was used for another call', async () => {
    const wrongKey = open({ secretKey: 'sk_test_other' }).createCheckout(request());
    await expect(wrongKey).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
    const one = request();
    await open().createCheckout(one);
    const other = open().createCheckout({ ...one, amount: 400 });
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  test('whose card was declined stays open, and may be paid with another card', async () => {
    const one = request();
    const { ref } = await open().createCheckout(one);
    fake.decline(ref);
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: 'awaiting' }]);
    fake.pay(ref);
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: 'succeeded' }]);
  });

  test('whose money is on its way is pending until it arrives or fails', async () => {
    for (const [end, status] of [
      ['succeeded', 'succeeded'],
      ['requires_payment_method', 'failed'],
    ] as const) {
      const one = request();
      const { ref } = await open().createCheckout(one);
      fake.process(ref);
      expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: 'pending' }]);
      fake.settle(ref, end);
      expect(await open().status(knownOf(one, ref))).toMatchObject([{ status }]);
    }
  });

  test('expires by itself if it is not closed', async () => {
    const one = request();
    const { ref } = await open().createCheckout(one);
    offset += 2 * hour;
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: 'expired' }]);
  });
});

describe('a renewal', () => {
  test('is charged off session, by card or customer of the first payment', async () => {
    const one = renewal(await linked(bench));
    await open().chargeRenewal(one);
    const [customer, payment_method] = one.mandate.split('/');
    expect(lastSent('/v1/payment_intents')).toEqual({
      amount: '399',
      currency: 'eur',
      customer,
      payment_method,
      off_session: 'true',
      confirm: 'true',
      description: one.description,
      return_url: publicUrl,
      'metadata.payment': one.reference,
      'allowed_payment_method_types.0': 'card',
    });
  });

  test('whose answer was lost is found days later, after its key has expired', async () => {
    const one = renewal(await linked(bench));
    fake.trouble('lost', /POST .*payment_intents$/, 2);
    await expect(open().chargeRenewal(one)).rejects.toThrow();
    offset += 72 * hour;
    const found = await open().status(knownOf(one, null, { mandate: one.mandate }));
    expect(found).toMatchObject([{ status: 'succeeded', reference: one.reference }]);
  });

  test('with a removed card is refused: there is no charge', async () => {
    const charging = open().chargeRenewal(renewal('cus_gone/pm_gone'));
    await expect(charging).rejects.toMatchObject({ reason: 'resource_missing' });
  });
});

describe('a refund', () => {
  test('that is on its way is reported with its current state', async () => {
    const { ref } = await paid(bench);
    const back = { ref, key: `${ref}-back`, amount: 399, currency: 'EUR' };
    await open().refund(back);
    const [kept] = fake.books.refunds.slice(-1);
    if (!kept) throw new Error('Expected a refund.');
    for (const [said, status] of [
      ['pending', 'asked'],
      ['requires_action', 'asked'],
      ['failed', 'failed'],
      ['canceled', 'failed'],
      ['succeeded', 'done'],
    ] as const) {
      kept.status = said;
      expect(await open().refund(back)).toEqual({ ref: kept.id, status });
    }
    expect(
      fake.books.refunds.filter(({ payment_intent }) => payment_intent === kept.payment_intent),
    ).toHaveLength(1);
  });

  test('of an unpaid checkout fails', async () => {
    const { ref } = await open().createCheckout(request());
    const back = { ref, key: `${ref}-back`, amount: 399, currency: 'EUR' };
    expect(await open().refund(back)).toEqual({ ref: '', status: 'failed' });
  });

  test('without an answer throws, and is made once', async () => {
    const { ref } = await paid(bench);
    const back = { ref, key: `${ref}-back`, amount: 100, currency: 'EUR' };
    fake.trouble('lost', /POST .*refunds$/, 2);
    await expect(open().refund(back)).rejects.toThrow();
    offset += 48 * hour;
    const before = fake.books.refunds.length;
    expect(await open().refund(back)).toMatchObject({ status: 'done' });
    expect(fake.books.refunds).toHaveLength(before);
  });
});

describe('a dispute', () => {
  test.each([
    ['needs_response', 'chargedBack'],
    ['under_review', 'chargedBack'],
    ['lost', 'chargedBack'],
    ['won', 'succeeded'],
    ['warning_needs_response', 'succeeded'],
    ['warning_closed', 'succeeded'],
  ])('that is %s makes the charge %s', async (status, reported) => {
    const { request: one, ref } = await paid(bench);
    fake.dispute(ref, status);
    expect(await open().status(knownOf(one, ref))).toMatchObject([{ status: reported }]);
  });

  test('names only its charge, so the charge is read', async () => {
    const { request: one, ref } = await paid(bench);
    fake.dispute(ref, 'needs_response');
    const { body, headers } = fake.message(
      'charge.dispute.created',
      fake.books.disputes.at(-1) ?? {},
    );
    expect(await open().readWebhook(Buffer.from(body), headers)).toMatchObject({
      type: 'charge.dispute.created',
      reference: one.reference,
    });
  });
});

test('a dispute about a missing charge has no reference', async () => {
  const dispute = { id: 'du_9', object: 'dispute', payment_intent: 'pi_gone' };
  const { body, headers } = fake.message('charge.dispute.created', dispute);
  const event = await open().readWebhook(Buffer.from(body), headers);
  expect(event.reference).toBe('');
});

describe('a message', () => {
  const read = async ({ body, headers }: ReturnType<FakeStripe['message']>) =>
    await open().readWebhook(Buffer.from(body), headers);

  test('about a foreign payment has no reference', async () => {
    const event = await read(fake.message('customer.created', { id: 'cus_9', object: 'customer' }));
    expect(event).toMatchObject({ type: 'customer.created', reference: '' });
  });

  test('signed with another secret, or without a signature, is refused', async () => {
    const forged = fake.message('checkout.session.completed', {}, { secret: 'whsec_other' });
    const code = { code: 'invalid_signature' };
    await expect(read(forged)).rejects.toMatchObject(code);
    await expect(read({ ...forged, headers: {} })).rejects.toMatchObject(code);
  });

  test('signed during a change of the secret has two signatures, one of which is valid', async () => {
    const { body, headers } = fake.message('customer.created', { id: 'cus_9' });
    const signature = headers['stripe-signature']?.replace('v1=', `v1=${'0'.repeat(64)},v1=`) ?? '';
    const event = await read({ body, headers: { 'stripe-signature': signature } });
    expect(event.type).toBe('customer.created');
  });

  test('that is signed but not an event is refused', async () => {
    const { body, headers } = fake.message('', {});
    await expect(read({ body, headers })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('has a capability, or null, for each of our methods, with amounts that Stripe accepts', () => {
  expect(Object.keys(stripeCapabilities).sort()).toEqual(methods.map(({ code }) => code).sort());
  const { card: cards, upi } = stripeCapabilities;
  expect(cards?.limits('USD')).toEqual({ min: 50, max: 99_999_999 });
  expect(cards?.limits('JPY').min).toBe(50);
  expect(cards?.limits('IDR').max).toBeGreaterThan(99_999_999);
  expect(upi).toMatchObject({ currencies: ['INR'], recurring: false, refundDays: 60 });
});
