import { test as base, expect, type Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { Deployment } from './deployment.ts';
import { StudioPage } from './studio-page.ts';
import { wordsOf } from './words.ts';

/* Deploys two real builds of the product one after the other at one URL (R63). */
const test = base.extend<object, { deployment: Deployment }>({
  deployment: [
    async ({ browserName: _ }, use) => {
      const deployment = new Deployment();
      await deployment.begin();
      await use(deployment);
      await deployment.end();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const words = wordsOf('en');
const tagline = 'Photos made better, twice.';

const note = (page: Page) => page.getByText(words('freshness.newer'), { exact: true });
const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build);

/** Marks the page. Only a reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSame', true));
const isSame = (page: Page) => page.evaluate(() => Reflect.has(window, 'isSame'));

/** Restores the connection. The page then checks for the newest build, as it does every hour. */
const reconnect = async (page: Page) => {
  await page.context().setOffline(true);
  await expect(page.getByText(words('offline.title'))).toBeVisible();
  await page.context().setOffline(false);
};

const signIn = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: words('nav.signIn') });

test('a page from before a deployment continues to work, and reloads when its visitor is idle (R63)', {
  tag: deepTag,
}, async ({ page, deployment }) => {
  test.setTimeout(900_000);
  const { build: one, assets } = deployment;
  const studio = new StudioPage(page);
  await page.goto(`${deployment.url}/`);
  await studio.untilListening();
  expect(await buildOf(page)).toBe(one);
  await studio.choose('coffee.png');
  await expect(studio.startButton()).toBeVisible();
  await mark(page);

  await deployment.deploy(tagline);
  const two = deployment.build;
  expect(two).not.toBe(one);
  const latest = await page.request.get(`${deployment.url}/_build/latest.json`);
  expect([await latest.json(), latest.headers()['cache-control']]).toEqual([
    { id: two },
    'no-store',
  ]);

  // the page loads code of the first build that it had not loaded before
  expect(assets.filter((name) => !deployment.assets.includes(name)).length).toBeGreaterThan(20);
  const loaded = page.waitForResponse((answer) => /sign-in-dialog-.*\.js$/.test(answer.url()));
  await signIn(page).click();
  const chunk = await loaded;
  const name = new URL(chunk.url()).pathname.replace('/assets/', '');
  expect([chunk.status(), assets.includes(name), deployment.assets.includes(name)]).toEqual([
    ...[200, true, false],
  ]);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  for (const asset of assets) {
    const answer = await page.request.get(`${deployment.url}/assets/${asset}`);
    expect([asset, answer.status()]).toEqual([asset, 200]);
  }

  await reconnect(page);
  await expect(note(page)).toBeVisible();
  expect([await isSame(page), await buildOf(page)]).toEqual([true, one]);
  await expect(studio.startButton()).toBeVisible();

  await studio.studio.getByRole('button', { name: words('studio.remove') }).click();
  await expect.poll(() => isSame(page).catch(() => true)).toBe(false);
  await expect.poll(() => buildOf(page).catch(() => one)).toBe(two);
  await expect(page.getByText(tagline)).toBeVisible();
  await expect(note(page)).toBeHidden();
});

test('a chunk that is gone costs one reload, and no more (R63)', { tag: deepTag }, async ({
  page,
  deployment,
}) => {
  const [chunk = ''] = deployment.assets.filter((name) => /^sign-in-dialog-.*\.js$/.test(name));
  deployment.lose(chunk);
  const gone = await page.request.get(`${deployment.url}/assets/${chunk}`, {
    headers: { accept: 'text/html' },
  });
  expect([gone.status(), gone.headers()['cache-control']]).toEqual([404, 'no-store']);
  expect(gone.headers()['content-type']).toContain('json');

  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const studio = new StudioPage(page);
  await page.goto(`${deployment.url}/`);
  await studio.untilListening();
  await mark(page);
  await signIn(page).click();
  await expect.poll(() => isSame(page).catch(() => true)).toBe(false);
  expect(documents).toBe(2);

  for (let press = 0; press < 2; press += 1) {
    await studio.untilListening();
    await signIn(page).click();
    await expect(page.getByText(words('toast.dialogFailed'))).toBeVisible();
    await page.getByRole('button', { name: words('toast.close') }).click();
  }
  expect(documents).toBe(2);
});
