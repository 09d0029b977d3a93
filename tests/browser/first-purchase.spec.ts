import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { keepSession, newAccount } from './new-account.ts';
import { codeIn, mailTo } from './outbox.ts';
import { startProduct } from './product-process.ts';
import { test as base } from './recorded-test.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { tabTo } from './tab-to.ts';
import { expect } from './visitor.ts';
import type { Language } from './words.ts';

/*
 * Tests a purchase from missing credits to the finished photo, on the whole product with the
 * sandbox's money.
 */

type World = { url: string };

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startProduct({
        RUN_ENV: 'test',
        GUEST_DAILY_CREDITS: '0',
        WELCOME_CREDITS: '0',
      });
      await use({ url });
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
});

/** Stores an account's session in this browser, as after an earlier sign-in. */
const setAccount = async (context: BrowserContext, url: string): Promise<void> =>
  keepSession(context, await newAccount(url, 'seven quiet hills'), url);

async function countTaps(context: BrowserContext): Promise<() => number> {
  let taps = 0;
  await context.exposeBinding('tapped', () => {
    taps += 1;
  });
  await context.addInitScript(() => {
    const { tapped } = globalThis as unknown as { tapped: () => void };
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tapped(), true);
  });
  return () => taps;
}

const checkout = (page: Page): Locator => page.locator('dialog[data-actor="checkout"]');

const orderCheck = (page: Page): Locator =>
  page.locator('dialog[data-actor="orderCheck"], dialog[data-actor="dayOrderCheck"]');

const getCredits = ({ studio, words }: StudioPage): Locator =>
  studio.getByRole('button', { name: words('purchase.get') });

/** Opens a page with a photo that waits for credits. */
async function lackingCredits(page: Page, locale: Language): Promise<StudioPage> {
  const studio = new StudioPage(page, locale);
  await studio.open();
  await studio.choose(await smallPhoto());
  await expect(getCredits(studio)).toBeVisible();
  return studio;
}

test.describe('on a phone, with a saved account', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en' });

  test('a first purchase takes four taps at most, and the photo continues by itself (R38)', async ({
    page,
    context,
    world,
  }) => {
    await setAccount(context, world.url);
    const taps = await countTaps(context);
    const studio = await lackingCredits(page, 'en');
    await getCredits(studio).tap();
    await checkout(page).locator('.checkout-foot .button--primary').tap();
    await page.waitForURL('**/sandbox/pay/**');
    await page.locator('form button').first().tap();
    await page.locator('form button').first().tap();
    await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
    await startByIntent(page);
    await expect(orderCheck(page)).toBeVisible();
    await studio.untilResult();
    expect(taps()).toBeLessThanOrEqual(4);
    expect(taps()).toBeGreaterThan(0);
  });
});

test('a guest who lacks credits sees the prices before the sign-in, and the photo continues (R38, R46)', async ({
  page,
  world,
}) => {
  const studio = await lackingCredits(page, 'en');
  const { words } = studio;
  await getCredits(studio).click();
  await page.waitForURL('**/pricing');
  // the photo still waits after a choice of the country
  await page.locator('select[name="shop"]').selectOption('DE');
  await expect(page.locator('[data-offer="pack-300"]')).toContainText('€');
  await page.locator('[data-offer="pack-300"]').getByRole('button').click();

  const signIn = page.locator('dialog[data-actor="signIn"]');
  const address = `prices-${randomUUID()}@example.com`;
  await signIn.locator('input[name="address"]').fill(address);
  await signIn.getByRole('button', { name: words('signIn.send') }).click();
  const mail = await mailTo(world.url, address, /is your/);
  await signIn.locator('input[name="code"]').fill(codeIn(mail));

  await expect(checkout(page).locator('input[value="pack-300"]')).toBeChecked();
  await checkout(page).locator('.checkout-foot .button--primary').click();
  await page.waitForURL('**/sandbox/pay/**');
  await page.locator('form button').first().click();
  await expect(page.locator('input[name=step][value=confirm]')).toBeAttached();
  await page.locator('form button').first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await startByIntent(page);
  await expect(orderCheck(page)).toBeVisible();
  await expect(page.locator('dialog[data-actor="overlay"]')).toBeVisible();
});

test('photos of a batch wait in this tab while the visitor pays in another, and then continue (R38, R85)', async ({
  page,
  context,
  world,
}) => {
  await setAccount(context, world.url);
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  const photos = [await smallPhoto(), { ...(await smallPhoto()), name: 'two.png' }];
  await studio.studio.locator('input[type=file]').first().setInputFiles(photos);
  await studio.pick('upscale-2x-fast');
  await page.getByRole('button', { name: words('batch.start', { count: 2 }) }).click();
  const list = page.locator('.batch-panel');
  const waiting = list.locator('[data-step=waiting]');
  await expect(waiting).toHaveCount(2);
  await list.getByRole('button', { name: words('purchase.get') }).click();
  const opening = context.waitForEvent('page');
  await checkout(page).locator('.checkout-foot .button--primary').click();
  const payment = await opening;
  await payment.waitForURL('**/sandbox/pay/**');
  await payment.locator('form button').first().click();
  await payment.locator('form button').first().click();
  await payment.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
  const paid = words('orderCheck.title.paid');
  await expect(orderCheck(page).getByRole('heading', { name: paid })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'] as const satisfies Language[];

for (const locale of languages) {
  test.describe(`in ${locale}, without a pointer`, () => {
    test.use({ viewport: { width: 1280, height: 800 }, locale });

    test('a purchase is made by keyboard, and everything in it has a name and a role (R46)', {
      tag: deepTag,
    }, async ({ page, context, world }) => {
      await setAccount(context, world.url);
      const studio = await lackingCredits(page, locale);
      const { words } = studio;
      await getCredits(studio).focus();
      await page.keyboard.press('Enter');

      await expect(page.getByRole('dialog', { name: words('checkout.title') })).toBeVisible();
      const sale = checkout(page);
      const offers = sale.getByRole('group', { name: words('checkout.products') });
      // the cheapest product with enough credits is selected and has the focus
      await expect(offers.getByRole('radio').first()).toBeFocused();
      await expect(offers.getByRole('radio').first()).toBeChecked();
      for (const radio of await sale.getByRole('radio').all()) {
        await expect(radio).toHaveAccessibleName(/\S/);
      }
      await expect(sale.getByRole('group', { name: words('checkout.methods') })).toBeVisible();
      await expect(sale.getByText(words('checkout.withdrawal'))).toBeVisible();
      await tabTo(page, sale.locator('.checkout-foot .button--primary'));
      await page.keyboard.press('Enter');
      if (locale === 'ja') {
        // in Japan a second screen repeats the order before the button that orders
        await expect(sale.getByText(words('checkout.review.lead'))).toBeFocused();
        await tabTo(page, sale.locator('.checkout-foot .button--primary'));
        await page.keyboard.press('Enter');
      }

      await page.waitForURL('**/sandbox/pay/**');
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (let step = 0; step < 2; step += 1) {
        const button = page.locator('form button').first();
        await tabTo(page, button);
        await page.keyboard.press('Enter');
        if (step === 0) await expect(page.locator('input[name=step]')).toBeAttached();
      }
      await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
      await startByIntent(page);
      const paid = page.getByRole('dialog', { name: words('orderCheck.title.paid') });
      await expect(paid).toBeVisible();
      await expect(paid.getByRole('status').first()).toContainText(words('orderCheck.goesOn'));
      await studio.untilResult();
    });
  });
}
