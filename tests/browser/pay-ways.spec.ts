import type { Page } from '@playwright/test';
import { creditsPage } from '../../contract/credits.ts';
import { type Order, order as wireOrder } from '../../contract/order.ts';
import { type MethodCode, priceData } from '../../contract/price.ts';
import { methods } from '../../server/platform/config/methods.ts';
import {
  type MessageMode,
  messageModes,
  type Outcome,
  outcomes,
} from '../../server/providers/sandbox/sandbox.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { keepSession, newAccount } from './new-account.ts';
import { expect, productUrl, test } from './visitor.ts';
import { type MessageId, wordsOf } from './words.ts';

/*
 * Pays with each of the thirteen payment methods on the sandbox's page, once for each outcome. `npm
 * run payments -w workshop/browsers` runs all combinations. `npm run test:deep -- journeys` runs a
 * part that includes every method, every outcome and every kind of delivery of a webhook message.
 */

const words = wordsOf('en');

/** A buyer's country for each payment method. */
const homes: Record<MethodCode, string> = {
  card: 'DE',
  paypal: 'FR',
  dana: 'ID',
  g_cash: 'PH',
  touch_n_go: 'MY',
  maya: 'PH',
  upi: 'IN',
  truemoney: 'TH',
  boost: 'MY',
  rabbit_line: 'TH',
  apple_pay: 'US',
  shopee: 'SG',
  google_pay: 'JP',
};

/** The first title of the dialog after a payment, and whether the order is paid in the end. */
type End = { title: MessageId; note?: MessageId; isPaid: boolean };

const ends: Record<Outcome, End> = {
  success: { title: 'orderCheck.title.paid', isPaid: true },
  pending: { title: 'orderCheck.title.atBank', isPaid: true },
  declined: { title: 'orderCheck.title.notPaid', note: 'orderCheck.declined.funds', isPaid: false },
  left: { title: 'orderCheck.title.notPaid', note: 'orderCheck.declined.left', isPaid: false },
  expires: { title: 'orderCheck.title.arriving', note: 'orderCheck.lead.arriving', isPaid: false },
  lateSuccess: {
    title: 'orderCheck.title.arriving',
    note: 'orderCheck.lead.arriving',
    isPaid: true,
  },
  paidTwice: { title: 'orderCheck.title.paid', isPaid: true },
  wrongAmount: { title: 'orderCheck.title.wrongAmount', isPaid: false },
};

type Way = { method: MethodCode; outcome: Outcome; mode: MessageMode };

const everyWay = (): Way[] =>
  methods.flatMap(({ code }, row) =>
    outcomes.map((outcome, column) => ({
      method: code,
      outcome,
      mode: messageModes[(5 * row + 2 * column) % messageModes.length] ?? 'onTime',
    })),
  );

/**
 * Returns a selection of payments that includes every method, every outcome and every kind of
 * delivery of a webhook message.
 */
const someWays = (): Way[] =>
  everyWay().filter(
    (_, index) => index % outcomes.length === Math.floor(index / outcomes.length) % outcomes.length,
  );

/** The methods that every run of `npm test` pays with. */
const inEachRun: readonly MethodCode[] = ['card'];

const ways = process.env.PAY_WAYS === 'all' ? everyWay() : someWays();

/** Makes a buyer who has an account on the server, but no open page. */
async function newBuyer() {
  const url = productUrl();
  const session = await newAccount(url, 'seven quiet hills');
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(new URL(path, url), {
      headers: { token: session.token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const { success, obj } = (await answer.json()) as { success: string; obj: unknown };
    if (success !== '1') throw new Error(`${path} was answered ${success}`);
    return obj;
  };
  return { session, call };
}

type Buyer = Awaited<ReturnType<typeof newBuyer>>;

async function orderBy({ call }: Buyer, method: MethodCode): Promise<Order> {
  const country = homes[method];
  const prices = priceData.parse(await call(`/v1/price/data?country=${country}`));
  const pack = prices.products.find((one) =>
    one.methods.some(({ code, once }) => one.kind === 'pack' && code === method && once === null),
  );
  if (!pack) throw new Error(`No product can be paid by ${method} in ${country}.`);
  const { currency } = prices;
  return wireOrder.parse(
    await call('/v1/order', {
      productCode: pack.code,
      amount: pack.amount,
      country,
      currency,
      method,
      autoRenew: false,
      idempotencyKey: crypto.randomUUID(),
    }),
  );
}

/**
 * Pays on the payment page, and makes the sandbox cause this outcome and these webhook messages.
 */
async function payAs(page: Page, order: Order, { outcome, mode }: Way): Promise<void> {
  const { checkout } = order.payment ?? {};
  if (!checkout || checkout.kind === 'none')
    throw new Error('Expected an order with a payment page.');
  await page.goto(checkout.url);
  if (checkout.kind === 'qr') {
    const drawn = await page.getByRole('img').evaluate((one: HTMLImageElement) => one.naturalWidth);
    expect(drawn).toBeGreaterThan(0);
  }
  if (outcome === 'left') {
    await page.locator('select[name=messages]').evaluate((one, value) => {
      (one as HTMLSelectElement).value = value;
    }, mode);
    await page.locator('button[name=outcome][value=left]').click();
    return;
  }
  // the section with the outcomes is already open for payment methods that usually take time
  const closed = page.locator('details:not([open]) summary');
  if ((await closed.count()) > 0) await closed.click();
  await page.locator('select[name=outcome]').selectOption(outcome);
  await page.locator('select[name=messages]').selectOption(mode);
  await page.locator('form button').first().click();
  // for a card, the simulated bank first asks for a confirmation
  if (order.payment?.method === 'card') await page.locator('form button').first().click();
}

/** Returns how often the credits of an order were granted. */
async function grantsOf({ call }: Buyer, code: string): Promise<number> {
  const { lines } = creditsPage.parse(await call('/v1/user/credits'));
  return lines.filter(({ kind, order }) => kind === 'purchase' && order === code).length;
}

test('the selection includes all thirteen payment methods, all outcomes and all fates of a message', () => {
  expect(Object.keys(homes).sort()).toEqual(methods.map(({ code }) => code).sort());
  expect(new Set(ways.map(({ method }) => method)).size).toBe(13);
  expect(new Set(ways.map(({ outcome }) => outcome))).toEqual(new Set(outcomes));
  expect(new Set(ways.map(({ mode }) => mode))).toEqual(new Set(messageModes));
});

for (const way of ways) {
  const { method, outcome, mode } = way;
  test(`${method}: ${outcome}, its messages ${mode} (R46, R73)`, {
    tag: inEachRun.includes(method) ? [] : deepTag,
  }, async ({ page, context }) => {
    const buyer = await newBuyer();
    await keepSession(context, buyer.session, productUrl());
    const order = await orderBy(buyer, method);
    await payAs(page, order, way);
    await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
    await startByIntent(page);
    const { title, note, isPaid } = ends[outcome];
    const dialog = page.getByRole('dialog', { name: words(title), exact: true });
    await expect(dialog).toBeVisible();
    if (note) await expect(dialog.getByText(words(note))).toBeVisible();
    // the server's sweeps ask the provider for payments that arrive late
    await expect
      .poll(async () => {
        const { success } = wireOrder.parse(await buyer.call(`/v1/order/check/${order.code}`, {}));
        return success;
      })
      .toBe(isPaid);
    expect(await grantsOf(buyer, order.code)).toBe(isPaid ? 1 : 0);
  });
}
