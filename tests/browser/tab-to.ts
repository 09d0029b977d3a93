import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const reached = () => target.evaluate((one) => one === document.activeElement);
  for (let presses = 0; presses < 40 && !(await reached()); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
