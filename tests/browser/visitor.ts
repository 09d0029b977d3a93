import { type ConsoleMessage, expect, type Page } from '@playwright/test';
import { test as base } from './recorded-test.ts';

/** Where the product under test answers. */
export const productUrl = () => process.env.LIGHTWELL_URL ?? '';

/** Console lines about an answer that the test provoked on purpose. */
const expectedByTest = new WeakMap<Page, RegExp[]>();

/** Lets a test that provokes a failing answer say which console line it expects. */
export function expectConsole(page: Page, line: RegExp) {
  expectedByTest.set(page, [...(expectedByTest.get(page) ?? []), line]);
}

/** The server gives a first look up after 12 s, which a busy machine may need for it; the page says that none comes. */
const isLateLook = (message: ConsoleMessage): boolean =>
  / 503 /.test(message.text()) && message.location().url.includes('/notAuth/preview/');

/**
 * Watches every page of a test: console errors and warnings, uncaught errors (including hydration
 * mismatches) and requests that leave the machine fail the test.
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
