import { launch } from 'puppeteer-core';
import type { Driver } from './driven-page.ts';

/** Drives Debian's Firefox by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    call: (run, ...given) => page.evaluate(run as (...values: unknown[]) => never, ...given),
    click: (mark) => page.click(mark),
    type: (mark, text) => page.type(mark, text),
    choose: async (mark, file) => {
      const input = await page.$(mark);
      await (input as typeof input & { uploadFile(file: string): Promise<void> }).uploadFile(file);
    },
    faults: () => faults,
    photograph: async (path) => {
      await page.screenshot({ path: path as `${string}.png` });
    },
    close: () => browser.close(),
  };
}
