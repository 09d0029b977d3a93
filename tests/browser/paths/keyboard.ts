import { expect, type Locator, type Page } from '@playwright/test';

const patienceMs = 60_000;

/**
 * Focuses the element as Tab would. Returns true if the element has the focus. Runs in the page.
 */
const takeFocus = (element: Element): boolean => {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0) return false;
  element.focus();
  return document.activeElement === element;
};

/** Waits until Tab can reach the element, then presses a key on it. */
export const pressKey = async (page: Page, one: Locator, key = 'Enter'): Promise<void> => {
  const message = `the keyboard reaches ${one}`;
  const often = { message, timeout: patienceMs, intervals: [25] };
  await expect.poll(() => one.evaluate(takeFocus), often).toBe(true);
  await page.keyboard.press(key);
};

type File = Parameters<Locator['setInputFiles']>[0];

/** Opens the studio's file chooser by keyboard and chooses a file. */
export const chooseFile = async (page: Page, file: File): Promise<void> => {
  const input = page.locator('[data-actor="studio"] input[type=file]').first();
  const opened = page.waitForEvent('filechooser');
  await pressKey(page, input, ' ');
  await (await opened).setFiles(file);
};
