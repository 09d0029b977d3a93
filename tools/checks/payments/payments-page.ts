import { durationUnit } from '../../../machines/model/duration.ts';
import { type Currency, formatMoney } from '../../../machines/model/money.ts';
import { retryDays, withdrawalDays } from '../../../server/domain/payments/terms.ts';
import { airwallexCapabilities } from '../../../server/payments/airwallex/airwallex-capabilities.ts';
import { type Capability, type Method, methods } from '../../../server/payments/methods.ts';
import { ownPricesFile, priceOf, readPriceList } from '../../../server/payments/price-list.ts';
import type { ProviderName } from '../../../server/payments/provider.port.ts';
import { messageModes, outcomes } from '../../../server/payments/sandbox/sandbox.ts';
import { sandboxCapabilities } from '../../../server/payments/sandbox/sandbox-capabilities.ts';
import { stripeCapabilities } from '../../../server/payments/stripe/stripe-capabilities.ts';
import { webhookPath } from '../../../server/routes/payment-webhook.routes.ts';

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

/** In the first currency of the method. */
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
 * Required settings, and the webhook events to enable; other events are acknowledged and ignored.
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

/** Methods that only the sandbox supports. */
function onlySandbox(): string {
  const others = Object.keys(setUp) as (keyof typeof setUp)[];
  const names = methods
    .filter((method) => others.every((provider) => tables[provider][method.code] === null))
    .map(({ name }) => name);
  if (names.length === 0) return '';
  return ` Of the thirteen methods neither Stripe nor Airwallex has: ${names.join(', ')}.`;
}

export const paymentsPage = (): string => `# Payments

Made from the tables of the server by \`npm run docs\`; \`npm run check\` fails when it is out of date.

## Ways to pay

What each provider does with each method. Where a purchase cannot be paid by a method, \`GET /v1/price/data\` says why
instead of hiding it: \`provider\`, \`country\`, \`currency\`, \`recurring\`, \`tooSmall\` or \`tooLarge\`. What is marked (?) was not
found in the provider's documentation: it is a careful guess, for an operator to check.

| code | name | icon | page | provider | countries | currencies | renews | one payment | time limit | refundable |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${methodRows().join('\n')}

## What is sold

\`server/payments/prices.json\`, or the file that PRICES_FILE names, is checked when the server starts, and all problems
are listed at once. Amounts are integers in the minor unit, tax included. The taxes of the seed are a start, not advice.

| code | kind | credits | lasts | USD | EUR | JPY |
| --- | --- | --- | --- | --- | --- | --- |
${productRows().join('\n')}

## Providers

PAYMENT_PROVIDERS names them; the first that has a method takes it, whatever the country: it is then refused where that
provider does not offer it.${onlySandbox()}

> **Stripe and Airwallex have not met the live services.** They are built from the public documentation and tried against
> small local fakes that were written from the same documentation (\`server/payments/*/fake-*.fixture.ts\`), so a
> misreading is in both. No account, test mode or live key was ever used. Before taking money, an operator has to walk
> each method in the provider's own test environment: pay, decline, leave, renew, give back, dispute.

| provider | needs | messages to | worth subscribing to |
| --- | --- | --- | --- |
${providerRows()}

What one account may do differs by its country and contract, and is switched on at the provider. A method that the account
does not have is refused when somebody orders: the order says that it is not paid, the log says why.

**Stripe** is spoken to through \`stripe\` (stripe-node): hosted Checkout for the first payment, charges without the
buyer for plans, refunds, disputes. Renewals are decided here and not by Stripe Billing
([decision 0031](decisions/0031-payment-providers.md)). Apple Pay and Google Pay are cards to Stripe: its
page shows them where the device has them, so whoever chose one of them may find a card form.

**Airwallex** is spoken to over its HTTP API, for wallets only: cards and the wallets of phones need its
script on our pages. A plan links the wallet first; the first cycle is charged when its buyer has agreed there.

The **sandbox** has its own books (\`sandbox_*\` tables), which the rest of the server never reads: it is asked through
the same interface as any provider. In production it only runs where PAYMENT_PROVIDERS names it. Its pay pages are at
\`/sandbox/pay/…\`; below their buttons are switches for what happens to the payment (${code(outcomes)})
and to the messages about it (${code(messageModes)}).

## How money is counted

- A payment is a row before its provider is asked, and the row's id is the idempotency key of the call. What was not
  answered is asked again with the same key.
- Webhook, return and inquiry end in \`settleOrder\` (\`server/domain/payments/settle.ts\`), with what the provider says
  when it is asked; a webhook only says where to look. Another amount or currency grants nothing and goes back.
- Late money counts. Money that comes twice, after a cancellation, or for an account that is closed, goes back by itself.
- A declined renewal is tried again ${retryDays.join(', ')} days after it was due, then the plan is over. Cancelling
  stops that.
- A purchase can be withdrawn from for ${withdrawalDays} days: the share of the credits that nobody used is given back.
`;
