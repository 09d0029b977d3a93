import type { Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { startByIntent } from './intent.ts';
import { takenIn, takenOn } from './paths/recorder.ts';
import { expect, test } from './visitor.ts';

const running = async (page: Page) => {
  await page.goto('/');
  await startByIntent(page);
  await expect(page.locator('[data-actor="studio"]')).toHaveAttribute('data-state', /choosing/);
};

test('transitions are kept across a reload and after a tab is closed', { tag: deepTag }, async ({
  page,
  context,
}) => {
  const boots = () =>
    takenIn(context).filter(
      ({ chart, id }) => chart === 'studio' && id.includes('findRunningTask'),
    );
  await running(page);
  expect(boots()).toHaveLength(1);
  await page.reload();
  await startByIntent(page);
  await expect.poll(() => boots().length).toBe(2);
  expect(takenOn(page).length).toBeLessThan(takenIn(context).length);
  const tab = await context.newPage();
  await running(tab);
  await tab.close();
  expect(boots()).toHaveLength(3);
});

test('only a key on an element to which Tab leads counts as the keyboard (R81)', {
  tag: deepTag,
}, async ({ page }) => {
  await running(page);
  const owner = page.getByRole('button', { name: /^©/ });
  const taps = () =>
    takenOn(page)
      .filter(({ id }) => id.includes('debugConsole.tapped'))
      .map(({ keyed }) => keyed);
  await owner.press('Enter');
  await owner.click();
  await owner.dispatchEvent('click');
  await owner.press('Space');
  await owner.evaluate((element) => element.setAttribute('tabindex', '-1'));
  await owner.press('Enter');
  await expect.poll(taps).toEqual(['debugConsole.tapped', null, null, 'debugConsole.tapped', null]);
});

test('a field counts as left by the keyboard only when Tab leaves it', { tag: deepTag }, async ({
  page,
}) => {
  await page.goto('/contact-us');
  await startByIntent(page);
  await expect(page.locator('[data-actor="contact"]')).toHaveAttribute('data-state', 'writing');
  const address = page.locator('input[name="address"]');
  const left = () =>
    takenOn(page)
      .filter(({ chart, id }) => chart === 'contact' && id.includes('field.left'))
      .map(({ keyed }) => keyed);
  await address.press('Tab');
  await address.press('a');
  await address.blur();
  await address.click();
  await page.locator('textarea').click();
  await expect.poll(left).toEqual(['field.left', null, null, null]);
});
