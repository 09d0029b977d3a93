import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import AdmZip from 'adm-zip';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { Buyer } from './buyer.ts';
import { keepSession, newAccount } from './new-account.ts';
import { codeIn, linkIn, mailTo } from './outbox.ts';
import { operatorToken } from './product-secret.ts';
import { tabTo } from './tab-to.ts';
import { expect, expectConsole, productUrl, test } from './visitor.ts';
import { type Language, type MessageId, wordsOf } from './words.ts';

/*
 * Purchases on the real server. The tests compare the screen, the server's records and the mails.
 */

const languages = ['en', 'de', 'ja'] as const satisfies Language[];

const planPage = '/manage-membership-plan';

/** Returns the line of the order with this code on the membership page. */
const orderLine = ({ page }: Buyer, code: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: code });

const planCard = ({ page }: Buyer): Locator => page.locator('[data-front-status]');

const countryChoice = (page: Page) => page.locator('select[name="shop"]');

test('a guest sees the prices, chooses a pack, signs in, and is in the shop (R10, R46)', async ({
  page,
}) => {
  const words = wordsOf('en');
  await page.goto('/');
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('nav.pricing') })
    .click();
  const pack = page.locator('[data-offer="pack-300"]');
  await expect(pack).toContainText('$9.99');
  await expect(page).toHaveURL(/\/pricing$/);
  await pack.getByRole('button').click();

  const signIn = page.locator('dialog[data-actor="signIn"]');
  await expect(signIn.getByText(words('signIn.welcome', { count: 20 }))).toBeVisible();
  const address = `prices-${randomUUID()}@example.com`;
  await signIn.locator('input[name="address"]').fill(address);
  await signIn.getByRole('button', { name: words('signIn.send') }).click();
  const mail = await mailTo(productUrl(), address, /is your/);
  await signIn.locator('input[name="code"]').fill(codeIn(mail));

  const shop = page.locator('dialog[data-actor="checkout"]');
  await expect(shop.locator('input[name="product"][value="pack-300"]')).toBeChecked();
  await expect(shop.getByText('$9.99').first()).toBeVisible();
});

test('the shop opens in the country that a guest has chosen on the price page (R46)', async ({
  page,
  context,
}) => {
  await page.goto('/pricing');
  await countryChoice(page).selectOption('PH');
  const pack = page.locator('[data-offer="pack-300"]');
  await expect(pack).toContainText('₱');
  await expect(page.getByRole('main')).toContainText('GCash');
  await keepSession(context, await newAccount(productUrl(), 'seven quiet hills'), productUrl());
  await page.reload();
  await pack.getByRole('button').click();
  const shop = page.locator('dialog[data-actor="checkout"]');
  await expect(shop.locator('select[name="country"]')).toHaveValue('PH');
  await expect(shop.getByRole('radio', { name: 'GCash' })).toBeAttached();
});

test('the studio leads a phone to the prices (R10)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/de');
  await expect(page.getByRole('banner').getByText(wordsOf('de')('nav.pricing'))).toBeHidden();
  await page.getByRole('main').getByText(wordsOf('de')('drop.price')).click();
  await expect(page).toHaveURL('/de/pricing');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-DE' });

  test('the prices are readable, also those of another country (R10)', async ({ page }) => {
    await page.goto('/de/pricing');
    const plan = page.locator('[data-offer="plan-year"]');
    await expect(plan).toContainText('79,99');
    await expect(page.locator('[data-best="true"]')).toHaveCount(1);
    await countryChoice(page).selectOption('JP');
    await page
      .locator('form', { has: countryChoice(page) })
      .getByRole('button')
      .click();
    await expect(plan).toContainText('¥');
    await page.goto('/de/pricing');
    await expect(plan).toContainText('¥');
  });
});

