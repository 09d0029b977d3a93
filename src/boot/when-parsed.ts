/**
 * Settles when all of the page is there. The boot may ask for the application while the page still
 * arrives, and after a reload its code is in the cache: it would run before what it stands on.
 */
export const whenParsed = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    if (page.readyState !== 'loading') resolve();
    else page.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
