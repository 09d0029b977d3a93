/** Scheme and authority of a request target in absolute form (RFC 9112, 3.2.2). */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Path and query of a request target, not decoded; the path begins with a slash. */
export function readTarget(target: string | undefined): { path: string; query: string } {
  const [bare = '', ...rest] = (target ?? '/').replace(origin, '').split('?');
  return {
    path: bare.startsWith('/') ? bare : `/${bare}`,
    query: rest.length > 0 ? `?${rest.join('?')}` : '',
  };
}

/** True if a path belongs to the API. */
export const isCall = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');
