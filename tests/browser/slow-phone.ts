import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const slowdown = 4;

export const newPhone = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });

/** Limits the connection to the speed of a phone. */
export async function slowNetwork(page: Page): Promise<CDPSession> {
  const tap = await page.context().newCDPSession(page);
  await tap.send('Network.enable');
  await tap.send('Network.emulateNetworkConditions', slow4G);
  return tap;
}

/**
 * Limits the connection and the processor to those of a cheap phone on a mobile connection.
 * Chromium slows the processor down by keeping it busy, even while the page is idle.
 */
export async function slowDown(page: Page): Promise<CDPSession> {
  const tap = await slowNetwork(page);
  await tap.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return tap;
}

/**
 * The page's disturbance so far: for each main-thread task, the milliseconds beyond 50; and the
 * layout shift.
 */
export type Unrest = { blockedMs: number; shift: number };

/** Measures the disturbance of every page that is loaded from now on. */
export const observeUnrest = (page: Page) =>
  page.addInitScript(() => {
    const unrest = { blockedMs: 0, shift: 0 };
    Object.assign(window, { unrest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) unrest.blockedMs += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) unrest.shift += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const unrestOf = (page: Page): Promise<Unrest> =>
  page.evaluate(() => Reflect.get(window, 'unrest'));

/** Waits until the scripts of an untouched page are in the cache. */
export const untilPrefetched = (page: Page, timeout: number) =>
  page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('/create-app-actor-')),
    undefined,
    { timeout, polling: 100 },
  );
