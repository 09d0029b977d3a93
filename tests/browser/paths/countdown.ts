import type { Page } from '@playwright/test';
import type { Driver } from './browser-chart.ts';

const secondsLeft = (page: Page, chart: string): Promise<number> =>
  page.evaluate(
    (name) => window.__lightwell?.root.system.get(name).getSnapshot().context.secondsLeft,
    chart,
  );

/** As a page that slept: one timer, late. */
export const countDownOf =
  (chart: string): Driver =>
  async ({ page }, step) => {
    if (step.kind !== 'sent') return;
    const seconds = (await secondsLeft(page, chart)) - step.event.secondsLeft;
    await page.clock.fastForward(seconds * 1000);
  };
