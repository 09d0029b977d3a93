import { test as base, expect, type Page } from '@playwright/test';
import { productionEnvAnywhere } from '../../server/testing/production-env.fixture.ts';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startProduct } from './product-process.ts';
import { newPhone, observeUnrest, unrestOf, untilPrefetched } from './slow-phone.ts';
import { wordsOf } from './words.ts';

/*
 * The run environment is `production`. In `test`, a page starts its charts after two seconds even
 * without any input.
 */
const test = base.extend<object, { production: string }>({
  production: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startProduct(productionEnvAnywhere);
      await use(url);
      await stop();
    },
    { scope: 'worker' },
  ],
});

/**
 * Limit of the sum of the layout shifts: a row that arrives in pieces grows. Web Vitals call a sum
 * of up to 0.1 good.
 */
const unnoticed = 0.03;

for (const path of ['/', '/ja/terms?utm_source=ad']) {
  test(`${path} without interaction fetches its scripts and runs none`, { tag: deepTag }, async ({
    browser,
    production,
  }) => {
    const context = await newPhone(browser, production);
    const page = await context.newPage();
    const parsed: string[] = [];
    const tap = await context.newCDPSession(page);
    tap.on('Debugger.scriptParsed', ({ url }) => {
      if (url.startsWith(`${production}/assets/`)) parsed.push(url);
    });
    await tap.send('Debugger.enable');
    await observeUnrest(page);
    await page.goto(path);
    await untilPrefetched(page, 60_000);
    expect((await unrestOf(page)).shift).toBeLessThan(unnoticed);
    expect(parsed).toEqual([]);
    const campaign = await page.evaluate(() => localStorage.getItem('utm_source'));
    expect(campaign).toBe(path.includes('utm_source') ? 'ad' : null);
    await context.close();
  });
}

/** Writes the page anew in pieces, and lets the browser paint after each. */
const arriveInPieces = (page: Page, html: string, firstCut: number) =>
  page.evaluate(
    async ([whole, first]) => {
      const painted = () => new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
      document.open();
      document.write(whole.slice(0, first));
      for (let from = first; from < whole.length; from += 500) {
        document.write(whole.slice(from, from + 500));
        await painted();
      }
      document.close();
    },
    [html, firstCut] as const,
  );

const firstCuts = [100, 200, 300, 400, 500];

for (const path of ['/', '/ja/pricing']) {
  for (const width of [390, 1280]) {
    test(`hardly anything moves while ${path} arrives in pieces, ${width} px wide`, {
      tag: deepTag,
    }, async ({ browser, production }) => {
      const viewport = { width, height: 844 };
      const context = await browser.newContext({ baseURL: production, viewport });
      const page = await context.newPage();
      await observeUnrest(page);
      // the mean of several ways to cut the page, because one cut may split a row, and another not
      let sum = 0;
      for (const firstCut of firstCuts) {
        const answer = await page.goto(path);
        await arriveInPieces(page, (await answer?.text()) ?? '', firstCut);
        await expect(page.locator('footer')).toBeVisible();
        sum += (await unrestOf(page)).shift;
      }
      expect(sum / firstCuts.length).toBeLessThan(unnoticed);
      await context.close();
    });
  }
}

test('a tap without a connection waits, shows that, and has its effect when the connection is back', {
  tag: deepTag,
}, async ({ browser, production }) => {
  const words = wordsOf('en');
  const context = await newPhone(browser, production);
  const page = await context.newPage();
  await page.goto('/');
  await context.setOffline(true);
  await page.locator('.sample').first().tap();
  await expect(page.locator('.sample').first()).toHaveAttribute('data-early');
  await expect(page.getByRole('alert')).toContainText(words('boot.waiting'));
  await context.setOffline(false);
  await expect(page.locator('[data-actor="studio"]')).toHaveAttribute('data-state', /^chosen/, {
    timeout: 60_000,
  });
  await expect(page.getByRole('alert')).toBeHidden();
  await context.close();
});
