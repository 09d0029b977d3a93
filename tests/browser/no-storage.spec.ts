import { deepTag } from '../../tools/testing/deep-tag.ts';
import { forbidStorage } from './paths/scene.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect, test } from './visitor.ts';
import { wordsOf } from './words.ts';

test.describe('a visitor whose browser refuses cookies and storage to the page', () => {
  test.beforeEach(({ context }) => forbidStorage(context));

  test('turns a photo into a better one, and finds it among the records', async ({ page }) => {
    const studio = new StudioPage(page);
    await page.goto('/?utm_source=ad');
    await studio.untilListening();
    await expect(page.getByRole('meter', { name: studio.words('allowance.label') })).toBeVisible();
    await studio.choose(await smallPhoto());
    await studio.pick('upscale-2x-fast');
    await studio.start();
    await studio.untilResult();
    await page
      .getByRole('link', { name: studio.words('nav.records') })
      .first()
      .click();
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  test('closes the sign-in dialog, and opens it again', { tag: deepTag }, async ({ page }) => {
    await new StudioPage(page).open();
    const words = wordsOf('en');
    const button = page.getByRole('banner').getByRole('button', { name: words('nav.signIn') });
    const dialog = page.getByRole('dialog', { name: words('signIn.title') });
    for (let n = 0; n < 2; n += 1) {
      await button.click();
      await expect(dialog.getByLabel(words('field.address.label'))).toBeVisible();
      await dialog.getByRole('button', { name: words('dialog.close') }).click();
      await expect(dialog).toBeHidden();
    }
  });

  test('reads the page in the chosen language', { tag: deepTag }, async ({ page }) => {
    await new StudioPage(page).open();
    const menu = page.locator('[data-actor="language"]');
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL('/de');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('de')('home.title'));
    await expect(menu).toHaveAttribute('data-state', 'ready.settled');
  });
});
