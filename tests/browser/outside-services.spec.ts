import { type BrowserContext, expect, type Page } from '@playwright/test';
import { adEventBody } from '../../contract/ad-event.ts';
import { productionEnvAnywhere } from '../../server/testing/production-env.fixture.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { amplitudeEvents, answerOutside } from './outside-hosts.ts';
import { startProduct } from './product-process.ts';
import { test as base } from './recorded-test.ts';
import { recordWrites } from './storage-writes.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { wordsOf } from './words.ts';

/*
 * Whole journeys on a product with outside services. All requests and all writes on the device are
 * recorded (R77).
 */

const services = {
  GA_ID: 'G-TEST000001',
  META_PIXEL_ID: '1234567890',
  TIKTOK_PIXEL_ID: 'CTEST0000000000000000',
  AMPLITUDE_KEY: 'a1b2c3d4e5f60718',
};

const test = base.extend<object, { production: string }>({
  production: [
    async ({ browserName: _ }, use) => {
      const environment = { ...productionEnvAnywhere, ...services };
      const { url, stop } = await startProduct(environment);
      await use(url);
      await stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ production }, use) => {
    await use(production);
  },
});

const words = wordsOf('en');
const german = wordsOf('de');

/**
 * Names under which the product itself stores data. Without consent, the device must not store data
 * under any other name.
 */
const own = [
  ...['cookie lightwell_lang', 'cookie lightwell_under_way', 'localStorage utm_source'],
  ...['localStorage channel', 'localStorage consent', 'indexedDB device'],
  // the product removes these cookies for a guest, and a removal counts as a write
  ...['cookie user_info', 'cookie user_token'],
];
const ownCookies = ['lightwell_guest', 'lightwell_known', 'lightwell_lang', 'lightwell_under_way'];

const note = (page: Page) => page.getByRole('region', { name: words('consent.title') });
const answer = (page: Page, choice: 'consent.allow' | 'consent.refuse') =>
  note(page)
    .getByRole('button', { name: words(choice), exact: true })
    .click();

async function observe(context: BrowserContext, product: string) {
  const outside = await answerOutside(context, product);
  const writes = await recordWrites(context);
  const reports: unknown[] = [];
  const queued: string[] = [];
  context.on('request', (request) => queued.push(...amplitudeEvents(request)));
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/event') reports.push(request.postDataJSON());
  });
  const cookies = async () => (await context.cookies()).map(({ name }) => name);
  return { outside, writes, reports, queued, cookies };
}

/** Runs a function on a photo. */
async function improve(page: Page) {
  const studio = new StudioPage(page);
  await studio.choose(await smallPhoto());
  await studio.pick('upscale-2x-fast');
  await studio.start();
  await studio.untilResult();
}

/** Opens the records, another language and the privacy policy, and reloads the page. */
async function lookAround(page: Page) {
  await page
    .getByRole('link', { name: words('nav.records') })
    .first()
    .click();
  await expect(page.getByRole('article')).toHaveCount(1);
  const menu = page.locator('[data-actor="language"]');
  await menu.locator('summary').click();
  await menu.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL('/de/record');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: german('footer.privacy'), exact: true })
    .click();
  await expect(page.locator('#trackers')).toBeVisible();
  await page.goto('/terms');
  await startByIntent(page);
  await expect(page.locator('html[data-page="terms"]')).toBeVisible();
}

/**
 * Expects that every link of the footer can be scrolled to a place that the consent note does not
 * cover.
 */
async function expectFooterInReach(page: Page) {
  for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await link.click({ trial: true });
  }
}

/** Takes a whole journey and expects no trace of outside services. */
async function expectNothing(page: Page, production: string, choose: () => Promise<void>) {
  const { outside, writes, reports, cookies } = await observe(page.context(), production);
  await page.goto('/?utm_source=letter&channel=c7');
  await new StudioPage(page).untilListening();
  await expect(note(page)).toBeVisible();
  await expectFooterInReach(page);
  await choose();
  await improve(page);
  await lookAround(page);
  expect(outside).toEqual([]);
  expect(reports).toEqual([]);
  expect([...writes].filter((write) => !own.includes(write))).toEqual([]);
  expect((await cookies()).filter((name) => !ownCookies.includes(name))).toEqual([]);
}

test('unanswered: nothing of others is loaded, stored or sent on a whole journey (R77)', {
  tag: deepTag,
}, async ({ page, production }) => {
  await expectNothing(page, production, async () => {});
});

test('refused: nothing of others is loaded, stored or sent on a whole journey (R77)', {
  tag: deepTag,
}, async ({ page, production }) => {
  await expectNothing(page, production, async () => {
    await answer(page, 'consent.refuse');
    await expect(note(page)).toBeHidden();
  });
});

test('allowed, services receive later events; withdrawn, they are silent and their traces gone (R58, R77)', {
  tag: deepTag,
}, async ({ page, context, production }) => {
  const { outside, writes, reports, queued, cookies } = await observe(context, production);
  await page.goto('/?utm_source=letter&channel=c7');
  await new StudioPage(page).untilListening();
  await expect(note(page)).toBeVisible();
  expect(outside).toEqual([]);
  await answer(page, 'consent.allow');
  const isCode = (one: string) => !one.includes(' ') && !one.startsWith('api2.');
  await expect.poll(() => outside.filter(isCode)).toHaveLength(3);
  await improve(page);
  await expect.poll(() => outside).toContain('www.facebook.com/tr/ PageView');
  expect(outside.filter((one) => one.includes('google-analytics'))[0]).toBe(
    // pages viewed before the consent are not sent
    'region1.google-analytics.com/g/collect consent_choose',
  );
  expect(outside).toEqual(
    expect.arrayContaining([
      'region1.google-analytics.com/g/collect photo_choose',
      'region1.google-analytics.com/g/collect task_end',
      'analytics.tiktok.com/api/v2/pixel Pageview',
    ]),
  );
  await expect
    .poll(() => queued)
    .toEqual(expect.arrayContaining(['consent_choose', 'photo_choose', 'task_end']));
  // acknowledged events are sent only once
  expect(queued.filter((name) => name === 'consent_choose')).toHaveLength(1);
  const report = adEventBody.parse(reports.at(-1));
  expect(report).toMatchObject({
    test: false,
    channel: 'c7',
    adInfosDto: {
      facebook: { fbPixId: services.META_PIXEL_ID, fbp: 'fb.1.2.3' },
      ga: { gaCid: '123.456' },
    },
  });
  const traces = ['_ga', '_ga_TEST000001', '_fbp', '_ttp'];
  expect(await cookies()).toEqual(expect.arrayContaining(traces));

  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: words('footer.privacyChoices') })
    .click();
  await answer(page, 'consent.refuse');
  await expect.poll(cookies).not.toContain('_fbp');
  const [heard, told] = [outside.length, reports.length];
  await lookAround(page);
  expect(outside.slice(heard)).toEqual([]);
  expect(reports.slice(told)).toEqual([]);
  expect((await cookies()).filter((name) => traces.includes(name))).toEqual([]);
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(kept.filter((name) => /^(_|tt|last|AMP)/.test(name))).toEqual([]);
  expect(writes).toContain('localStorage lastExternalReferrer');
});
