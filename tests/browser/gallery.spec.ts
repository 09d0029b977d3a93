import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { dataFolder, galleryFile } from '../../workshop/gallery/data-files.ts';
import { type Gallery, keptGallery } from '../../workshop/gallery/states.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { wordsOf } from './words.ts';

let gallery: Gallery;
let states: Gallery['states'];

test.beforeAll(() => {
  gallery = keptGallery();
  states = gallery.states;
});

/* Serves the gallery's data, which no build contains. */
test.beforeEach(async ({ context }) => {
  await context.route(`**${dataFolder}*`, (route) => {
    const json = galleryFile(new URL(route.request().url()).pathname, gallery);
    return route.fulfill(json === null ? { status: 404 } : { json: JSON.parse(json) });
  });
});

const words = wordsOf('en');

const card = (page: Page, id: string) => page.locator(`[id="state-${id}"]`);
const frameOf = (page: Page, id: string) => card(page, id).locator('iframe').first();

const settled = async (page: Page, id: string) =>
  await frameOf(page, id)
    .contentFrame()
    .locator('body')
    .evaluate(() => window.galleryFrame?.settled);

test('lists every state of the charts, with the path to it', { tag: deepTag }, async ({ page }) => {
  await page.goto('/gallery.html');
  await expect(page.getByRole('article')).toHaveCount(states.length);
  await expect(page.getByText(`${states.length} states`)).toBeVisible();

  await page.getByRole('searchbox').fill('toast.dismissed');
  const toasts = states.filter(({ steps }) => steps.some(({ says }) => says === 'toast.dismissed'));
  await expect(page.getByRole('article')).toHaveCount(toasts.length);

  await page.getByRole('searchbox').fill('choosing.refused animation');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText(
    'setup.loaded → photo.chosen (a file) → inspectPhoto answers (an animation)',
  );
});

test('shows the real page in the state, in the language, theme and width that are chosen', {
  tag: deepTag,
}, async ({ page }) => {
  const id = 'studio/choosing.refused~an-animation';
  await page.goto('/gallery.html#search=choosing.refused+animation');
  await settled(page, id);
  const studio = frameOf(page, id).contentFrame().locator('[data-actor="studio"]');
  await expect(studio).toHaveAttribute('data-state', 'choosing.refused');

  await page.getByLabel('Language').selectOption('日本語');
  await page.getByLabel('Theme').selectOption('Dark');
  await page.getByLabel('Width').selectOption('1280, desktop');
  const root = frameOf(page, id).contentFrame().locator('html');
  await expect(root).toHaveAttribute('lang', 'ja');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  expect(await root.evaluate(() => innerWidth)).toBe(1280);

  await page.getByLabel('Language').selectOption('All seven, side by side');
  await expect(card(page, id).locator('.state-look-name')).toHaveText(
    ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'].map((locale) => `${locale} dark`),
  );
});

