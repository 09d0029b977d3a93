import { durationUnit } from '../../../machines/model/duration.ts';
import { type Currency, formatMoney } from '../../../machines/model/money.ts';
import { webhookPath } from '../../../server/orders/payment-webhook.routes.ts';
import { retryDays, withdrawalDays } from '../../../server/orders/terms.ts';
import { type Capability, type Method, methods } from '../../../server/platform/config/methods.ts';
import type { ProviderName } from '../../../server/platform/config/payments-config.ts';
import {
  ownPricesFile,
  priceOf,
  readPriceList,
} from '../../../server/platform/config/price-list.ts';
import { airwallexCapabilities } from '../../../server/providers/airwallex/airwallex-capabilities.ts';
import { messageModes, outcomes } from '../../../server/providers/sandbox/sandbox.ts';
import { sandboxCapabilities } from '../../../server/providers/sandbox/sandbox-capabilities.ts';
import { stripeCapabilities } from '../../../server/providers/stripe/stripe-capabilities.ts';

/* Generates docs/payments.md from the server's tables. */

const tables: Record<ProviderName, Record<Method['code'], Capability | null>> = {
  sandbox: sandboxCapabilities,
  stripe: stripeCapabilities,
  airwallex: airwallexCapabilities,
};

const minuteMs = 60_000;

