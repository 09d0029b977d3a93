import { startApp } from './start-app.tsx';

/**
 * Resolves when the whole page is parsed. The application may load from a cache while the page is
 * still arriving, and its code needs all elements.
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
