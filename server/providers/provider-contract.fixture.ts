import { expect, test } from 'vitest';
import type { MethodCode } from '../../contract/price.ts';
import type { Currency } from '../../machines/model/money.ts';
import type { CheckoutRequest, KnownPayment, PaymentProvider } from './provider.port.ts';
import type { SignedMessage } from './stripe/fake-stripe.fixture.ts';

/* Tests that every provider fulfils the contract of the port. */

/** A provider under test, with actions of its buyers and banks. */
export type Bench = {
  /** Opens another instance for the same account, without the state in memory. */
  open(): PaymentProvider;
  now(): Date;
  advance(ms: number): void;
  /** purchases for the tests; `renewing` is a plan that renews */
  once: { method: MethodCode; currency: Currency; amount: number };
  renewing: { method: MethodCode; currency: Currency; amount: number };
  pay(ref: string): Promise<void> | void;
  payLess(ref: string): Promise<void> | void;
  declineRenewals(mandate: string): Promise<void> | void;
  takeBack(ref: string): Promise<void> | void;
  /** Returns a signed message about a payment, with the current date. */
  message(reference: string, ref: string): SignedMessage;
};

let made = 0;

export function requestOf(bench: Bench, rest: Partial<CheckoutRequest> = {}): CheckoutRequest {
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

/** Makes a paid purchase. Returns it with the provider's report. */
export async function paid(bench: Bench, rest: Partial<CheckoutRequest> = {}) {
  const provider = bench.open();
  const request = requestOf(bench, rest);
  const { ref } = await provider.createCheckout(request);
  await bench.pay(ref);
  const [report] = await provider.status(knownOf(request, ref));
  if (!report) throw new Error('Expected a report of the payment.');
  return { provider, request, ref, report };
}

/** Returns the mandate of a plan that was paid once. */
export async function linked(bench: Bench) {
  const { report } = await paid(bench, { savesMandate: true });
  expect(report).toMatchObject({ status: 'succeeded', amount: bench.renewing.amount });
  if (report.mandate === null) throw new Error('Expected a mandate in the report.');
  return report.mandate;
}

function renewalOf(bench: Bench, mandate: string) {
  const { reference, key, description } = requestOf(bench);
  return { reference, key, description, mandate, ...bench.renewing };
}

const reportOf = ({ reference, amount, currency }: CheckoutRequest, ref: string) => ({
  reference,
  ref,
  amount,
  currency,
});

export function testProvider(of: () => Bench): void {
  test('a checkout has a page or a code for its buyer, and waits for the payment', async () => {
    const provider = of().open();
    const request = requestOf(of());
    const { ref, checkout } = await provider.createCheckout(request);
    if (checkout.kind === 'none') throw new Error('Expected a checkout with a page or a code.');
    expect(new URL(checkout.url).protocol).toMatch(/^https?:$/);
    const reports = await provider.status(knownOf(request, ref));
    expect(reports).toMatchObject([
      { ...reportOf(request, ref), status: 'awaiting', mandate: null },
    ]);
  });

  test.each([false, true])(
    'another process with the same key gets the same checkout (plan: %s)',
    async (savesMandate) => {
      const request = requestOf(of(), { savesMandate });
      const first = await of().open().createCheckout(request);
      expect(await of().open().createCheckout(request)).toEqual(first);
    },
  );

  test('reports the paid amount in our units', async () => {
    const { request, ref, report } = await paid(of());
    expect(report).toMatchObject({ ...reportOf(request, ref), status: 'succeeded', reason: null });
  });

  test('reports the received amount if it differs', async () => {
    const provider = of().open();
    const request = requestOf(of());
    const { ref } = await provider.createCheckout(request);
    await of().payLess(ref);
    const [report] = await provider.status(knownOf(request, ref));
    expect(report).toMatchObject({ status: 'succeeded', amount: request.amount - 1 });
  });

  test('charges a mandate off session, once for each key, and finds the charge again', async () => {
    const request = renewalOf(of(), await linked(of()));
    const report = await of().open().chargeRenewal(request);
    const { reference, amount, currency, mandate } = request;
    expect(report).toMatchObject({ reference, amount, currency, status: 'succeeded' });
    expect((await of().open().chargeRenewal(request)).ref).toBe(report.ref);
    const found = await of()
      .open()
      .status(knownOf(request, null, { mandate }));
    expect(found).toMatchObject([{ ref: report.ref, status: 'succeeded' }]);
    expect(
      await of()
        .open()
        .status(knownOf(request, report.ref, { mandate })),
    ).toEqual(found);
  });

  test('reports nothing about a renewal that was never requested', async () => {
    const request = renewalOf(of(), await linked(of()));
    expect(
      await of()
        .open()
        .status(knownOf(request, null, { mandate: request.mandate })),
    ).toEqual([]);
  });

  test('reports a declined renewal with its reason', async () => {
    const request = renewalOf(of(), await linked(of()));
    await of().declineRenewals(request.mandate);
    const report = await of().open().chargeRenewal(request);
    expect(report).toMatchObject({ status: 'failed', reason: 'insufficient_funds' });
    expect((await of().open().chargeRenewal(request)).status).toBe('failed');
    const known = knownOf(request, report.ref, { mandate: request.mandate });
    expect(await of().open().status(known)).toMatchObject([{ status: 'failed' }]);
  });

  test('a closed checkout cannot be paid, and can be closed again', async () => {
    const provider = of().open();
    const request = requestOf(of());
    const { ref } = await provider.createCheckout(request);
    await provider.cancel(knownOf(request, ref));
    await provider.cancel(knownOf(request, ref, { isLive: false }));
    const [report] = await provider.status(knownOf(request, ref, { isLive: false }));
    expect(['cancelled', 'expired']).toContain(report?.status);
    await (async () => of().pay(ref))().catch(() => {});
    expect(await provider.status(knownOf(request, ref))).toMatchObject([
      { status: report?.status },
    ]);
  });

  test('closing a paid checkout leaves it paid', async () => {
    const { provider, request, ref } = await paid(of());
    await provider.cancel(knownOf(request, ref));
    expect(await provider.status(knownOf(request, ref))).toMatchObject([{ status: 'succeeded' }]);
  });

  test('refunds once for each key, and never more than was paid', async () => {
    const { provider, request, ref } = await paid(of());
    const half = { ref, key: `${request.key}-half`, amount: 100, currency: request.currency };
    const first = await provider.refund(half);
    expect(['asked', 'done']).toContain(first.status);
    of().advance(25 * 3_600_000);
    expect((await of().open().refund(half)).ref).toBe(first.ref);
    const tooMuch = { ...half, key: `${request.key}-all`, amount: request.amount };
    expect(await provider.refund(tooMuch)).toMatchObject({ status: 'failed' });
    const rest = { ...tooMuch, key: `${request.key}-rest`, amount: request.amount - 100 };
    expect(['asked', 'done']).toContain((await provider.refund(rest)).status);
  });

  test('reports a chargeback', async () => {
    const { provider, request, ref } = await paid(of());
    await of().takeBack(ref);
    expect(await provider.status(knownOf(request, ref))).toMatchObject([{ status: 'chargedBack' }]);
  });

  test('a signed message names its payment; a changed or old message is refused', async () => {
    const { provider, request, ref } = await paid(of());
    const { body, headers } = of().message(request.reference, ref);
    const read = async (text: string) => await provider.readWebhook(Buffer.from(text), headers);
    expect(await read(body)).toMatchObject({ reference: request.reference });
    const code = { code: 'invalid_signature' };
    await expect(read(`${body} `)).rejects.toMatchObject(code);
    await expect(read('')).rejects.toMatchObject(code);
    of().advance(6 * 60_000);
    await expect(read(body)).rejects.toMatchObject(code);
  });
}
