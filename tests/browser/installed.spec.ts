import { mostPhotos } from '../../machines/model/photo.ts';
import { shareLimits } from '../../machines/model/shared-photos.ts';
import { openOtherSite, share, shareFiles, untilWorking } from './shares.ts';
import { photosOn } from './stored-photos.ts';
import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

/* The installed app: its manifest, photos that another app shares, and pages without a connection. */

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
    await expect.poll(() => photosOn(page)).toHaveLength(0);
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
  await context.setOffline(true);
  await share(page, 'coffee.png', 'chelsea.png');
  await expect(page).toHaveTitle(studio.words('offline.title'));
  await context.setOffline(false);
  const photos = studio.studio.getByRole('listitem');
  await expect(photos.filter({ hasText: 'coffee.png' })).toBeVisible();
  await expect(photos.filter({ hasText: 'chelsea.png' })).toBeVisible();
});

test("a photo that another site sends starts nothing, and leaves the visitor's own photo on the device (R79)", async ({
  page,
}) => {
  const starts: string[] = [];
  page.on('request', (request) => {
    if (/dealSave|ai-function\/[\w-]+$/.test(request.url())) starts.push(request.url());
  });
  const studio = new StudioPage(page);
  await studio.open();
  await untilWorking(page);
  await studio.choose('coffee.png');
  await expect(studio.startButton()).toBeEnabled();

  await openOtherSite(page, 'no-referrer');
  await share(page, 'chelsea.png');
  await expect(studio.studio.getByText('chelsea.png').first()).toBeVisible();
  await expect(studio.startButton()).toBeEnabled();

  await studio.studio.getByRole('button', { name: studio.words('studio.remove') }).click();
  await expect(studio.studio.getByText('coffee.png').first()).toBeVisible();
  expect(starts).toEqual([]);
});

test('photos from a page of another site are refused', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await untilWorking(page);
  await openOtherSite(page, 'origin');
  await share(page, 'coffee.png');
  await expect(page.getByText(studio.words('toast.shareLost'))).toBeVisible();
  await expect(studio.studio).toHaveAttribute('data-state', 'choosing.empty');
});

test('too many shared photos are named up to a limit, and refused above it', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await untilWorking(page);
  const names = Array.from({ length: shareLimits.photos + 1 }, (_, at) => `photo-${at}.png`);
  await shareFiles(page, names.slice(0, mostPhotos + 1));
  const reason = studio.words('batch.leftOut.tooMany', { limit: mostPhotos });
  await expect(page.getByText(reason)).toBeVisible();

  await shareFiles(page, names);
  await expect(page.getByText(studio.words('toast.shareLost'))).toBeVisible();
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
