import { startByIntent } from './intent.ts';
import { endOfRealTask, makeRealRecords, startRealTask } from './paths/real-tasks.ts';
import { expect, test } from './visitor.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('en');

test('the list shows the photos of one tool, also after a look at one of them (R44)', async ({
  page,
}) => {
  const visitor = {
    context: page.context(),
    layer: { product: new URL(process.env.LIGHTWELL_URL ?? '') },
  };
  await makeRealRecords(visitor, 6);
  for (let made = 0; made < 2; made += 1) {
    await endOfRealTask(visitor, await startRealTask(visitor, 'denoise', 'small'));
  }
  await page.goto('/record');
  await startByIntent(page);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(8);
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  const denoised = chip(words('function.denoise.name'));
  await expect(chip(words('records.all'))).toHaveAttribute('aria-pressed', 'true');
  const announced = page.locator('.records > [role=status]');
  await expect(announced).toBeEmpty();
  await denoised.click();
  await expect(cards).toHaveCount(2);
  await expect(announced).toHaveText(words('records.counted', { count: 2 }));
  await expect(denoised).toHaveAttribute('aria-pressed', 'true');
  await expect(denoised).toBeFocused();
  await expect(page).toHaveURL(/\/record\?tool=denoise$/);

  await cards.getByRole('link').first().click();
  await page.waitForURL('**/result/*');
  await page.goBack();
  await expect(cards).toHaveCount(2);
  await expect(denoised).toHaveAttribute('aria-pressed', 'true');

  // deletes all photos that the list shows, and no others
  await chip(words('records.select')).click();
  await chip(words('records.selectAll')).click();
  const bar = page.locator('.selection-bar');
  await expect(bar.getByRole('status')).toHaveText(words('records.selected', { count: 2 }));
  await bar.getByRole('button', { name: words('records.remove') }).click();
  await chip(words('dialog.deleteRecords.confirm', { count: 2 })).click();
  await expect(page.getByRole('heading', { name: words('records.empty.tool') })).toBeVisible();
  await expect(announced).toBeEmpty();
  await chip(words('records.all')).click();
  await expect(cards).toHaveCount(6);
  await expect(announced).toHaveText(words('records.counted', { count: 6 }));
  await expect(page).toHaveURL(/\/record$/);
  // one tool is left, so that there is nothing to choose
  await expect(chip(words('records.all'))).toBeHidden();

  // one step back leaves the page, because the choice of a tool adds no history entry
  await page.goBack();
  await expect(page).not.toHaveURL(/\/record/);
});

test('the deletion of a photo on its own page leads back to the list of its tool (R44)', async ({
  page,
}) => {
  const visitor = {
    context: page.context(),
    layer: { product: new URL(process.env.LIGHTWELL_URL ?? '') },
  };
  for (let made = 0; made < 2; made += 1) {
    await endOfRealTask(visitor, await startRealTask(visitor, 'denoise', 'small'));
  }
  await page.goto('/record?tool=denoise');
  await startByIntent(page);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(page.locator('.records > [role=status]')).toBeEmpty();
  await cards.getByRole('link').first().click();
  await page.getByRole('button', { name: words('result.delete') }).click();
  await page
    .getByRole('button', { name: words('dialog.deleteRecord.confirm'), exact: true })
    .click();
  await expect(page).toHaveURL(/\/record\?tool=denoise$/);
  await expect(cards).toHaveCount(1);
});
