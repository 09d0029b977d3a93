import { createHmac, randomBytes } from 'node:crypto';
import { isSameHash } from '../owners/secrets.ts';

/**
 * Maximum number of mailboxes in a cookie. A browser that signs in to more mailboxes stores only
 * the latest of them.
 */
const mostAddresses = 5;

/**
 * Matches the browser's random id, then one mark per email address. Each part is 16 bytes in
 * base64url.
 */
const shape = /^[\w-]{22}(\.[\w-]{22}){1,5}$/;

/**
 * Stores in a cookie, as keyed hashes, the email addresses that a browser has signed in to. The
 * cookie looks random and does not reveal an address.
 */
export type KnownBrowsers = {
  /** Returns the value of the cookie after this browser has signed in to the email address. */
  remember(cookie: string | undefined, address: string): string;
  /**
   * Returns true if this browser has signed in to the email address before. The check takes the
   * same time for every address.
   */
  hasSignedIn(cookie: string | undefined, address: string): boolean;
};

export function createKnownBrowsers({ secret }: { secret: string }): KnownBrowsers {
  /**
   * Returns the mark of an email address. It includes the browser's id, so that the cookies of two
   * browsers cannot be compared.
   */
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
