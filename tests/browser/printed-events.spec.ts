import { StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

test('outside production events are printed with their parameters (R55)', async ({ page }) => {
  const printed: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'info') printed.push(message.text());
  });
  await new StudioPage(page).open();
  await expect.poll(() => printed.find((line) => line.startsWith('page_view'))).toContain('home');
});