function timeOf(ms: number): string {
  const minutes = ms / minuteMs;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

const listOf = (values: readonly string[] | null) => (values ? values.join(', ') : 'all');

/** Returns the limits of a payment method, in its first currency. */
function limitsOf({ limits, currencies }: Capability): string {
  const currency: Currency = currencies?.[0] ?? 'USD';
  const { min, max } = limits(currency);
  const write = (amount: number) => formatMoney({ amount, currency }, 'en').replaceAll(/\s/gu, ' ');
  return `${write(min)} to ${write(max)}`;
}

function rowOf({ code, name, icon, family }: Method, provider: ProviderName): string | null {
  const can = tables[provider][code];
  if (!can) return null;
  const mark = (what: NonNullable<Capability['guessed']>[number], text: string) =>
    can.guessed?.includes(what) ? `${text} (?)` : text;
  const cells = [
    ...[`\`${code}\``, name, icon ? 'yes' : 'no', family, provider],
    ...[mark('countries', listOf(can.countries)), listOf(can.currencies)],
    ...[mark('renews', can.recurring ? 'yes' : 'no'), mark('limits', limitsOf(can))],
    ...[mark('time', timeOf(can.timeLimitMs)), mark('refund', `${can.refundDays} days`)],
  ];
  return `| ${cells.join(' | ')} |`;
}

const methodRows = () =>
  (Object.keys(tables) as ProviderName[]).flatMap((provider) =>
    methods.flatMap((method) => rowOf(method, provider) ?? []),
  );

function productRows(): string[] {
  const list = readPriceList(ownPricesFile);
  if ('problems' in list) throw new Error(list.problems.join('\n'));
  return list.products.map((product) => {
    const { code, kind, credits, duration, durationUnit: unit } = product;
    const price = (currency: Currency) =>
      formatMoney({ amount: priceOf(product, currency), currency }, 'en');
    const lasts = `${duration} ${durationUnit(unit)}${duration === 1 ? '' : 's'}`;
    const cells = [`\`${code}\``, kind, credits, lasts, price('USD'), price('EUR'), price('JPY')];
    return `| ${cells.join(' | ')} |`;
  });
}

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/**
 * Required settings, and the webhook events to enable. Other events are acknowledged and ignored.
 */
const setUp: Record<Exclude<ProviderName, 'sandbox'>, { needs: string[]; events: string[] }> = {
  stripe: {
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    events: [
      ...['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
      ...['checkout.session.async_payment_failed', 'checkout.session.expired'],
      ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'charge.dispute.created'],
    ],
  },
  airwallex: {
    needs: ['AIRWALLEX_CLIENT_ID', 'AIRWALLEX_API_KEY', 'AIRWALLEX_WEBHOOK_SECRET'],
    events: [
      ...['payment_intent.succeeded', 'payment_intent.cancelled', 'payment_attempt.failed'],
      ...['payment_consent.verified', 'payment_dispute.requires_response'],
    ],
  },
};

const providerRows = () =>
  Object.entries(setUp)
    .map(([name, { needs, events }]) =>
      [name, needs.join(', '), `\`${webhookPath}/${name}\``, code(events)].join(' | '),
    )
    .map((cells) => `| ${cells} |`)
    .join('\n');

/** Returns the payment methods that only the sandbox supports. */
function onlySandbox(): string {
  const others = Object.keys(setUp) as (keyof typeof setUp)[];
  const names = methods
    .filter((method) => others.every((provider) => tables[provider][method.code] === null))
    .map(({ name }) => name);
  if (names.length === 0) return '';
  return ` Of the thirteen methods, neither Stripe nor Airwallex supports: ${names.join(', ')}.`;
}

export const paymentsPage = (): string => `# Payments

Generated from the server's tables by \`npm run docs\`; \`npm run check\` fails if it is not current.

## Payment methods

The next table lists the payment methods that each provider supports. If a method cannot be used for a purchase, \`GET
/v1/price/data\` returns it with the reason: \`provider\`, \`country\`, \`currency\`, \`recurring\`, \`tooSmall\` or
\`tooLarge\`. Values marked (?) were not found in the provider's documentation. They are careful guesses, and an
operator must check them.

| code | name | has an icon | kind of payment page | provider | countries | currencies | can renew plans | limits of one payment | time limit to pay | refundable for |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${methodRows().join('\n')}

## Products

\`server/platform/config/prices.json\`, or the file in PRICES_FILE, is checked when the server starts, and all
problems are listed at once. Amounts are integers in the minor unit of the currency and include the tax. The taxes in
the file are examples, not advice.

| code | kind | credits | valid for | USD | EUR | JPY |
| --- | --- | --- | --- | --- | --- | --- |
${productRows().join('\n')}

## Providers

The setting PAYMENT_PROVIDERS lists the providers in use. The first provider in this list that supports a method is
used for the method in every country. If this provider does not support the method in a country, the method is refused
there.${onlySandbox()}

> **The Stripe and Airwallex adapters have never been used with the live services.** They are built from the public
> documentation and tested against small local fakes that were written from the same documentation
> (\`server/providers/*/fake-*.fixture.ts\`), so a misunderstanding would be in the adapters and in the fakes. No
> account, test mode or live key was ever used. Before taking money, an operator must test each method in the
> provider's own test environment: pay, decline, abandon, renew, refund, dispute.

| provider | settings to set | path of the webhook | events to enable at the provider |
| --- | --- | --- | --- |
${providerRows()}

Which features an account at a provider has depends on its country and contract; the operator enables them at the
provider. If the account lacks a method, the provider refuses it when a buyer orders: the order is not paid, and the
log contains the reason.

**Stripe** is called through \`stripe\` (stripe-node): hosted Checkout for the first payment, charges without an
action of the buyer for renewals of plans, refunds and disputes. Renewals are decided by this server and not by Stripe
Billing ([decision 0031](decisions/0031-payment-providers.md)). Stripe treats Apple Pay and Google Pay as cards:
Stripe's page shows them only if the device supports them, so a buyer who has chosen one of them may get a card form.

**Airwallex** is called through its HTTP API, only for wallets: for cards, Apple Pay and Google Pay it needs its
script on our pages. For a plan, the buyer first links the wallet on the wallet's page; the first cycle is charged
after the buyer has agreed.

The **sandbox** has its own books (\`sandbox_*\` tables), which the rest of the server never reads. The server calls
it through the same interface as every other provider. In production it runs only if PAYMENT_PROVIDERS lists it. Its
payment pages are at \`/sandbox/pay/…\`; below their buttons are switches for the outcome of the payment (${code(outcomes)}) and for
the messages about it (${code(messageModes)}).

## How money is counted

- A payment is written as a row before the provider is called, and the id of the row is the idempotency key of the
  call. A call without an answer is repeated with the same key.
- The provider's webhook, the buyer's return and the scheduled inquiry all call \`settleOrder\`
  (\`server/orders/settle.ts\`), with the provider's current answer; a webhook only names the payment to look up. A
  payment with a wrong amount or currency grants no credits and is refunded.
- A payment that arrives after its time limit still pays the order. A second payment of an order, a charge after the
  plan was cancelled, and a payment for a closed account are refunded automatically.
- A renewal that is declined is tried again ${retryDays.join(', ')} days after it was due, then the plan ends. Cancelling stops the tries.
- A buyer can withdraw from a purchase for ${withdrawalDays} days: the price of the unused credits is refunded.
`;
