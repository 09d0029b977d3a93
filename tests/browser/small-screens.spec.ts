import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { keepSession, newAccount } from './new-account.ts';
import { photosOn } from './stored-photos.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect, productUrl, test } from './visitor.ts';
import type { Language } from './words.ts';

const languages: readonly Language[] = ['en', 'de', 'es', 'fr', 'it', 'ja', 'pt'];
const screens = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  // a screen of 1280 x 800 pixels at a zoom of 200 % and of 400 %
  { width: 640, height: 400 },
  { width: 320, height: 200 },
];

const phonePhoto = async () => ({
  name: 'IMG_2041.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#864' } })
    .jpeg()
    .toBuffer(),
});

/**
 * Returns the buttons, links, headings, figures and dialogs that are wider than the screen or their
 * box.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls'] : [];
    const looked = document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, a, button, label, dd, p, dialog',
    );
    const cut = [...looked].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width < 2 || element.closest('.sr-only, details:not([open]) > :not(summary)'))
        return false;
      return left < -1 || right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 2;
    });
    const inline = (element: HTMLElement) => getComputedStyle(element).display === 'inline';
    return [...wide, ...cut.filter((one) => !inline(one)).map((one) => one.textContent.trim())];
  });

const isInView = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const top_ = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(top_) && top >= 0 && top + height <= innerHeight;
  });

for (const language of languages) {
  test(`in ${language} nothing is cut off and Start is in reach on small screens`, {
    tag: deepTag,
  }, async ({ page }) => {
    const studio = new StudioPage(page, language);
    const photo = await phonePhoto();
    for (const viewport of screens) {
      await page.setViewportSize(viewport);
      await studio.open();
      expect(await cutOff(page), `home at ${viewport.width}`).toEqual([]);
      await studio.choose(photo);
      await expect(studio.startButton()).toBeEnabled();
      expect(await cutOff(page), `chosen at ${viewport.width}`).toEqual([]);
      // on the lowest screen, Start is below the options and not beside them
      if (viewport.height < 256) await studio.startButton().scrollIntoViewIfNeeded();
      await expect.poll(() => isInView(studio.startButton())).toBe(true);
      await studio.pick('upscale-2x-fine');
      expect(await cutOff(page), `blocked at ${viewport.width}`).toEqual([]);
      // removes the photo, because the next page would otherwise restore it
      await studio.studio.getByRole('button', { name: studio.words('studio.remove') }).click();
      await expect(studio.studio).toHaveAttribute('data-state', /choosing/);
      await expect.poll(() => photosOn(page)).toHaveLength(0);
    }
  });
}

/** Sets the browser's font size to twice the usual one, as a visitor's setting does. */
const doubleText = async (page: Page) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
};

for (const language of ['de', 'ja'] as const) {
  test(`in ${language} nothing is cut off and Start is in reach with text of twice the size`, {
    tag: deepTag,
  }, async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await doubleText(page);
    const studio = new StudioPage(page, language);
    await studio.open();
    expect(await cutOff(page), 'home').toEqual([]);
    const signIn = studio.words('nav.signIn');
    await page.getByRole('banner').getByRole('button', { name: signIn }).click();
    await expect(page.locator('dialog[data-actor="signIn"]')).toBeVisible();
    expect(await cutOff(page), 'sign-in').toEqual([]);
    await page.keyboard.press('Escape');
    await studio.choose(await phonePhoto());
    await expect(studio.startButton()).toBeEnabled();
    expect(await cutOff(page), 'chosen').toEqual([]);
    await expect.poll(() => isInView(studio.startButton())).toBe(true);

    await page.goto(`/${language}/pricing`);
    await expect(page.locator('[data-offer]').first()).toBeVisible();
    expect(await cutOff(page), 'pricing').toEqual([]);
    await keepSession(context, await newAccount(productUrl(), 'seven quiet hills'), productUrl());
    for (const path of ['account', 'manage-membership-plan']) {
      await page.goto(`/${language}/${path}`);
      await startByIntent(page);
      await expect(page.locator('details[data-actor="session"]')).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      expect(await cutOff(page), path).toEqual([]);
    }
  });
}

/** Returns the difference between the lightest and the darkest pixel above the bar at the bottom. */
const contrastAbove = async (page: Page, bar: Locator): Promise<number> => {
  const box = await bar.boundingBox();
  if (!box) throw new Error('Expected a bar at the bottom of the page.');
  const clip = { x: box.x, y: Math.floor(box.y) - 3, width: box.width, height: 2 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  return Math.max(...channels.map(({ min, max }) => max - min));
};

const heightOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => element.getBoundingClientRect().height);

for (const language of ['en', 'de', 'ja'] as const) {
  test(`in ${language} neither the header nor the bar at the bottom cuts off words`, {
    tag: deepTag,
  }, async ({ page }) => {
    const studio = new StudioPage(page, language);
    const bar = page.locator('.start-bar');
    const header = page.getByRole('banner');
    await page.setViewportSize({ width: 320, height: 568 });
    await studio.open();
    await expect(header.getByRole('button').locator('svg')).toBeVisible();
    expect(await heightOf(header)).toBeLessThan(72);
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await studio.choose(await phonePhoto());
      await expect(studio.startButton()).toBeEnabled();
      await studio.untilPreview();
      if (width < 400) expect(await heightOf(bar)).toBeLessThan(72);
      await expect.poll(() => contrastAbove(page, bar)).toBeLessThan(30);
      const end = await heightOf(header);
      for (const headline of await page.locator('h1, h2').all()) {
        const { top, bottom } = await headline.evaluate((one) => one.getBoundingClientRect());
        expect(top >= end || bottom <= end, (await headline.textContent()) ?? '').toBe(true);
      }
      await studio.studio.getByRole('button', { name: studio.words('studio.remove') }).click();
      await expect(studio.studio).toHaveAttribute('data-state', /choosing/);
    }
  });
}

