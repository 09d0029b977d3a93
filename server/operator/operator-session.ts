import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { newSecret } from '../owners/secrets.ts';
import type { Database } from '../platform/database/database.ts';
import {
  deleteOperatorSession,
  hasOperatorSession,
  insertOperatorSession,
} from './operator-sessions.store.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two texts in a time that does not depend on their content or length. */
export const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted));

export const sessionMs = 30 * 60_000;

export type OperatorSessions = {
  /** Opens a session and returns the cookie's value. */
  open(): Promise<string>;
  isOpen(cookie: string | undefined): Promise<boolean>;
  close(cookie: string | undefined): Promise<void>;
};

/**
 * Creates the sessions of operators.
 * @param token key of the stored hashes, so that a changed token ends every session
 */
export function createOperatorSessions(
  db: Database,
  token: string,
  now: () => Date,
): OperatorSessions {
  const hashOf = (cookie: string) =>
    createHmac('sha256', token).update(`operator session ${cookie}`).digest('base64url');
  return {
    async open() {
      const cookie = newSecret();
      const expiresAt = new Date(now().getTime() + sessionMs);
      await insertOperatorSession(db, { sessionHash: hashOf(cookie), expiresAt, now: now() });
      return cookie;
    },
    isOpen: async (cookie) =>
      cookie !== undefined &&
      (await hasOperatorSession(db, { sessionHash: hashOf(cookie), now: now() })),
    async close(cookie) {
      if (cookie) await deleteOperatorSession(db, hashOf(cookie));
    },
  };
}
