import type { BrowserContext, Page } from '@playwright/test';
import { startByIntent } from './intent.ts';
import { keepSession, newAccount } from './new-account.ts';
import { startProduct } from './product-process.ts';
import { test as base } from './recorded-test.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect } from './visitor.ts';
import { wordsOf } from './words.ts';

/* What one tab changes at the real server, the other tabs show without a reload. */

type World = { url: string };

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures out of the pattern
    async ({}, use) => {
      const { url, stop } = await startProduct({ RUN_ENV: 'test' });
      await use({ url });
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
});
test.describe.configure({ timeout: 240_000 });

const words = wordsOf('en');

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await startByIntent(page);
  return page;
}

/** Works on a photo in the background, to its end. */
async function work(page: Page): Promise<void> {
  const studio = new StudioPage(page);
  await studio.untilListening();
  await studio.choose(await smallPhoto());
  await studio.pick('denoise');
  await studio.start();
  await studio.untilResult();
}

/** Deletes the record whose result is on screen. */
async function deleteShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('result.delete') }).click();
  const question = page.locator('dialog[data-actor="messageBox"]');
  await question.getByRole('button', { name: words('dialog.deleteRecord.confirm') }).click();
  await page.waitForURL('**/record');
}

/** Buys the cheapest offer, from the account page. */
async function buy(page: Page): Promise<void> {
  await page
    .locator('.account-balance')
    .getByRole('button', { name: words('purchase.get') })
    .click();
  await page.locator('dialog[data-actor="checkout"] .checkout-foot .button--primary').click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.locator('form button').first().click();
  await page.locator('form button').first().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
  await startByIntent(page);
  await expect(page.getByRole('dialog', { name: words('orderCheck.title.paid') })).toBeVisible();
}

test('a guest’s free credits, records and deletions reach every tab (R71)', async ({ context }) => {
  const home = await open(context, '/');
  const records = await open(context, '/record');
  const left = home.getByText(/20 free credits/).first();
  await expect(left).toBeVisible();
  await expect(records.locator('[data-actor="records"]')).toHaveAttribute('data-state', /empty/);

  const busy = await open(context, '/');
  await work(busy);
  await expect(left).toBeHidden();
  await expect(records.getByRole('article')).toHaveCount(1);
  await expect(records.getByRole('article')).toContainText('coffee.png');
  await expect(busy.locator('a[download]')).toHaveAttribute('download', /^coffee-denoised\.\w+$/);

  const result = await open(context, new URL(busy.url()).pathname);
  await expect(result.getByRole('heading', { name: words('result.title') })).toBeVisible();
  await deleteShown(busy);
  await expect(records.locator('[data-actor="records"]')).toHaveAttribute('data-state', /empty/);
  await expect(result.locator('[data-actor="result"]')).toHaveAttribute('data-state', 'gone');
});

test('a user’s credits, orders, records and address reach every tab (R71)', async ({
  context,
  world,
}) => {
  const session = await newAccount(world.url, 'seven quiet hills');
  await keepSession(context, session, world.url);
  const account = await open(context, '/account');
  const plan = await open(context, '/manage-membership-plan');
  const home = await open(context, '/');
  const balance = account.locator('.account-balance strong').first();
  await expect(balance).toContainText('20');

  const busy = await open(context, '/account');
  await buy(busy);
  await expect(balance).toContainText('120');
  await expect(plan.locator('[data-actor="subscription"]')).toContainText(/100/);
  await expect(home.locator('details[data-actor="session"]').getByText(/120/)).toBeAttached();
  await busy.close();

  // by another device: no tab can tell, so a tab looks when it is seen again
  const answer = await fetch(new URL('/v1/user/preferences', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: session.token },
    body: JSON.stringify({ locale: 'de', reminders: true }),
  });
  expect(await answer.json()).toMatchObject({ success: '1' });
  await account.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(account.locator('select[name="locale"]')).toHaveValue('de');
});
