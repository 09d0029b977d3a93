import type { BrowserContext } from '@playwright/test';

/* What a walk made up on the side of the page: answers of the device, or another document. */

const made = new WeakMap<BrowserContext, string[]>();

export const noteMadeUp = (context: BrowserContext, what: string): void => {
  made.set(context, [...madeUpIn(context), what]);
};

export const madeUpIn = (context: BrowserContext): readonly string[] => made.get(context) ?? [];