test('a plan is cancelled by keyboard, and the focus stays in sight (R46, R74)', {
  tag: deepTag,
}, async ({ page, context }) => {
  const buyer = await Buyer.arrive({ page, context }, { product: productUrl() });
  const { words } = buyer;
  await buyer.buy({ product: 'plan-month', renews: true });
  await buyer.open(planPage);
  const press = async (button: Locator) => {
    await tabTo(page, button);
    await page.keyboard.press('Enter');
  };
  const button = (within: Locator, id: MessageId) =>
    within.getByRole('button', { name: words(id), exact: true });
  const dialog = buyer.dialog('cancellation');
  await press(button(planCard(buyer), 'plan.cancel'));
  await expect(button(dialog, 'cancellation.cancel.confirm')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(planCard(buyer), 'plan.cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await press(button(dialog, 'cancellation.cancel.confirm'));
  await expect(
    dialog.getByRole('heading', { name: words('cancellation.cancel.done') }),
  ).toBeVisible();
  await press(button(dialog, 'cancellation.told.close'));
  await expect(dialog).toBeHidden();
  await expect(planCard(buyer)).toContainText(words('plan.status.ending'));
  await expect(page.locator('main :focus')).toBeVisible();
  expect(await buyer.plan()).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
});

for (const locale of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('a pack is bought, and the purchase is withdrawn', {
      tag: locale === 'en' ? [] : deepTag,
    }, async ({ page, context }) => {
      const buyer = await Buyer.arrive({ page, context }, { product: productUrl(), locale });
      const { words } = buyer;
      const order = await buyer.buy({ product: 'pack-100' });
      expect(order).toMatchObject({ status: 'paid', credits: 100, autoRenew: false });
      await expect(page.getByText(words('credits.balance', { balance: 120 })).last()).toBeVisible();
      const number = order.receiptNumber ?? '';
      expect((await buyer.mail('receipt.subject', { number })).text).toContain(order.code);

      await buyer.open(planPage);
      await orderLine(buyer, order.code)
        .getByRole('button', { name: words('plan.withdraw') })
        .click();
      await expect(buyer.dialog('cancellation')).toContainText(order.code);
      await buyer.leave('withdraw');
      await expect(orderLine(buyer, order.code)).toContainText(words('plan.order.status.refunded'));
      expect((await buyer.mail('withdrawn.subject', { order: order.code })).text).toContain(
        order.code,
      );
      const [withdrawn] = await buyer.orders();
      expect(withdrawn?.refunds).toMatchObject([
        { amount: order.amount, currency: order.currency, reason: 'withdrawal' },
      ]);
      await buyer.open('/account');
      await expect(page.getByText(words('credits.balance', { balance: 20 })).last()).toBeVisible();
    });

    test('a plan that renews is bought, cancelled, resumed, changed, and cancelled by a mailed code', {
      tag: locale === 'en' ? [] : deepTag,
    }, async ({ browser, page, context }) => {
      const buyer = await Buyer.arrive({ page, context }, { product: productUrl(), locale });
      const { words } = buyer;
      const order = await buyer.buy({ product: 'plan-month', renews: true });
      expect(order).toMatchObject({ status: 'paid', autoRenew: true });

      await buyer.open(planPage);
      const card = planCard(buyer);
      await expect(card).toContainText(words('plan.status.running'));
      await buyer.press(card, 'plan.cancel');
      await buyer.leave('cancel');
      await expect(card).toContainText(words('plan.status.ending'));
      await expect(card).toContainText(words('plan.next.none'));
      await buyer.mail('planCancelled.subject');

      await buyer.press(card, 'plan.resume');
      await expect(card).toContainText(words('plan.outcome.resumed'));
      await expect(card).toContainText(words('plan.status.running'));

      await buyer.press(card, 'plan.change');
      const year = words('plan.name', { unit: 'year' });
      await card.getByRole('button', { name: new RegExp(`^${year}`) }).click();
      await buyer.press(card, 'plan.change.confirm');
      await expect(card).toContainText(words('plan.outcome.changed'));
      await expect(card.getByRole('heading', { level: 2 })).toHaveText(year);
      const [change] = await buyer.orders();
      expect(change).toMatchObject({ reason: 'change', status: 'paid', productCode: 'plan-year' });

      const elsewhere = buyer.inBrowserOf(await (await browser.newContext()).newPage());
      await elsewhere.open(planPage);
      await elsewhere.press(elsewhere.page.getByRole('main'), 'plan.byCode.cancel');
      const dialog = elsewhere.dialog('cancellation');
      await dialog
        .getByRole('textbox', { name: words('cancellation.order.label') })
        .fill(order.code);
      await elsewhere.press(dialog, 'signIn.send');
      const mail = await buyer.mail('orderCode.subject', { order: order.code });
      await dialog.getByRole('textbox', { name: words('field.code.label') }).fill(codeIn(mail));
      await elsewhere.press(dialog, 'cancellation.look');
      await elsewhere.leave('cancel');
      expect(await buyer.plan()).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
      await elsewhere.page.context().close();
    });

    test('a plan that is paid once runs until its end, and renews after it is bought again', {
      tag: deepTag,
    }, async ({ page, context }) => {
      const buyer = await Buyer.arrive({ page, context }, { product: productUrl(), locale });
      const { words } = buyer;
      expect((await buyer.buy({ product: 'plan-month' })).autoRenew).toBe(false);
      await buyer.open(planPage);
      const card = planCard(buyer);
      await expect(card).toContainText(words('plan.status.running'));
      const at = new Date((await buyer.plan()).periodEnd ?? 0);
      await expect(card).toContainText(words('plan.tip.once', { at }));
      await expect(card).toContainText(words('plan.renew.byPaying'));
      await buyer.press(card, 'plan.renew');
      await buyer.buyWithRenewal('plan-month');
      await buyer.open(planPage);
      await expect(card).toContainText(words('plan.status.running'));
      await expect(card.getByRole('button', { name: words('plan.cancel') })).toBeVisible();
      expect(await buyer.plan()).toMatchObject({ cancelAtPeriodEnd: false });
    });

    test('the export contains the order, and the account can be deleted', {
      tag: locale === 'en' ? [] : deepTag,
    }, async ({ page, context, request }) => {
      const buyer = await Buyer.arrive({ page, context }, { product: productUrl(), locale });
      const { words } = buyer;
      const { code } = await buyer.buy({ product: 'pack-100' });
      await buyer.unfold('account.copy.title');
      await buyer.press(page.getByRole('main'), 'account.copy.ask');
      const link = linkIn(await buyer.mail('exportReady.subject'), /export/);
      const zip = new AdmZip(await (await request.get(link)).body());
      const read = (name: string): unknown => JSON.parse(zip.readAsText(name));
      expect(read('account.json')).toMatchObject({ email: buyer.address });
      expect(read('orders.json')).toMatchObject([{ code }]);
      const ledger = read('credits.json') as { amount: number }[];
      expect(ledger.map(({ amount }) => amount).sort()).toEqual([100, 20]);

      await buyer.unfold('account.deletion.title');
      await buyer.press(page.getByRole('main'), 'account.deletion.open');
      const dialog = page.locator('dialog[data-actor="accountChange"]');
      await buyer.press(dialog, 'signIn.send');
      const asked = await buyer.mail('deleteCode.subject');
      await dialog.locator('input[name="code"]').fill(codeIn(asked));
      await buyer.press(dialog, 'account.deletion.confirm');
      await expect(page.getByText(words('account.deletion.farewell'))).toBeVisible();
      await buyer.mail('accountDeleted.subject');
      const { token } = buyer.session;
      const answer = await request.get('/v1/user', { headers: { token } });
      expect(await answer.json()).toMatchObject({ success: '10009' });
      const gone = await request.get(link);
      expect(await gone.json()).toMatchObject({ success: 'invalid_link', obj: null });
    });
  });
}

