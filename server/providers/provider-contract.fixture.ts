import { expect, test } from 'vitest';
import type { MethodCode } from '../../contract/price.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { CheckoutWish, KnownPayment, PaymentProvider } from './provider.port.ts';
import type { SignedMessage } from './stripe/fake-stripe.fixture.ts';

/* Contract suite of the port, for every provider. */

/** A provider under test, and actions of buyers and banks there. */
export type Bench = {
  /** Opens another instance for the same account, without the state in memory. */
  open(): PaymentProvider;
  now(): Date;
  advance(ms: number): void;
  /** purchases to test with; the second one renews */
  once: { method: MethodCode; currency: Currency; amount: number };
  renewing: { method: MethodCode; currency: Currency; amount: number };
  pay(ref: string): Promise<void> | void;
  payLess(ref: string): Promise<void> | void;
  declineRenewals(mandate: string): Promise<void> | void;
  takeBack(ref: string): Promise<void> | void;
  /** A signed message about that payment, dated now. */
  message(reference: string, ref: string): SignedMessage;
};

let made = 0;

export function wishOf(bench: Bench, rest: Partial<CheckoutWish> = {}): CheckoutWish {
  made += 1;
  const id = `payment-${made}`;
  const what = rest.savesMandate ? bench.renewing : bench.once;
  return {
    reference: id,
    key: id,
    ...what,
    description: `Lightwell LW-${made}`,
    country: 'DE',
    locale: 'en',
    returnUrl: 'http://127.0.0.1:8787/en/pricing?order=LW',
    savesMandate: false,
    expiresAt: new Date(bench.now().getTime() + 3_600_000),
    ...rest,
  };
}

export const knownOf = (
  { reference }: { reference: string },
  ref: string | null,
  rest: Partial<KnownPayment> = {},
): KnownPayment => ({ reference, ref, mandate: null, isLive: true, ...rest });

/** A paid purchase, with the provider's report of it. */
export async function paid(bench: Bench, rest: Partial<CheckoutWish> = {}) {
  const provider = bench.open();
  const wish = wishOf(bench, rest);
  const { ref } = await provider.createCheckout(wish);
  await bench.pay(ref);
  const [report] = await provider.status(knownOf(wish, ref));
  if (!report) throw new Error('Expected a report of the payment.');
  return { provider, wish, ref, report };
}

/** The mandate of a plan that was paid once. */
export async function linked(bench: Bench) {
  const { report } = await paid(bench, { savesMandate: true });
  expect(report).toMatchObject({ status: 'succeeded', amount: bench.renewing.amount });
  if (report.mandate === null) throw new Error('Expected a mandate in the report.');
  return report.mandate;
}

function renewalOf(bench: Bench, mandate: string) {
  const { reference, key, description } = wishOf(bench);
  return { reference, key, description, mandate, ...bench.renewing };
}

const ofWish = ({ reference, amount, currency }: CheckoutWish, ref: string) => ({
  reference,
  ref,
  amount,
  currency,
});