test('opens a state enlarged, with its path and messages, and moves on by keyboard', {
  tag: deepTag,
}, async ({ page }) => {
  await page.goto('/gallery.html#search=result/removing');
  const own = states.filter(({ id }) => id.startsWith('result/removing'));
  await page.getByRole('article').first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog');
  await expect(large.getByRole('heading', { level: 2 })).toHaveText('removing');
  await expect(large.locator('.path-steps li')).toHaveCount((own[0]?.steps.length ?? 0) + 1);
  await expect(large.getByText('result.removing', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const isSecond = (url: URL) => new URLSearchParams(url.hash.slice(1)).get('open') === own[1]?.id;
  await page.waitForURL(isSecond);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(own.length);
});

test('fits a phone: one chart at a time, two states in a row, the picture first', {
  tag: deepTag,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/gallery.html');
  const own = states.filter(({ chart }) => chart === 'result');
  const chip = page.getByRole('button', { name: `result ${own.length}` });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('article')).toHaveCount(own.length);
  const top = (at: number) =>
    page
      .getByRole('article')
      .nth(at)
      .evaluate((card) => card.getBoundingClientRect().top);
  expect(await top(1)).toBe(await top(0));
  expect(await top(2)).toBeGreaterThan(await top(0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.getByRole('article').first().getByRole('button').click();
  const large = page.getByRole('dialog');
  await expect(large.getByRole('heading', { level: 2 })).toBeInViewport();
  expect(await large.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  const actions = await large.locator('.state-dialog-actions > *').all();
  const tops = await Promise.all(actions.map(async (one) => (await one.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  await large.getByRole('button', { name: 'Next state' }).click();
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(own.length);
});

/* One state of each chart whose screen has its own element. */
const seen = [
  'overlay/open.sight.shown+progress.climbing+tips.first~with-a-counter',
  'records/empty.current',
  'result/waiting.news.lost+cancel.possible+pace.timed~it-is-lost',
  'dialogs/open~not-enough-credits',
  'toast/shown~a-warning',
  'app/connection.offline',
  'session/known.identity.signedIn',
  'language/loading',
  'debugConsole/shown.size.bar+report.idle',
];

test('every chart is in the state of its frame', { tag: deepTag }, async ({ page }) => {
  for (const id of seen) {
    const state = states.find((one) => one.id === id);
    await page.goto(`/gallery-frame.html?state=${encodeURIComponent(id)}`);
    const report = await page.evaluate(() => window.galleryFrame?.settled);
    expect(report).toMatchObject({ missing: [], faults: [], overflow: 0, cutOff: [] });
    const element = page.locator(`[data-actor="${state?.chart}"]`);
    await expect(element.first()).toHaveAttribute('data-state', state?.dataState ?? 'not listed');
  }
});

// in parts, because the analysis of all charts takes longer than a test may
const parts = 3;

for (let part = 0; part < parts; part += 1) {
  test(`axe finds no fault in a state of each chart, part ${part + 1} of ${parts}`, {
    tag: deepTag,
  }, async ({ page }) => {
    const busy = page.locator('[aria-busy="true"]');
    const perChart = [...new Map(states.map((state) => [state.chart, state])).values()];
    const own = perChart.filter((_, at) => at % parts === part);
    for (const [at, { id }] of own.entries()) {
      const theme = at % 2 === 0 ? 'light' : 'dark';
      await page.goto(`/gallery-frame.html?state=${encodeURIComponent(id)}&theme=${theme}`);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await page.evaluate(() => window.galleryFrame?.settled);
      // what is busy is dimmed and inactive, for which WCAG 1.4.3 requires no contrast
      const isBusy = (await busy.count()) > 0;
      const axe = new AxeBuilder({ page }).disableRules(isBusy ? ['color-contrast'] : []);
      const { violations } = await axe.analyze();
      const faults = violations.map((one) => [one.id, one.nodes.map(({ html }) => html)]);
      expect(faults, id).toEqual([]);
    }
  });
}

test('a frame reports missing messages, cut-off words and a page that is too wide', {
  tag: deepTag,
}, async ({ page }) => {
  const address = (id: string) => `/gallery-frame.html?state=${encodeURIComponent(id)}`;
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent =
        '.notice { width: 90px; overflow: clip; white-space: nowrap } h1 { min-width: 3000px }';
      document.head.append(style);
    });
  });
  await page.goto(address('app/connection.offline'));
  const wide = await page.evaluate(() => window.galleryFrame?.settled);
  expect(wide?.overflow).toBeGreaterThan(1000);
  expect(wide?.cutOff).toContain(words('offline.title'));

  expectConsole(page, /Missing message: "records\.lead"/);
  await page.route('**/_i18n/en/messages.json*', async (route) => {
    const { 'records.lead': _, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: rest });
  });
  await page.goto(address('records/empty.current'));
  const report = await page.evaluate(() => window.galleryFrame?.settled);
  expect(report?.missing).toEqual(['records.lead']);
});
