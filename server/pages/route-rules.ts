export type RouteRule = {
  /** the whole path of the request, without query */
  from: string;
  /** a path, or a URL outside the site (R8) */
  to: string;
  status: 301 | 302 | 307 | 308;
};

/** Redirects that are applied before all other routes. The query of the request is kept. */
export const routeRules: readonly RouteRule[] = [
  { from: '/index.html', to: '/', status: 301 },
  { from: '/records', to: '/record', status: 301 },
  { from: '/about', to: '/about-us', status: 301 },
  { from: '/contact', to: '/contact-us', status: 301 },
  { from: '/privacy', to: '/privacy-policy', status: 301 },
];
