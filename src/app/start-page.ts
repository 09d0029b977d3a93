import { startApp } from './start-app.tsx';

/**
 * Resolves when the whole HTML of the page is parsed. The application's code may come from a cache
 * before all HTML has arrived, and needs all elements of the page.
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
