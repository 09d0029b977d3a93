import { deepTag } from '../../tools/testing/deep-tag.ts';
import { expect, test } from './visitor.ts';

test('the debug console is a line below the page in the run environment test (R19)', {
  tag: deepTag,
}, async ({ page }) => {
  await page.goto('/');
  const bar = page.locator('[data-actor=debugConsole]');
  await expect(bar).toHaveAttribute('data-state', 'shown.size.bar shown.report.idle');
  await expect(bar).not.toBeInViewport();
  await bar.getByRole('button', { name: 'Debug console' }).click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Cookies');
});

test('eight taps hide the debug console and eight more show it (R19)', { tag: deepTag }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const console = page.locator('[data-actor=debugConsole]');
  await expect(console).toBeAttached();
  const owner = page.getByRole('button', { name: /^©/ });
  // The clock is paused, because eight taps count only within 3 s, and a busy machine may be
  // slower.
  const tap = async (times: number) => {
    await expect(async () => {
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
    }).toPass();
    for (let count = 0; count < times; count += 1) await owner.press('Enter');
    await page.clock.resume();
  };
  await tap(8);
  await expect(console).not.toBeAttached();
  await tap(8);
  await expect(console).toHaveAttribute('data-state', 'shown.size.open shown.report.idle');
});

test('the debug console shows each view and copies a report without personal data', {
  tag: deepTag,
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('channel', 'my-own-channel'));
  await page.getByRole('button', { name: 'Debug console' }).click();
  const panel = page.getByRole('tabpanel');
  const rows = { 'Local storage': 'channel', Actors: 'studio', Events: '→ app', Calls: '/v1/user' };
  for (const [tab, row] of Object.entries({ ...rows, Build: 'run environment' })) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(panel).toContainText(row);
  }
  await page.getByRole('button', { name: 'Copy bug report' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain('# Bug report');
  expect(report).toContain('/v1/user');
  expect(report).not.toContain('my-own-channel');
});
