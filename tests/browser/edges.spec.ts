import AxeBuilder from '@axe-core/playwright';
import sharp from 'sharp';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { StudioPage } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';
import { type Language, type MessageId, wordsOf } from './words.ts';

const words = wordsOf('en');
const languages: readonly Language[] = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'];
const paths = [
  '/',
  '/record',
  '/result/unknown',
  '/terms',
  '/about-us',
  '/contact-us',
  '/unsubscribe',
  '/privacy-policy',
  '/user-agreement',
  '/subscription-terms',
  '/manage-membership-plan',
  '/pricing',
  '/account',
];

for (const language of languages) {
  test(`all pages in ${language} are prerendered and hydrate without a mismatch`, {
    tag: deepTag,
  }, async ({ page }) => {
    /* the record of the result page does not exist */
    expectConsole(page, /status of 404/);
    const prefix = language === 'en' ? '' : `/${language}`;
    for (const path of paths) {
      const answer = await page.goto(`${prefix}${path}`.replace(/(.)\/$/, '$1'));
      expect(answer?.status()).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await startByIntent(page);
      /* the menu works only in a hydrated page with running charts */
      await expect(page.locator('[data-actor="language"]').first()).toHaveAttribute(
        'data-state',
        /^ready/,
      );
      await expect(page.locator('h1').first()).not.toBeEmpty();
    }
  });
}

test.describe('languages', () => {
  test.use({ locale: 'ja' });

  test('the root leads to the language of the browser, and later to the chosen one', async ({
    page,
  }) => {
    await page.goto('/?utm_source=ad');
    await expect(page).toHaveURL('/ja?utm_source=ad');
    await page.locator('[data-actor="language"] summary').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/de(\?|$)/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('de')('home.title'));
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.goto('/');
    await expect(page).toHaveURL('/de');
    expect(await page.evaluate(() => localStorage.getItem('utm_source'))).toBe('ad');
  });
});

test('an unknown path is answered with a 404 page that names the path', async ({ page }) => {
  expectConsole(page, /status of 404/);
  const answer = await page.goto('/de/no/such/page');
  expect(answer?.status()).toBe(404);
  const german = wordsOf('de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(german('notFound.title'));
  await expect(
    page.getByText(german('notFound.message', { path: '/de/no/such/page' })),
  ).toBeVisible();
});

test('the page blocks the context menu', { tag: deepTag }, async ({ page }) => {
  await new StudioPage(page).open();
  const isBlocked = await page.evaluate(
    () =>
      !document.body.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
      ),
  );
  expect(isBlocked).toBe(true);
});

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

type BadPhoto = {
  name: string;
  mimeType: string;
  problem: MessageId;
  bytes: () => Promise<Buffer>;
};

const badPhotos: readonly BadPhoto[] = [
  {
    name: 'letter.jpg',
    mimeType: 'image/jpeg',
    problem: 'problem.notAnImage',
    bytes: async () => Buffer.from('Dear reader, this is not a photo. '.repeat(50)),
  },
  {
    name: 'empty.png',
    mimeType: 'image/png',
    problem: 'problem.empty',
    bytes: async () => Buffer.alloc(0),
  },
  {
    name: 'moving.gif',
    mimeType: 'image/gif',
    problem: 'problem.animated',
    bytes: async () =>
      sharp(await Promise.all([1, 2].map(() => noise(40, 40).png().toBuffer())), {
        join: { animated: true },
      })
        .gif()
        .toBuffer(),
  },
];

for (const { name, mimeType, problem, bytes } of badPhotos) {
  test(`${name} is refused with a reason and an alternative`, {
    tag: name === 'letter.jpg' ? [] : deepTag,
  }, async ({ page }) => {
    const studio = new StudioPage(page);
    await studio.open();
    await studio.choose({ name, mimeType, buffer: await bytes() });
    await expect(studio.studio.getByText(words(problem))).toBeVisible();
    await studio.choose('coffee.png');
    await expect(studio.startButton()).toBeEnabled();
  });
}

test('a truncated photo is refused, and costs nothing', { tag: deepTag }, async ({ page }) => {
  expectConsole(page, /422/);
  const whole = await noise(700, 500).jpeg().toBuffer();
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose({
    name: 'half.jpg',
    mimeType: 'image/jpeg',
    buffer: whole.subarray(0, Math.floor(whole.length / 2)),
  });
  await studio.startButton().click();
  await expect(studio.studio.getByText(words('failure.truncated'))).toBeVisible();
  await page.goto('/');
  await startByIntent(page);
  await expect(page.getByText(words('allowance.left', { left: 20 })).first()).toBeVisible();
});

test('code that failed to load is loaded at the next attempt', async ({ page }) => {
  expectConsole(page, /Failed to load resource/);
  const studio = new StudioPage(page);
  await page.route(/browser-photo|console-views/, (route) => route.abort());
  await studio.open();
  await studio.choose('coffee.png');
  const tryNow = page.getByRole('button', { name: words('waiting.tryNow') });
  await expect(tryNow).toBeVisible();
  await page.getByRole('button', { name: 'Debug console' }).click();
  await expect(page.getByText('It could not be read')).toBeVisible();
  await page.unroute(/browser-photo|console-views/);
  await page.getByRole('tab', { name: 'Build' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('run environment');
  await page.getByRole('button', { name: 'Shrink to a line' }).click();
  await tryNow.click();
  await expect(page.getByRole('button', { name: words('studio.start') })).toBeVisible();
});

test('a function beyond today’s allowance is blocked, and an alternative is one tap away', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose({
    name: 'large.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#543' } })
      .jpeg()
      .toBuffer(),
  });
  await expect(studio.studio.locator('input[value=better]')).toBeChecked();
  await expect(studio.startButton()).toBeEnabled();
  await studio.pick('upscale-2x-fast');
  await expect(studio.startButton()).toBeDisabled();
  const never = words('obstacle.aboveAllowance', { price: 24, limit: 20 });
  await expect(studio.studio.getByRole('status').getByText(never)).toBeVisible();
  const instead = studio.studio.getByRole('group', { name: words('fit.instead') });
  await instead.getByRole('button', { name: words('function.enhance.name') }).click();
  await expect(studio.studio.locator('input[value=enhance]')).toBeChecked();
  await expect(studio.startButton()).toBeEnabled();
  await expect(studio.startButton()).toBeFocused();
});

test('a photo without a face is refused by the core and costs nothing', { tag: deepTag }, async ({
  page,
}) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('coffee.png');
  await studio.pick('face-blur');
  await studio.startButton().click();
  await expect(page.getByText(words('rejected.title')).first()).toBeVisible({ timeout: 60_000 });
});

test('offline, the chosen photo waits and the page says so', async ({ page, context }) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('coffee.png');
  await expect(studio.startButton()).toBeEnabled();
  await studio.untilPreview();
  await context.setOffline(true);
  await expect(page.getByText(words('offline.title'))).toBeVisible();
  await expect(
    studio.studio.getByRole('button', { name: words('studio.startOffline') }),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(words('offline.title'))).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`accessibility, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    for (const path of ['/', '/de/record', '/ja/terms', '/manage-membership-plan', '/pricing']) {
      test(`axe finds no fault in ${path}`, {
        tag: colorScheme === 'light' && path === '/' ? [] : deepTag,
      }, async ({ page }) => {
        await page.goto(path);
        await startByIntent(page);
        await expect(page.locator('[data-actor="language"]').first()).toHaveAttribute(
          'data-state',
          /^ready/,
        );
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      });
    }
  });
}
