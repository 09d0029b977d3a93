/**
 * For pages that the server writes itself: a browser asks for an icon anyway, and without this one it
 * gets a 404 that its console shows. Their policy needs `img-src 'self'`.
 */
export const pageIcon = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';
