import { startApp } from './start-app.tsx';

/**
 * Resolves when the whole page is parsed. The boot may load the application while the page still
 * arrives, and after a reload its code is in the cache: it would run before the elements that it
 * needs exist.
 */
const parsed = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    if (page.readyState !== 'loading') resolve();
    else page.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

export async function startPage(page: Document): Promise<void> {
  await parsed(page);
  const container = page.getElementById('app');
  if (container) await startApp(page, container);
}
