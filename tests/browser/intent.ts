import type { Page } from '@playwright/test';

/**
 * Moves the pointer to a link, so that the page loads and starts its scripts. For tests that press
 * no control. Also works while a dialog is open.
 */
export const startByIntent = (page: Page): Promise<void> =>
  page.getByRole('banner').getByRole('link').first().hover({ force: true });
