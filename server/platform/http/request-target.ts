/** Scheme and authority of an absolute request target (RFC 9112, 3.2.2). */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Splits a request target into path and query, without decoding. The path begins with a slash. */
export function readTarget(target: string | undefined): { path: string; query: string } {
  const [bare = '', ...rest] = (target ?? '/').replace(origin, '').split('?');
  return {
    path: bare.startsWith('/') ? bare : `/${bare}`,
    query: rest.length > 0 ? `?${rest.join('?')}` : '',
  };
}

export const isCall = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');
