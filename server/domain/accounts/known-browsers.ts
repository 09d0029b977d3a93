import { createHmac, randomBytes } from 'node:crypto';
import { isSameHash } from './secrets.ts';

/** Somebody with more mailboxes than that has the last ones remembered. */
const mostAddresses = 5;

/** 16 bytes in base64url, as many of them as the cookie names, the browser's own number first. */
const shape = /^[\w-]{22}(\.[\w-]{22}){1,5}$/;

/**
 * Which addresses a browser has signed in to, as a cookie says it that only this server can write. It
 * names none: to whoever reads it, it is random.
 */
export type KnownBrowsers = {
  /** What the cookie says once this browser has signed in to the address. */
  remember(cookie: string | undefined, address: string): string;
  /** Takes the same time for every address. */
  hasSignedIn(cookie: string | undefined, address: string): boolean;
};

export function createKnownBrowsers({ secret }: { secret: string }): KnownBrowsers {
  /** Bound to the browser's number, so that the cookies of two browsers cannot be compared. */
  const markOf = (browser: string, address: string): string =>
    createHmac('sha256', secret)
      .update(`known browser\n${browser}\n${address}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  const newBrowser = () => randomBytes(16).toString('base64url');
  const read = (cookie: string | undefined): [browser: string, ...marks: string[]] => {
    const [browser = '', ...marks] = cookie && shape.test(cookie) ? cookie.split('.') : [];
    return [browser || newBrowser(), ...marks];
  };
  return {
    remember(cookie, address) {
      const [browser, ...marks] = read(cookie);
      const mark = markOf(browser, address);
      const others = marks.filter((other) => other !== mark);
      return [browser, mark, ...others].slice(0, mostAddresses + 1).join('.');
    },
    hasSignedIn(cookie, address) {
      const [browser, ...marks] = read(cookie);
      const mark = markOf(browser, address);
      return marks.filter((other) => isSameHash(other, mark)).length > 0;
    },
  };
}
