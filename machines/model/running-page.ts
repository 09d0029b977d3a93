/**
 * Attribute of the root element while the page's charts run. The charts then follow the links, and
 * the browser no longer loads the next page.
 */
export const runningAttribute = 'data-running';
