/** Codes of connections that cannot be made, or that broke. */
const codes = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

/** Returns true for an error of a connection. It does not say which service the connection is to. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
