import type { BrowserContext, Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { Buyer } from './buyer.ts';
import { startByIntent } from './intent.ts';
import { keepSession, newAccount } from './new-account.ts';
import { codeIn, mailTo } from './outbox.ts';
import { startProduct } from './product-process.ts';
import { test as base } from './recorded-test.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect } from './visitor.ts';
import { wordsOf } from './words.ts';

/* Tests that a change by one tab on the real server appears in the other tabs without a reload. */

type World = { url: string };

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startProduct({ RUN_ENV: 'test' });
      await use({ url });
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
});

const words = wordsOf('en');

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await startByIntent(page);
  return page;
}

/** Runs a task in the background until it ends. */
async function work(page: Page): Promise<void> {
  const studio = new StudioPage(page);
  await studio.untilListening();
  await studio.choose(await smallPhoto());
  await studio.pick('denoise');
  await studio.start();
  await studio.untilResult();
}

async function deleteShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('result.delete') }).click();
  const question = page.locator('dialog[data-actor="messageBox"]');
  await question.getByRole('button', { name: words('dialog.deleteRecord.confirm') }).click();
  await page.waitForURL('**/record');
}

/**
 * Without a cause, no chart calls the server within this time, so a change must come from another
 * tab.
 */
const soon = { timeout: 10_000 };

test('a guest’s free credits, records and deletions reach every tab (R71)', async ({ context }) => {
  const home = await open(context, '/');
  const records = await open(context, '/record');
  const left = home.getByText(/20 free credits/).first();
  await expect(left).toBeVisible();
  await expect(records.locator('[data-actor="records"]')).toHaveAttribute('data-state', /empty/);

  const busy = await open(context, '/');
  await work(busy);
  await expect(left).toBeHidden(soon);
  await expect(records.getByRole('article')).toHaveCount(1, soon);
  await expect(records.getByRole('article')).toContainText('coffee.png');
  await expect(busy.locator('a[download]')).toHaveAttribute('download', /^coffee-denoised\.\w+$/);

  const result = await open(context, new URL(busy.url()).pathname);
  await expect(result.getByRole('heading', { name: words('result.title') })).toBeVisible();
  await deleteShown(busy);
  await expect(records.locator('[data-actor="records"]')).toHaveAttribute(
    'data-state',
    /empty/,
    soon,
  );
  await expect(result.locator('[data-actor="result"]')).toHaveAttribute('data-state', 'gone', soon);
});

test('a user’s credits, orders, plan and address reach every tab (R71)', { tag: deepTag }, async ({
  context,
  world,
}) => {
  const page = await context.newPage();
  const buyer = await Buyer.arrive({ page, context }, { product: world.url });
  const account = await open(context, '/account');
  const plan = await open(context, '/manage-membership-plan');
  const home = await open(context, '/');
  const balance = account.locator('.account-balance strong').first();
  await expect(balance).toContainText('20');

  const { code } = await buyer.buy({ product: 'pack-100' });
  await expect(balance).toContainText('120', soon);
  await expect(plan.getByRole('listitem').filter({ hasText: code })).toBeVisible(soon);
  await expect(home.locator('details[data-actor="session"]').getByText(/120/)).toBeAttached(soon);

  await buyer.buy({ product: 'plan-month', renews: true });
  const card = plan.locator('[data-front-status]');
  await expect(card).toContainText(words('plan.status.running'), soon);
  await expect(balance).toContainText('720', soon);
  await buyer.open('/manage-membership-plan');
  await buyer.press(page.getByRole('main'), 'plan.cancel');
  await buyer.leave('cancel');
  await expect(card).toContainText(words('plan.status.ending'), soon);

  const address = `new-${buyer.address}`;
  await buyer.open('/account');
  await buyer.press(page.getByRole('main'), 'account.address.change');
  const dialog = page.locator('dialog[data-actor="accountChange"]');
  await dialog.getByLabel(words('account.address.new')).fill(address);
  await buyer.press(dialog, 'account.address.send');
  for (const to of [buyer.address, address]) {
    const mailed = codeIn(await mailTo(world.url, to, /to change your address/));
    await dialog.getByLabel(words('account.address.code', { address: to })).fill(mailed);
  }
  await buyer.press(dialog, 'account.address.change');
  await expect(account.locator('.account-address').first()).toHaveText(address, soon);
});

test('a change by another device is shown when a tab becomes visible again (R71)', {
  tag: deepTag,
}, async ({ context, world }) => {
  const session = await newAccount(world.url, 'seven quiet hills');
  await keepSession(context, session, world.url);
  const account = await open(context, '/account');
  const answer = await fetch(new URL('/v1/user/preferences', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: session.token },
    body: JSON.stringify({ locale: 'de', reminders: true }),
  });
  expect(await answer.json()).toMatchObject({ success: '1' });
  await account.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(account.locator('select[name="locale"]')).toHaveValue('de', soon);
});
