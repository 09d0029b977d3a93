import type { Platform } from '../platform/platform.ts';
import { registerEventLogRoutes } from './event-log.routes.ts';
import { registerPageRoutes } from './pages.routes.ts';
import type { Pages } from './pages.ts';
import { createPricePages, type PricePageOf } from './price-page.ts';

/**
 * Opens the feature for pages and files of the build, and for the log of events that browsers
 * report.
 */
export async function openPages(
  { server, requestLog }: Platform,
  pages: Pages,
  pricePageOf: PricePageOf,
): Promise<void> {
  registerEventLogRoutes(server, requestLog);
  await registerPageRoutes(server, pages, createPricePages(pages.directory, pricePageOf));
}