/** Returns the neighbours of which one covers the other. */
const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inFlow = (element: Element) => {
      const { display, position, visibility } = getComputedStyle(element);
      const { width } = element.getBoundingClientRect();
      const isBlock = display !== 'inline' && /static|relative/.test(position);
      return isBlock && visibility === 'visible' && width > 2;
    };
    const parents = [...document.querySelectorAll(':is(header, main, footer, dialog[open]) *')];
    return parents
      .filter((parent) => !parent.closest('.canvas, .compare, svg'))
      .flatMap((parent) => {
        const boxes = [...parent.children].filter(inFlow);
        return boxes.flatMap((one, at) => {
          const a = one.getBoundingClientRect();
          const covered = boxes.slice(at + 1).filter((other) => {
            const b = other.getBoundingClientRect();
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return width > 2 && height > 2;
          });
          return covered.map((other) => `${one.outerHTML} / ${other.outerHTML}`.slice(0, 300));
        });
      });
  });

type Part = { type: number; value?: string };

const tripled = (message: string | Part[]): string | Part[] => {
  if (typeof message === 'string') return [message, message, message].join(' ');
  const gap = { type: 0, value: ' ' };
  return [...message, gap, ...message, gap, ...message];
};

test('messages of three times the length fit a phone', { tag: deepTag }, async ({ page }) => {
  // no language has such messages, so they replace those that the server sends
  await page.route('**/_i18n/de/messages.json*', async (route) => {
    const messages = (await (await route.fetch()).json()) as Record<string, string | Part[]>;
    const longer = Object.entries(messages).map(([id, message]) => [id, tripled(message)]);
    await route.fulfill({ json: Object.fromEntries(longer) });
  });
  const expectFit = async (place: string) => {
    expect(await cutOff(page), place).toEqual([]);
    expect(await overlapping(page), place).toEqual([]);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  const studio = new StudioPage(page, 'de');
  await page.goto('/');
  await page.locator('[data-actor="language"] summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  const title = [studio.words('home.title'), studio.words('home.title')].join(' ');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await expectFit('home');

  await page.locator('button[data-actor="session"]').click();
  await expect(page.locator('dialog[data-actor="signIn"]')).toBeVisible();
  await expectFit('sign-in');
  await page.keyboard.press('Escape');

  await studio.choose(await smallPhoto());
  const start = page.locator('.start-bar > .button');
  await expect(start).toBeEnabled();
  await expectFit('chosen');
  await start.press('Enter');
  await page.waitForURL('**/de/result/*', { timeout: 180_000 });
  await expect(page.locator('dialog[data-actor="overlay"]')).toBeHidden();
  await expectFit('result');

  await page.getByRole('contentinfo').locator('a[href$="/pricing"]').click();
  await expect(page.locator('[data-offer]').first()).toBeVisible();
  // the server sends this page's words as HTML
  await page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim();
      if (words) node.textContent = `${words} ${words} ${words}`;
    }
  });
  await expectFit('pricing');
});

test.describe('the keyboard', () => {
  test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });

  test('never focuses an element under the bar at the bottom', async ({ page }) => {
    const studio = new StudioPage(page);
    await studio.open();
    await studio.choose(await phonePhoto());
    await expect(studio.startButton()).toBeEnabled();
    const covered = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const own = element.closest('label') ?? element;
        const isSeen = hit !== null && (own.contains(hit) || hit.contains(element));
        return isSeen && !hit.matches('.shell') ? null : element.outerHTML.slice(0, 120);
      });
    for (const code of ['upscale-4x-fine', 'denoise', 'face-portrait']) {
      await studio.pick(code);
      expect(await covered()).toBeNull();
    }
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await covered()).toBeNull();
    }
  });
});

test('a function keeps its place on screen when the settings above it disappear', {
  tag: deepTag,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('coffee.png');
  await studio.pick('enhance');
  const settings = studio.studio.getByRole('slider');
  await expect(settings).toBeVisible();
  const card = studio.studio.locator('input[value="face-portrait"]');
  await card.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const top = () => card.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await card.click();
  await expect(settings).toBeHidden();
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
});

test('forced colours show the selected function and the rest of the allowance', {
  tag: deepTag,
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('coffee.png');
  await expect(studio.startButton()).toBeEnabled();
  const mark = (code: string) =>
    studio.studio
      .locator('.option', { has: page.locator(`[value="${code}"]`) })
      .evaluate((card) => getComputedStyle(card, '::after').borderTopWidth);
  await studio.pick('enhance');
  expect([await mark('enhance'), await mark('denoise')]).toEqual(['4px', '0px']);
  const meter = studio.studio.getByRole('meter').locator('span');
  const colours = await meter.evaluate((level) => [
    getComputedStyle(level).backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
  expect(colours[0]).not.toBe('rgba(0, 0, 0, 0)');
});
