import type { Page } from '@playwright/test';

/**
 * Starts the page as a visitor who comes near a control does: only then it loads and runs its
 * scripts. For tests that press nothing; works even under a dialog that has opened by itself.
 */
export const startByIntent = (page: Page): Promise<void> =>
  page.getByRole('banner').getByRole('link').first().hover({ force: true });
