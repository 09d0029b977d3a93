/**
 * For pages that the server writes itself: a browser requests an icon anyway and would show a 404
 * in its console. Their policy needs `img-src 'self'`.
 */
export const pageIcon = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';
