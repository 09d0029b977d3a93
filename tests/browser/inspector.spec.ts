import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { wholeTag } from '../../tools/testing/whole-tag.ts';
import { startByIntent } from './intent.ts';
import { expect, test } from './visitor.ts';

const photo = fileURLToPath(new URL('../photos/rocket.jpg', import.meta.url));

/** The product's page, and the inspector that its shortcut opens in a second tab. */
async function openBoth(page: Page) {
  await page.goto('/');
  await startByIntent(page);
  await page.waitForFunction(() => window.__lightwell !== undefined);
  const [inspector] = await Promise.all([
    page.context().waitForEvent('page'),
    page.keyboard.press('Alt+Shift+X'),
  ]);
  await expect(inspector.getByRole('status').first()).toHaveText('Live');
  return inspector;
}

const actorLine = (inspector: Page, name: string) =>
  inspector.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });

test('a second tab follows the running charts', async ({ page }) => {
  const inspector = await openBoth(page);
  for (const name of ['app', 'language', 'session', 'overlay', 'toast', 'dialogs', 'tray']) {
    await expect(actorLine(inspector, name)).toBeVisible();
  }
  await expect(actorLine(inspector, 'tray')).toContainText('choosing.empty');
  await page.locator('input[type=file]').first().setInputFiles(photo);
  await expect(actorLine(inspector, 'tray')).toContainText('chosen');

  await actorLine(inspector, 'tray').click();
  const chart = inspector.getByRole('img', { name: 'tray: chosen' });
  await expect(chart.locator('[data-state="tray.chosen"]')).toHaveClass(/lit/);
  await inspector.getByRole('tab', { name: 'Last event' }).click();
  await expect(inspector.getByText('inspectPhoto ✓').first()).toBeVisible();
});

test('an event is sent with an edited payload, and the page reacts', { tag: wholeTag }, async ({
  page,
}) => {
  const inspector = await openBoth(page);
  await actorLine(inspector, 'toast').click();
  await inspector.getByRole('button', { name: 'toast.requested' }).click();
  await inspector
    .getByLabel('Payload of toast.requested as JSON')
    .fill('{"kind": "info", "message": {"text": "Said by the inspector", "code": "0"}}');
  await inspector.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Said by the inspector')).toBeVisible();
  await expect(inspector.getByRole('img', { name: 'toast: shown' })).toBeVisible();
});

test('the inspector gets everything after its own reload and after one of the page', {
  tag: wholeTag,
}, async ({ page }) => {
  const inspector = await openBoth(page);
  const count = inspector.getByRole('region', { name: 'Events' }).locator('header .muted');
  const before = await count.textContent();
  await inspector.reload();
  await expect(count).toHaveText(before ?? '');
  await page.reload();
  await startByIntent(page);
  await expect(inspector.getByRole('status').first()).toHaveText('Live');
  await expect(actorLine(inspector, 'tray')).toContainText('choosing.empty');
});

test(
  'a recording is exported without the photo’s name and opened again',
  { tag: wholeTag },
  async ({ page }, testInfo) => {
    const inspector = await openBoth(page);
    await page.locator('input[type=file]').first().setInputFiles(photo);
    await expect(actorLine(inspector, 'tray')).toContainText('chosen');
    const [download] = await Promise.all([
      inspector.waitForEvent('download'),
      inspector.getByRole('button', { name: 'Export' }).click(),
    ]);
    const file = testInfo.outputPath('recording.json');
    await download.saveAs(file);
    expect((await readFile(file, 'utf8')).includes('rocket.jpg')).toBe(false);

    await inspector.getByLabel('Recording to open').setInputFiles(file);
    await expect(inspector.getByRole('status').first()).toContainText('Recording of');
    await actorLine(inspector, 'tray').click();
    await inspector.getByRole('listbox').focus();
    await inspector.keyboard.press('Home');
    await expect(inspector.getByRole('img', { name: /^tray/ })).toBeVisible();
    await inspector.getByRole('button', { name: 'Close recording' }).click();
    await expect(inspector.getByRole('status').first()).toHaveText('Live');
  },
);

test('?inspect offers a way to the inspector', { tag: wholeTag }, async ({ page }) => {
  await page.goto('/?inspect');
  const [inspector] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open the inspector' }).click(),
  ]);
  await expect(inspector).toHaveTitle('Inspector');
  await expect(actorLine(inspector, 'app')).toBeVisible();
});
