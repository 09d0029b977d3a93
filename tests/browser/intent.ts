import type { Page } from '@playwright/test';

/**
 * Loads and starts the page's scripts as a pointer near a control does, for tests that press
 * nothing. Also works below an open dialog.
 */
export const startByIntent = (page: Page): Promise<void> =>
  page.getByRole('banner').getByRole('link').first().hover({ force: true });
