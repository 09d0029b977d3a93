import { whenParsed } from '../boot/when-parsed.ts';
import { startApp } from './start-app.tsx';

/** Starts the application on its page, as soon as all of that is there. */
export async function startPage(page: Document): Promise<void> {
  await whenParsed(page);
  const container = page.getElementById('app');
  if (container) await startApp(page, container);
}
