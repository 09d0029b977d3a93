import type { Locator, Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* A visitor fills in the contact form of a prerendered page before its scripts have loaded. */

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const words = wordsOf('en');
const address = 'anna@example.com';
const text = 'Where is my photo?\nIt was here yesterday, and today it is gone.';
/** pause in milliseconds between two keys of a fast typist */
const betweenKeys = { delay: 15 };

const field = (page: Page, name: string): Locator =>
  page.locator(`[data-actor="contact"] [name="${name}"]`);

const submit = (page: Page) => page.getByRole('button', { name: words('contact.send') });

/**
 * Opens the form. The test holds back requests for files that match `held` until they are released.
 */
async function openForm(page: Page, held: string | RegExp) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  // preloaded files wait for the held ones, which takes longer than the browser expects
  expectConsole(page, /was preloaded using link preload but not used within a few seconds/);
  await page.route(held, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/contact-us', { waitUntil: 'commit' });
  await submit(page).waitFor();
  return release;
}

const scripts = /\/assets\/[^/]+\.js$/;
const charts = /\/assets\/create-app-actor-[^/]+\.js$/;

const untilHydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('textarea') ?? {}).some((key) => key.startsWith('__react')),
  );

/** Returns the message that the page sends to the support; the server accepts it. */
async function sentMessage(page: Page, press: () => Promise<void>) {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/v1/contact') && one.method() === 'POST'),
    press(),
  ]);
  await expect(page.getByText(words('contact.sent.title'))).toBeVisible();
  return request.postDataJSON();
}

const half = text.length / 2;

test('a message typed before and while the scripts load is sent unchanged', async ({ page }) => {
  const release = await openForm(page, scripts);
  await field(page, 'address').tap();
  await page.keyboard.type(address);
  await field(page, 'message').tap();
  await page.keyboard.type(text.slice(0, half));
  release();
  await page.keyboard.type(text.slice(half), betweenKeys);
  const sent = await sentMessage(page, () => submit(page).tap());
  expect(sent).toMatchObject({ email: address, message: text });
});

test('a message typed and sent before the charts have loaded is sent unchanged', {
  tag: deepTag,
}, async ({ page }) => {
  const release = await openForm(page, charts);
  await field(page, 'message').tap();
  await page.keyboard.type(text.slice(0, half));
  await untilHydrated(page);
  await page.keyboard.type(text.slice(half));
  await field(page, 'address').tap();
  await page.keyboard.type(address);
  const sent = await sentMessage(page, async () => {
    await page.keyboard.press('Enter');
    await submit(page).tap();
    release();
  });
  expect(sent).toMatchObject({ email: address, message: text });
});

test('Send, pressed at once, shows the missing fields', { tag: deepTag }, async ({ page }) => {
  const release = await openForm(page, scripts);
  await submit(page).tap();
  release();
  for (const name of ['address', 'message']) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(field(page, 'address')).toBeFocused();
});

test('a value that the browser fills in is sent', { tag: deepTag }, async ({ page }) => {
  const release = await openForm(page, scripts);
  for (const [name, value] of [
    ['address', address],
    ['message', text],
  ] as const) {
    await field(page, name).evaluate((element: HTMLInputElement, filled) => {
      element.value = filled;
    }, value);
  }
  const sent = await sentMessage(page, async () => {
    await submit(page).tap();
    release();
  });
  expect(sent).toMatchObject({ email: address, message: text });
});
