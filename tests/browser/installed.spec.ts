import type { Page } from '@playwright/test';
import { shareField, sharePath } from '../../machines/model/shared-photos.ts';
import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* The installed app: its manifest, photos that another app shares, and pages without a connection. */

/** Resolves when the service worker of the page is active. */
const untilWorking = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

/** Shares sample photos with the app as a phone does: by a form that opens a page. */
async function share(page: Page, ...names: string[]) {
  const opened = page.waitForEvent('load');
  await page.evaluate(
    async ({ names, action, field }) => {
      const chosen = new DataTransfer();
      for (const name of names) {
        const photo = await (await fetch(`/samples/${name}`)).blob();
        chosen.items.add(new File([photo], name, { type: photo.type }));
      }
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field });
      input.multiple = true;
      input.files = chosen.files;
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'POST', enctype: 'multipart/form-data' });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { names, action: sharePath, field: shareField },
  );
  await opened;
}

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a photo that another app shares is chosen, and only once', async ({ page }) => {
    const studio = new StudioPage(page, 'de');
    await studio.open();
    await untilWorking(page);
    await share(page, 'coffee.png');
    await expect(page).toHaveURL('/de');
    await expect(studio.startButton()).toBeEnabled();
    await expect(page.getByText('coffee.png')).toBeVisible();

    await studio.studio.getByRole('button', { name: studio.words('studio.remove') }).click();
    await expect(studio.studio).toHaveAttribute('data-state', 'choosing.empty');
    await page.reload();
    await studio.untilListening();
    await expect(studio.studio).toHaveAttribute('data-state', 'choosing.empty');
  });

  test('a page that cannot be loaded is replaced in its language, and loads when it can', async ({
    page,
    context,
  }) => {
    expectConsole(page, /503|ERR_INTERNET_DISCONNECTED/);
    const words = wordsOf('de');
    const studio = new StudioPage(page, 'de');
    await studio.open();
    await untilWorking(page);
    await context.setOffline(true);
    await page.goto('/');
    await expect(page).toHaveTitle(words('offline.title'));
    await expect(page.getByText(words('offline.page'))).toBeVisible();
    await page.goto('/fr/terms');
    await expect(page.getByRole('link', { name: wordsOf('fr')('failure.retry') })).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL('/fr/terms');
    await expect(page.locator('footer')).toBeVisible();
  });
});

test('several photos that were shared without a connection wait for the home page', async ({
  page,
  context,
}) => {
  expectConsole(page, /503|ERR_INTERNET_DISCONNECTED/);
  const studio = new StudioPage(page);
  await studio.open();
  await untilWorking(page);
  // the browser then has the samples in its cache
  await page.evaluate(() =>
    Promise.all([fetch('/samples/coffee.png'), fetch('/samples/chelsea.png')]),
  );
  await context.setOffline(true);
  await share(page, 'coffee.png', 'chelsea.png');
  await expect(page).toHaveTitle(studio.words('offline.title'));
  await context.setOffline(false);
  const photos = studio.studio.getByRole('listitem');
  await expect(photos.filter({ hasText: 'coffee.png' })).toBeVisible();
  await expect(photos.filter({ hasText: 'chelsea.png' })).toBeVisible();
});

test('without a service worker, the home page says once that shared photos are missing', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  await page.goto('/terms');
  await share(page, 'coffee.png');
  await expect(page.getByText(studio.words('toast.shareLost'))).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.reload();
  await studio.untilListening();
  await expect(page.getByText(studio.words('toast.shareLost'))).toBeHidden();
});

test('the browser can install the app', async ({ page, context }) => {
  await page.goto('/ja');
  const cdp = await context.newCDPSession(page);
  const { errors, data = '' } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  const { icons, screenshots } = JSON.parse(data);
  for (const { src, type } of [...icons, ...screenshots]) {
    const answer = await page.request.get(src);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
  }
});
