import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Lighthouse's slow 4G. */
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

/** Throttles network and processor of the page to those of a cheap phone on a mobile network. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const tap = await page.context().newCDPSession(page);
  await tap.send('Network.enable');
  await tap.send('Network.emulateNetworkConditions', slow4G);
  await tap.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return tap;
}
