import { startApp } from './start-app.tsx';

/**
 * Settles when all of the page is there. The boot may ask for the application while the page still
 * arrives, and after a reload its code is in the cache: it would run before what it stands on.
 */
const parsed = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    if (page.readyState !== 'loading') resolve();
    else page.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

/** Starts the application on its page, as soon as all of that is there. */
export async function startPage(page: Document): Promise<void> {
  await parsed(page);
  const container = page.getElementById('app');
  if (container) await startApp(page, container);
}
