import type { Route } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { Buyer } from './buyer.ts';
import { startByIntent } from './intent.ts';
import { expect, productUrl, test } from './visitor.ts';

/*
 * Tests abandoned payment pages and payments that arrive late, on the real server with the sandbox.
 */

test('five abandoned payment pages are one order, which is found again, paid or cancelled (R73)', async ({
  page,
  context,
}) => {
  const buyer = await Buyer.arrive({ page, context }, { product: productUrl() });
  const { words } = buyer;
  for (let press = 0; press < 5; press += 1) await buyer.order({ product: 'pack-100' });
  const [order, ...others] = await buyer.orders();
  expect(others).toEqual([]);
  const code = order?.code ?? '';
  const name = words('orderCheck.product.pack', { credits: 100 });

  await buyer.open('/account');
  const listed = page.getByRole('region', { name: words('openOrders.title') });
  await expect(listed.first()).toContainText(words('openOrders.left', { minutes: 30 }).slice(3));
  await listed.getByRole('button', { name: words('openOrders.pay.label', { name, code }) }).click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.goBack();
  await startByIntent(page);

  await buyer.press(page.getByRole('main'), 'purchase.get');
  const sale = buyer.dialog('checkout');
  await sale
    .getByRole('button', { name: words('openOrders.cancel.label', { name, code }) })
    .click();
  const dialog = buyer.dialog('orderCheck');
  await buyer.press(dialog, 'orderCheck.cancel');
  await expect(dialog.getByText(words('orderCheck.lead.cancelled'))).toBeVisible();
  expect(await buyer.orders()).toMatchObject([{ code, status: 'cancelled', mayArrive: false }]);
});

test('an open dialog waits for a payment that succeeds late, and shows it (R73)', {
  tag: deepTag,
}, async ({ page, context }) => {
  const buyer = await Buyer.arrive({ page, context }, { product: productUrl() });
  const { words } = buyer;
  await buyer.order({ product: 'pack-100' });
  await buyer.pay('lateSuccess');
  const dialog = buyer.dialog('orderCheck');
  await expect(dialog.getByText(words('orderCheck.lead.arriving'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: words('orderCheck.payAgain') })).toHaveCount(0);
  await expect(dialog.getByRole('heading', { name: words('orderCheck.title.paid') })).toBeVisible({
    timeout: 60_000,
  });
  expect(await buyer.orders()).toMatchObject([{ status: 'paid', refunds: [] }]);
});

test('the list of open orders moves no button that the buyer presses (R73)', async ({
  page,
  context,
}) => {
  const buyer = await Buyer.arrive({ page, context }, { product: productUrl() });
  const { words } = buyer;
  await buyer.order({ product: 'pack-100' });

  // holds the server's answer until the finger is on the button
  const asked = Promise.withResolvers<Route>();
  await page.route('**/v1/order?open=1', (route) => asked.resolve(route), { times: 1 });
  await buyer.open('/account');
  const button = page
    .getByRole('main')
    .getByRole('button', { name: words('purchase.get'), exact: true });
  await button.hover();
  await page.mouse.down();
  await (await asked.promise).continue();
  await expect(page.getByRole('region', { name: words('openOrders.title') })).toBeVisible();
  await page.mouse.up();
  await expect(buyer.dialog('checkout')).toBeVisible();
});