test('an operator refunds an order, and its buyer sees it', { tag: deepTag }, async ({
  page,
  context,
  request,
}) => {
  const buyer = await Buyer.arrive({ page, context }, { product: productUrl() });
  const { words } = buyer;
  const { code } = await buyer.buy({ product: 'pack-100' });
  const answer = await request.post('/admin/api/refund', {
    headers: { authorization: `Bearer ${operatorToken}` },
    data: { code, by: 'anna', reason: 'the buyer asked by mail', key: crypto.randomUUID() },
  });
  expect(await answer.json()).toMatchObject({ ok: true });
  await buyer.open(planPage);
  await expect(orderLine(buyer, code)).toContainText(words('plan.order.status.refunded'));
  const [order] = await buyer.orders();
  expect(order?.refunds).toMatchObject([{ reason: 'operator' }]);
  expectConsole(page, /401/);
  await page.goto('/admin');
  await page.getByLabel('Token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.goto(`/admin/orders/${code}`);
  await expect(page.getByText('refunded').first()).toBeVisible();
});

test('after five abandoned payments a sixth is made, and the open orders can be paid or cancelled', {
  tag: deepTag,
}, async ({ page, context }) => {
  const buyer = await Buyer.arrive({ page, context }, { product: productUrl() });
  const { words } = buyer;
  for (const product of ['pack-100', 'pack-100', 'pack-100', 'pack-300', 'pass-day']) {
    await buyer.order({ product });
    await page.goBack();
  }
  expect((await buyer.buy({ product: 'pack-1000' })).productCode).toBe('pack-1000');
  const open = (await buyer.orders()).filter(({ status }) => status === 'open');
  const codeOf = (product: string) => open.find((one) => one.productCode === product)?.code ?? '';
  const products = open.map(({ productCode }) => productCode);
  expect(products.sort()).toEqual(['pack-100', 'pack-300', 'pass-day']);

  await buyer.open(planPage);
  const button = (id: MessageId, credits: number, code: string) => {
    const name = words('orderCheck.product.pack', { credits });
    return page.getByRole('main').getByRole('button', { name: words(id, { name, code }) });
  };
  await button('openOrders.cancel.label', 300, codeOf('pack-300')).click();
  const dialog = buyer.dialog('orderCheck');
  await buyer.press(dialog, 'orderCheck.cancel');
  await expect(
    dialog.getByRole('heading', { name: words('orderCheck.title.cancelled') }),
  ).toBeVisible();
  await buyer.press(dialog.locator('.order-actions'), 'dialog.close');
  await button('openOrders.pay.label', 100, codeOf('pack-100')).click();
  await page.waitForURL('**/sandbox/pay/**');
  await buyer.pay();
  await expect(dialog.getByRole('heading', { name: words('orderCheck.title.paid') })).toBeVisible();
  const ends = (await buyer.orders()).map(({ productCode, status }) => `${productCode} ${status}`);
  expect(ends.sort()).toEqual([
    ...['pack-100 paid', 'pack-1000 paid', 'pack-300 cancelled', 'pass-day open'],
  ]);
});
