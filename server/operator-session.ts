import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In a time that tells nothing of where two words differ, or how long they are. */
export const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted));

export const sessionMs = 30 * 60_000;

/**
 * What the operator's cookie says: until when, signed with a key made of the token. The token cannot be read
 * out of it, and another token ends every session.
 */
export function createOperatorSessions(token: string, now: () => Date) {
  const sign = (until: string) =>
    createHmac('sha256', token).update(`operator session until ${until}`).digest('base64url');
  return {
    open(): string {
      const until = String(now().getTime() + sessionMs);
      return `${until}.${sign(until)}`;
    },
    isOpen(cookie: string | undefined): boolean {
      const [until = '', signature = ''] = (cookie ?? '').split('.');
      if (!/^\d{1,15}$/.test(until) || !isSame(signature, sign(until))) return false;
      const left = Number(until) - now().getTime();
      return left > 0 && left <= sessionMs;
    },
  };
}
