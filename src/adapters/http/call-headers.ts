import type { Caller } from '../../../machines/model/user.ts';

/** Returns the headers of every call, which describe the page and the caller (R30). */
export const callHeaders = (
  { website, locale }: { website: string; locale: () => string },
  by: Caller,
): Record<string, string> => ({
  'accept-language': locale(),
  website,
  token: by.kind === 'user' ? by.token : '',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
});
