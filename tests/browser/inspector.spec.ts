import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createMachine, type StateValue } from 'xstate';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { expect, test } from './visitor.ts';

const photo = fileURLToPath(new URL('../photos/rocket.jpg', import.meta.url));

const fail = (words: string): never => {
  throw new Error(words);
};

/** Opens the product, and the inspector with its shortcut in a second tab. */
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

test('a second tab follows the running charts (R80)', { tag: deepTag }, async ({ page }) => {
  const inspector = await openBoth(page);
  for (const name of ['app', 'language', 'session', 'overlay', 'toast', 'dialogs', 'studio']) {
    await expect(actorLine(inspector, name)).toBeVisible();
  }
  await expect(actorLine(inspector, 'studio')).toContainText('choosing.empty');
  await page.locator('input[type=file]').first().setInputFiles(photo);
  await expect(actorLine(inspector, 'studio')).toContainText('chosen');

  await actorLine(inspector, 'studio').click();
  const chart = inspector.getByRole('img', { name: 'studio: chosen' });
  await expect(chart.locator('[data-state="studio.chosen"]')).toHaveClass(/lit/);
  await inspector.getByRole('tab', { name: 'Last event' }).click();
  await expect(inspector.getByText('inspectPhoto ✓').first()).toBeVisible();
});

test('an event is sent with an edited payload, and the page reacts', { tag: deepTag }, async ({
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

test('the inspector receives all data after a reload of itself or of the page', {
  tag: deepTag,
}, async ({ page }) => {
  const inspector = await openBoth(page);
  const count = inspector.getByRole('region', { name: 'Events' }).locator('header .muted');
  // the charts may report another event at any time
  const all = async () => Number((await count.textContent())?.match(/\d+$/));
  const before = await all();
  expect(before).toBeGreaterThan(0);
  await inspector.reload();
  await expect.poll(all).toBeGreaterThanOrEqual(before);
  await page.reload();
  await startByIntent(page);
  await expect(inspector.getByRole('status').first()).toHaveText('Live');
  await expect(actorLine(inspector, 'studio')).toContainText('choosing.empty');
});

test('a recording is exported without the photo’s name and opened again', { tag: deepTag }, async ({
  page,
}) => {
  const inspector = await openBoth(page);
  await page.locator('input[type=file]').first().setInputFiles(photo);
  await expect(actorLine(inspector, 'studio')).toContainText('chosen');
  const [download] = await Promise.all([
    inspector.waitForEvent('download'),
    inspector.getByRole('button', { name: 'Export' }).click(),
  ]);
  const buffer = await readFile(await download.path());
  expect(buffer.includes('rocket.jpg')).toBe(false);

  const file = { name: 'recording.json', mimeType: 'application/json', buffer };
  await inspector.getByLabel('Recording to open').setInputFiles(file);
  await expect(inspector.getByRole('status').first()).toContainText('Recording of');
  await actorLine(inspector, 'studio').click();
  await inspector.getByRole('listbox').focus();
  await inspector.keyboard.press('Home');
  await expect(inspector.getByRole('img', { name: /^studio/ })).toBeVisible();
  await inspector.getByRole('button', { name: 'Close recording' }).click();
  await expect(inspector.getByRole('status').first()).toHaveText('Live');
});

test('?inspect offers a way to the inspector (R80)', { tag: deepTag }, async ({ page }) => {
  await page.goto('/?inspect');
  const [inspector] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open the inspector' }).click(),
  ]);
  await expect(inspector).toHaveTitle('Inspector');
  await expect(actorLine(inspector, 'app')).toBeVisible();
});

test('a large chart fits its panel and can be zoomed, dragged and searched', {
  tag: deepTag,
}, async ({ page }) => {
  const inspector = await openBoth(page);
  await actorLine(inspector, 'studio').click();
  await inspector.getByRole('button', { name: 'Fit' }).click();
  const canvas = inspector.locator('.canvas');
  const fits = () =>
    canvas.evaluate((it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight);
  await expect.poll(fits).toBe(true);

  await canvas.hover();
  await inspector.mouse.wheel(0, -2000);
  await expect.poll(fits).toBe(false);
  const at = () => canvas.evaluate((it) => it.scrollLeft);
  const before = await at();
  const { x, y, width, height } = (await canvas.boundingBox()) ?? fail('Expected a canvas.');
  await inspector.mouse.move(x + width / 2, y + height / 2);
  await inspector.mouse.down();
  await inspector.mouse.move(x + width / 2 - 60, y + height / 2, { steps: 3 });
  await inspector.mouse.up();
  await expect.poll(at).toBeCloseTo(before + 60, -1);

  const edge = inspector.getByRole('separator', { name: 'Width of the actors' });
  const size = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(size + 16));

  await inspector.getByRole('searchbox', { name: 'Find a state or an event' }).fill('chosen');
  await inspector.getByRole('button', { name: /^studio chosen$/ }).click();
  await expect(canvas.locator('[data-state="studio.chosen"]')).toHaveAttribute('data-found', '');
});

/* Starts as Stately's viewer does: notifies its opener, then collects the messages. */
const standInViewer = `<title>Stand-in viewer</title><script>
  window.messages = [];
  addEventListener('message', ({ data }) => messages.push(data));
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

type Streamed = { type: string; definition: string; snapshot: { value?: unknown } };

test('?inspect=stately&url= streams whole charts to the viewer at that address (R80)', {
  tag: deepTag,
}, async ({ page }) => {
  // of another origin, whose pages the product's service worker does not load
  const url = 'http://viewer.example/';
  await page
    .context()
    .route(url, (route) => route.fulfill({ contentType: 'text/html', body: standInViewer }));
  await page.goto(`/?${new URLSearchParams({ inspect: 'stately', url })}`);
  const [viewer] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: `Stream to ${new URL(url).host}` }).click(),
  ]);
  const actors = () =>
    viewer.evaluate(() =>
      (window as unknown as { messages: Streamed[] }).messages.filter(
        ({ type, snapshot }) => type === '@xstate.actor' && snapshot.value !== undefined,
      ),
    );
  await expect
    .poll(async () => (await actors()).map(({ definition }) => JSON.parse(definition).id))
    .toContain('studio');
  for (const { definition, snapshot } of await actors()) {
    const { value } = createMachine(JSON.parse(definition)).resolveState({
      value: snapshot.value as StateValue,
    });
    expect(value).toEqual(snapshot.value);
  }
});

test('?inspect=stately&url= refuses an address that is not http or https', async ({ page }) => {
  await page.goto('/?inspect=stately&url=javascript:alert(1)');
  await expect(page.locator('[data-devtools=opener]')).toContainText(
    'begins with http:// or https://',
  );
  await expect(page.getByRole('button', { name: /^Stream to/ })).toBeHidden();
});
