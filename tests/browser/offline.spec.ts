import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';

test('offline, a page that is not loaded yet does not cost the one on screen (R79)', async ({
  page,
  context,
}) => {
  expectConsole(page, /ERR_INTERNET_DISCONNECTED/);
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('coffee.png');
  await expect(studio.startButton()).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText(studio.words('offline.title'))).toBeVisible();
  const records = page.getByRole('banner').getByRole('link', { name: studio.words('nav.records') });
  await records.click();
  await expect(page.getByText(studio.words('nav.failed'))).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('coffee.png')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(studio.words('offline.title'))).toBeHidden();
  const notes = page.locator('.shell-notes');
  await notes.getByRole('button', { name: studio.words('failure.retry') }).click();
  await page.waitForURL('**/record');
  await expect(page.getByText(studio.words('nav.failed'))).toBeHidden();
  await expect(
    page.getByRole('heading', { level: 1, name: studio.words('records.title') }),
  ).toBeVisible();
});
