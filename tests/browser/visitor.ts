import { type ConsoleMessage, expect, type Page } from '@playwright/test';
import { test as base } from './recorded-test.ts';

export const productUrl = () => process.env.LIGHTWELL_URL ?? '';

/** Console lines about answers that the test has caused on purpose. */
const expectedByTest = new WeakMap<Page, RegExp[]>();

/** Declares a console line that an answer in this test will cause. */
export function expectConsole(page: Page, line: RegExp) {
  expectedByTest.set(page, [...(expectedByTest.get(page) ?? []), line]);
}

/**
 * Returns true for the console message of a preview that the server has abandoned after 12 s on a
 * busy machine. The page then shows that there is no preview.
 */
const isLateLook = (message: ConsoleMessage): boolean =>
  / 503 /.test(message.text()) && message.location().url.includes('/notAuth/preview/');

/**
 * Watches every page of a test. Console errors and warnings, uncaught errors (including hydration
 * mismatches) and requests that leave this machine fail the test.
 */
export const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    await use(productUrl());
  },
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type()) || isLateLook(message)) return;
      faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== productUrl()) {
        faults.push(`A request left the product: ${request.url()}`);
      }
    });
    await use(page);
    const expected = expectedByTest.get(page) ?? [];
    expect(faults.filter((fault) => !expected.some((line) => line.test(fault)))).toEqual([]);
  },
});

export { expect };
