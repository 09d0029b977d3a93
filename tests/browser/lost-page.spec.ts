import { deepTag } from '../../tools/testing/deep-tag.ts';
import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('en');

/* Simulates a file that a deployment has removed; the product under test has all its files. */
for (const [link, title, code] of [
  ['nav.records', 'records.title', /\/assets\/records-page-.*\.js$/],
  ['footer.contact', 'contact.title', /\/assets\/contact-form-.*\.js$/],
] as const) {
  test(`the browser loads the page of ${link} itself if its code is lost (R63)`, {
    tag: link === 'nav.records' ? [] : deepTag,
  }, async ({ page }) => {
    expectConsole(page, /404|preload|dynamically imported module/i);
    await page.route(code, async (route) => {
      const isHome = new URL(page.url()).pathname === '/';
      await (isHome ? route.fulfill({ status: 404, body: '' }) : route.continue());
    });
    await page.goto('/');
    await new StudioPage(page).untilListening();
    await page
      .getByRole('link', { name: words(link), exact: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: words(title), exact: true })).toBeVisible();
    await expect(page).not.toHaveURL('/');
  });
}