export function testProvider(of: () => Bench): void {
  test('a checkout has a page or a code for its buyer, and waits for the payment', async () => {
    const provider = of().open();
    const wish = wishOf(of());
    const { ref, checkout } = await provider.createCheckout(wish);
    if (checkout.kind === 'none') throw new Error('Expected a checkout with a page or a code.');
    expect(new URL(checkout.url).protocol).toMatch(/^https?:$/);
    const reports = await provider.status(knownOf(wish, ref));
    expect(reports).toMatchObject([{ ...ofWish(wish, ref), status: 'awaiting', mandate: null }]);
  });

  test.each([false, true])(
    'another process with the same key gets the same checkout (plan: %s)',
    async (savesMandate) => {
      const wish = wishOf(of(), { savesMandate });
      const first = await of().open().createCheckout(wish);
      expect(await of().open().createCheckout(wish)).toEqual(first);
    },
  );

  test('reports the paid amount in our units', async () => {
    const { wish, ref, report } = await paid(of());
    expect(report).toMatchObject({ ...ofWish(wish, ref), status: 'succeeded', reason: null });
  });

  test('reports the received amount if it differs', async () => {
    const provider = of().open();
    const wish = wishOf(of());
    const { ref } = await provider.createCheckout(wish);
    await of().payLess(ref);
    const [report] = await provider.status(knownOf(wish, ref));
    expect(report).toMatchObject({ status: 'succeeded', amount: wish.amount - 1 });
  });

  test('charges a mandate off session, once for each key, and finds the charge again', async () => {
    const wish = renewalOf(of(), await linked(of()));
    const report = await of().open().chargeRenewal(wish);
    const { reference, amount, currency, mandate } = wish;
    expect(report).toMatchObject({ reference, amount, currency, status: 'succeeded' });
    expect((await of().open().chargeRenewal(wish)).ref).toBe(report.ref);
    const found = await of()
      .open()
      .status(knownOf(wish, null, { mandate }));
    expect(found).toMatchObject([{ ref: report.ref, status: 'succeeded' }]);
    expect(
      await of()
        .open()
        .status(knownOf(wish, report.ref, { mandate })),
    ).toEqual(found);
  });

  test('reports nothing about a renewal that was never requested', async () => {
    const wish = renewalOf(of(), await linked(of()));
    expect(
      await of()
        .open()
        .status(knownOf(wish, null, { mandate: wish.mandate })),
    ).toEqual([]);
  });

  test('reports a declined renewal with its reason', async () => {
    const wish = renewalOf(of(), await linked(of()));
    await of().declineRenewals(wish.mandate);
    const report = await of().open().chargeRenewal(wish);
    expect(report).toMatchObject({ status: 'failed', reason: 'insufficient_funds' });
    expect((await of().open().chargeRenewal(wish)).status).toBe('failed');
    const known = knownOf(wish, report.ref, { mandate: wish.mandate });
    expect(await of().open().status(known)).toMatchObject([{ status: 'failed' }]);
  });

  test('a closed checkout cannot be paid, and can be closed again', async () => {
    const provider = of().open();
    const wish = wishOf(of());
    const { ref } = await provider.createCheckout(wish);
    await provider.cancel(knownOf(wish, ref));
    await provider.cancel(knownOf(wish, ref, { isLive: false }));
    const [report] = await provider.status(knownOf(wish, ref, { isLive: false }));
    expect(['cancelled', 'expired']).toContain(report?.status);
    await (async () => of().pay(ref))().catch(() => {});
    expect(await provider.status(knownOf(wish, ref))).toMatchObject([{ status: report?.status }]);
  });

  test('closing a paid checkout leaves it paid', async () => {
    const { provider, wish, ref } = await paid(of());
    await provider.cancel(knownOf(wish, ref));
    expect(await provider.status(knownOf(wish, ref))).toMatchObject([{ status: 'succeeded' }]);
  });

  test('refunds once for each key, and never more than was paid', async () => {
    const { provider, wish, ref } = await paid(of());
    const half = { ref, key: `${wish.key}-half`, amount: 100, currency: wish.currency };
    const first = await provider.refund(half);
    expect(['asked', 'done']).toContain(first.status);
    of().advance(25 * 3_600_000);
    expect((await of().open().refund(half)).ref).toBe(first.ref);
    const tooMuch = { ...half, key: `${wish.key}-all`, amount: wish.amount };
    expect(await provider.refund(tooMuch)).toMatchObject({ status: 'failed' });
    const rest = { ...tooMuch, key: `${wish.key}-rest`, amount: wish.amount - 100 };
    expect(['asked', 'done']).toContain((await provider.refund(rest)).status);
  });

  test('reports a chargeback', async () => {
    const { provider, wish, ref } = await paid(of());
    await of().takeBack(ref);
    expect(await provider.status(knownOf(wish, ref))).toMatchObject([{ status: 'chargedBack' }]);
  });

  test('a signed message names its payment; a changed or old one is refused', async () => {
    const { provider, wish, ref } = await paid(of());
    const { body, headers } = of().message(wish.reference, ref);
    const read = async (text: string) => await provider.readWebhook(Buffer.from(text), headers);
    expect(await read(body)).toMatchObject({ reference: wish.reference });
    const code = { code: 'invalid_signature' };
    await expect(read(`${body} `)).rejects.toMatchObject(code);
    await expect(read('')).rejects.toMatchObject(code);
    of().advance(6 * 60_000);
    await expect(read(body)).rejects.toMatchObject(code);
  });
}
