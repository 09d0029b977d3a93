import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* Tests the server's HTML before any script has run, and with scripts disabled. */

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a missing page names its path, and links to it in the other languages', async ({
    page,
  }) => {
    expectConsole(page, /status of 404/);
    await page.goto('/de/no/such-page?utm_source=ad');
    const message = wordsOf('de')('notFound.message', { path: '/de/no/such-page' });
    await expect(page.getByText(message)).toBeVisible();
    await page.locator('details.menu summary').click();
    await page.getByRole('link', { name: '日本語' }).click();
    await expect(page).toHaveURL('/ja/no/such-page');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await page.getByRole('link', { name: wordsOf('ja')('notFound.home'), exact: true }).click();
    await expect(page).toHaveURL('/ja');
  });

  test('the language links of a result lead to the same result', { tag: deepTag }, async ({
    page,
  }) => {
    await page.goto('/fr/result/abc-1');
    await page.locator('details.menu summary').click();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/result/abc-1');
  });
});

for (const path of ['/no/such-page', '/it/d%C3%A9j%C3%A0', '/pt/<b>&"\'', '/de//evil.example']) {
  test(`the missing page ${path} hydrates without a mismatch`, {
    tag: path === '/no/such-page' ? [] : deepTag,
  }, async ({ page }) => {
    expectConsole(page, /status of 404/);
    await page.goto(path);
    await startByIntent(page);
    await expect(page.locator('[data-actor="language"]').first()).toHaveAttribute(
      'data-state',
      /^ready/,
    );
    const shown = new URL(page.url()).pathname;
    await expect(page.locator('main')).toContainText(shown);
    const links = page.locator('details.menu a');
    for (const href of await links.evaluateAll((found: HTMLAnchorElement[]) =>
      found.map(({ href }) => href),
    )) {
      expect(new URL(href).origin).toBe(new URL(page.url()).origin);
    }
  });
}

test('the browser reads the name of the product from the web app manifest', async ({ page }) => {
  await page.goto('/ja');
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/ja/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Lightwell', short_name: 'Lightwell' });
  for (const { src } of JSON.parse(data ?? '{}').icons) {
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
  }
});
