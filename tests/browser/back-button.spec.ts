import type { Page } from '@playwright/test';
import type {} from '../../src/devtools/expose-actors.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* Back closes a dialog first. Only the next Back leaves the page. */

const words = wordsOf('en');

const dialog = (page: Page) => page.getByRole('dialog', { name: words('signIn.title') });

/** Opens the terms and then the page, so that leaving the page leads back to the terms. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto('/terms');
  await page.goto(path);
  await startByIntent(page);
}

async function openSignIn(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('nav.signIn') })
    .click();
  await expect(dialog(page)).toBeVisible();
}

/** Waits until the history entry of the closed dialog is removed. */
const untilTakenAway = (page: Page) =>
  expect.poll(() => page.evaluate(() => history.state)).toBeNull();

const placeOf = (page: Page) => new URL(page.url()).pathname;

async function leave(page: Page): Promise<void> {
  await page.goBack();
  await expect(page).toHaveURL('/terms');
}

test('back closes the dialog and leaves the page unchanged', async ({ page }) => {
  await arrive(page, '/contact-us');
  const message = page.getByRole('textbox', { name: words('contact.message') });
  await message.fill('A question about my photos');
  await page.setViewportSize({ width: 390, height: 500 });
  await page.evaluate(() => scrollTo(0, 200));
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('nav.signIn') })
    .evaluate((button: HTMLButtonElement) => {
      button.focus({ preventScroll: true });
      button.click();
    });
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  expect(placeOf(page)).toBe('/contact-us');
  await expect(message).toHaveValue('A question about my photos');
  expect(await page.evaluate(() => scrollY)).toBe(200);
  await expect(
    page.getByRole('banner').getByRole('button', { name: words('nav.signIn') }),
  ).toBeFocused();
  await leave(page);
});

for (const [way, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['its button', (page: Page) => page.getByRole('button', { name: words('dialog.close') }).click()],
] as const) {
  test(`one back leaves the page after a dialog was closed by ${way}`, { tag: deepTag }, async ({
    page,
  }) => {
    await arrive(page, '/');
    for (const _ of ['first', 'second']) {
      await openSignIn(page);
      await close(page);
      await expect(dialog(page)).toBeHidden();
    }
    await untilTakenAway(page);
    await expect(
      page.getByRole('banner').getByRole('button', { name: words('nav.signIn') }),
    ).toBeFocused();
    await leave(page);
  });
}

test('a dialog that is opened and closed at once leaves no history entry', {
  tag: deepTag,
}, async ({ page }) => {
  await arrive(page, '/');
  await openSignIn(page);
  await page.evaluate(() => {
    const { system } = window.__lightwell?.root ?? {};
    for (const _ of Array.from({ length: 5 })) {
      system?.get('signIn')?.send({ type: 'dialog.cancelled' });
      system?.get('session')?.send({ type: 'signIn.pressed' });
    }
  });
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  expect(placeOf(page)).toBe('/');
  await leave(page);
});

test('Forward after Back opens no dialog and stays on the page', { tag: deepTag }, async ({
  page,
}) => {
  await arrive(page, '/');
  await openSignIn(page);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await page.evaluate(() => history.forward());
  await untilTakenAway(page);
  await expect(dialog(page)).toBeHidden();
  await leave(page);
});

test('after a reload with an open dialog, one Back leaves the page', { tag: deepTag }, async ({
  page,
}) => {
  await arrive(page, '/');
  await openSignIn(page);
  await page.reload();
  // Waits until the charts run. At their start, they remove the lost dialog's history entry without
  // an action of the visitor.
  await expect.poll(() => page.evaluate(() => Boolean(window.__lightwell))).toBe(true);
  await expect(dialog(page)).toBeHidden();
  await leave(page);
});

test('a dialog that a reload opens again is closed by back', { tag: deepTag }, async ({ page }) => {
  await arrive(page, '/');
  await openSignIn(page);
  await dialog(page).locator('input[name="address"]').fill('back-button@example.com');
  await dialog(page).locator('button[type=submit]').click();
  const code = page.getByRole('dialog', { name: words('signIn.code.title') });
  await expect(code).toBeVisible();
  await page.reload();
  await expect(code).toBeVisible();
  await page.goBack();
  await expect(code).toBeHidden();
  expect(placeOf(page)).toBe('/');
  await leave(page);
});

test('a page that is opened from a dialog replaces the dialog’s history entry', {
  tag: deepTag,
}, async ({ page }) => {
  await arrive(page, '/');
  await openSignIn(page);
  await page.evaluate(() => {
    const root = window.__lightwell?.root;
    root?.send({ type: 'navigation.requested', to: '/about-us' });
    root?.system.get('signIn')?.send({ type: 'dialog.cancelled' });
  });
  await expect(page).toHaveURL('/about-us');
  await untilTakenAway(page);
  await expect(page.locator('main h1')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(dialog(page)).toBeHidden();
  await leave(page);
});

test('a dialog that stays open over the next page is closed by back there', {
  tag: deepTag,
}, async ({ page }) => {
  await arrive(page, '/');
  await openSignIn(page);
  await page.evaluate(() =>
    window.__lightwell?.root.send({ type: 'navigation.requested', to: '/about-us' }),
  );
  await expect(page).toHaveURL('/about-us');
  await expect.poll(() => page.evaluate(() => history.state)).not.toBeNull();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  expect(placeOf(page)).toBe('/about-us');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await leave(page);
});

test('Back leaves the page if the browser refuses the dialog’s history entry', {
  tag: deepTag,
}, async ({ page }) => {
  await page.goto('/terms');
  await page.addInitScript(() => {
    history.pushState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
  });
  await page.goto('/');
  await startByIntent(page);
  await openSignIn(page);
  await leave(page);
});

test('back leaves the overlay of a task and not its page', { tag: deepTag }, async ({ page }) => {
  const studio = new StudioPage(page);
  await page.goto('/terms');
  await studio.open();
  await studio.choose(await smallPhoto());
  await studio.start();
  await page.goBack();
  await expect(page.locator('dialog[data-actor="overlay"]')).toBeHidden();
  expect(placeOf(page)).toBe('/');
  await studio.untilEnded();
  await leave(page);
});

test('one back leads from a result to the studio that its overlay covered', {
  tag: deepTag,
}, async ({ page }) => {
  const studio = new StudioPage(page);
  await page.goto('/terms');
  await studio.open();
  await studio.choose(await smallPhoto());
  await studio.start();
  await studio.untilResult();
  await untilTakenAway(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await leave(page);
});
