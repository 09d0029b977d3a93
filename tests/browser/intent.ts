import type { Page } from '@playwright/test';

/**
 * A page loads and runs its scripts when the visitor comes near something that can be pressed.
 * Tests that start without pressing anything do the same, even where a dialog has opened by itself.
 */
export const startByIntent = (page: Page): Promise<void> =>
  page.getByRole('banner').getByRole('link').first().hover({ force: true });
