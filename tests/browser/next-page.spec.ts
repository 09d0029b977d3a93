import { runningAttribute } from '../../machines/model/running-page.ts';
import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';

/* How the browser loads the next page. */

test('the browser loads the next page while the pointer rests on its link', async ({ page }) => {
  // the application, which would follow the link itself, is never loaded
  await page.route('**/assets/*.js', () => {});
  expectConsole(page, /preloaded using link preload but not used/);
  const tap = await page.context().newCDPSession(page);
  const ready = new Promise((resolve) => {
    tap.on('Preload.prefetchStatusUpdated', ({ status }) => status === 'Ready' && resolve(status));
  });
  await tap.send('Preload.enable');
  await page.goto('/');
  const cookies = await page.context().cookies();
  const link = page.getByRole('contentinfo').locator('a[href="/terms"]');
  await link.hover();
  await ready;
  expect(await page.context().cookies()).toEqual(cookies);

  await link.click();
  await expect(page).toHaveURL('/terms');
  const delivery = () => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry && Reflect.get(entry, 'deliveryType');
  };
  expect(await page.evaluate(delivery)).toBe('navigational-prefetch');
});

test('the charts follow the links as soon as they run', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await expect(page.locator(`:root[${runningAttribute}]`)).toBeAttached();
  const loaded = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
  await expect(page).toHaveURL('/terms');
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
});
