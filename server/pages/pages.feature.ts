import type { Platform } from '../platform/platform.ts';
import { registerEventLogRoutes } from './event-log.routes.ts';
import { registerPageRoutes } from './pages.routes.ts';
import type { Pages } from './pages.ts';

/** Pages and files of the build, and the log of what browsers report. */
export async function openPages({ server, requestLog }: Platform, pages: Pages): Promise<void> {
  registerEventLogRoutes(server, requestLog);
  await registerPageRoutes(server, pages);
}
