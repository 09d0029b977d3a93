export type RouteRule = {
  /** the whole path, without query */
  from: string;
  /** a path, or an address outside the site (R8) */
  to: string;
  status: 301 | 302 | 307 | 308;
};

/** These redirects come before any other lookup; paths keep their query. */
export const routeRules: readonly RouteRule[] = [
  { from: '/index.html', to: '/', status: 301 },
  { from: '/records', to: '/record', status: 301 },
  { from: '/about', to: '/about-us', status: 301 },
  { from: '/contact', to: '/contact-us', status: 301 },
  { from: '/privacy', to: '/privacy-policy', status: 301 },
];
