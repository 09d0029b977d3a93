import { type Browser, expect as check, type Locator, type Page } from '@playwright/test';
import type {} from '../../src/boot/early-intents.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { randomFrom } from '../../workshop/paths/random.ts';
import { recordTransitions, takenOn } from './paths/recorder.ts';
import { newPhone, slowDown, slowNetwork } from './slow-phone.ts';
import { photoFile } from './studio-page.ts';
import { expect, productUrl, test } from './visitor.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('en');
const patiently = { timeout: 60_000 };
const seed = 20261121;
/** `npm run bench:page -- --taps 100` tries more taps. */
const taps = Number(process.env.LIGHTWELL_TAPS ?? 8);
const lanes = 2;
const latestMs = 4000;

/** Returns how often the chart has taken a transition for an event of this type. */
const timesTaken = (page: Page, chart: string, type: string) =>
  takenOn(page).filter((one) => one.chart === chart && one.id.includes(`| ${type} |`)).length;

const photoArrived = async (page: Page) => {
  const studio = page.locator('[data-actor="studio"]');
  await expect(studio).toHaveAttribute('data-state', 'chosen.ready', patiently);
  expect(timesTaken(page, 'studio', 'photo.chosen')).toBe(1);
};

type Target = {
  name: string;
  press: (page: Page) => Promise<void>;
  arrived: (page: Page) => Promise<void>;
};

/**
 * Taps at the position of the target without checking whether another element covers it. The test
 * checks the effect.
 */
const tapOn = async (page: Page, target: Locator) => {
  await target.scrollIntoViewIfNeeded(patiently);
  const box = await target.boundingBox(patiently);
  if (!box) throw new Error(`${target} is not on screen`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
};

const sample = (index: number): Target => ({
  name: `sample photo ${index + 1}`,
  press: (page) => tapOn(page, page.locator('.sample').nth(index)),
  arrived: photoArrived,
});

const targets: readonly Target[] = [
  ...[0, 1, 2, 3].map(sample),
  {
    name: 'the file input',
    press: (page) =>
      page.locator('input[type=file]').first().setInputFiles(photoFile('coffee.png'), patiently),
    arrived: photoArrived,
  },
  {
    name: 'the link to the records',
    press: (page) =>
      tapOn(page, page.getByRole('banner').getByRole('link', { name: words('nav.records') })),
    arrived: (page) => page.waitForURL('**/record', { ...patiently, waitUntil: 'commit' }),
  },
  {
    name: 'a language',
    press: async (page) => {
      const menu = page.locator('[data-actor="language"]');
      const german = menu.getByRole('link', { name: 'Deutsch' });
      await tapOn(page, menu.locator('summary'));
      // waits for the end of the list's animation
      await german.tap({ ...patiently, trial: true });
      await tapOn(page, german);
    },
    arrived: async (page) => {
      await expect(page).toHaveURL('/de', patiently);
      const kept = await page.context().cookies();
      expect(kept.find(({ name }) => name === 'lightwell_lang')?.value).toBe('de');
      expect(timesTaken(page, 'language', 'language.chosen')).toBe(1);
    },
  },
];

type Tap = { target: Target; atMs: number; isNearBefore: boolean };

/**
 * Half of the visitors touch another element first, so that their tap comes while scripts load or
 * run.
 */
function planTaps(): Tap[] {
  const random = randomFrom(seed);
  const choose = () => targets[Math.floor(random() * targets.length)] ?? sample(0);
  return Array.from({ length: taps }, () => ({
    target: choose(),
    atMs: Math.round(random() * latestMs),
    isNearBefore: random() < 0.5,
  }));
}

const untilMs = (page: Page, ms: number) =>
  page.waitForFunction(
    (moment) => {
      const [navigation] = performance.getEntriesByType('navigation');
      return performance.now() - (navigation as PerformanceNavigationTiming).responseStart > moment;
    },
    ms,
    { ...patiently, polling: 20 },
  );

async function tapOnce(page: Page, { target, atMs, isNearBefore }: Tap) {
  await page.goto('/', { ...patiently, waitUntil: 'commit' });
  if (isNearBefore) {
    await untilMs(page, atMs / 2);
    await page.locator('figure').first().dispatchEvent('pointerover', {}, patiently);
  }
  await untilMs(page, atMs);
  await target.press(page);
  await target.arrived(page);
}

/** Opens a page as a new visitor: no cached code, no stored photo, no chosen language. */
async function visit(browser: Browser, tap: Tap, faults: string[]) {
  const context = await newPhone(browser, productUrl());
  await recordTransitions(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  // Without an earlier touch no script runs before the tap, so only the connection is slowed down.
  await (tap.isNearBefore ? slowDown(page) : slowNetwork(page));
  return page;
}

/** Makes the taps of the queue one after another, and records the taps that had no effect. */
async function tapAlong(browser: Browser, queue: Tap[], lost: string[], faults: string[]) {
  for (let tap = queue.pop(); tap; tap = queue.pop()) {
    const name = `${tap.target.name} at ${tap.atMs} ms${tap.isNearBefore ? ', touched before' : ''}`;
    const page = await visit(browser, tap, faults);
    await tapOnce(page, tap).catch((error: unknown) => lost.push(`${name}: ${String(error)}`));
    await page.context().close();
  }
}

test('no early tap is lost on a slow phone', { tag: deepTag }, async ({ browser }) => {
  test.setTimeout(120_000 + taps * 20_000);
  const queue = planTaps();
  const lost: string[] = [];
  const faults: string[] = [];
  await Promise.all(Array.from({ length: lanes }, () => tapAlong(browser, queue, lost, faults)));
  console.log(`${taps - lost.length} of ${taps} early taps arrived (seed ${seed})`);
  check(lost).toEqual([]);
  check(faults).toEqual([]);
});

/** Returns the address of the picture that covers the studio, or null. */
const coverOf = (page: Page) =>
  page
    .locator('.studio')
    .evaluate((studio) => /url\("(.+)"\)/.exec(getComputedStyle(studio, '::after').background)?.[1])
    .then((url) => url ?? null);

for (const [name, choose, cover, state] of [
  [
    'a sample',
    (page: Page) => page.locator('.sample').first().click(),
    /-thumb\.webp$/,
    'chosen.ready',
  ],
  [
    'a file that is no photo, despite its name,',
    (page: Page) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'list.png', mimeType: 'image/png', buffer: Buffer.from('list') }),
    /^blob:/,
    'choosing.refused',
  ],
] as const) {
  test(`${name} covers the studio before the scripts run, until the page shows what became of it`, async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/');
    await choose(page);
    expect(await coverOf(page)).toMatch(cover);
    // what is under the cover cannot be pressed
    const hidden = await page.locator('.sample').nth(2).boundingBox();
    await page.mouse.click((hidden?.x ?? 0) + 9, (hidden?.y ?? 0) + 9);
    expect(await page.evaluate(() => window.early?.length)).toBe(1);
    held.resolve();
    const studio = page.locator('[data-actor="studio"]');
    await expect(studio).toHaveAttribute('data-state', state, patiently);
    await expect(page.locator('.studio')).not.toHaveAttribute('style');
    expect(await coverOf(page)).toBeNull();
  });
}
