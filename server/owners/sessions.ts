import type { Database, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { deviceOf } from './device.ts';
import { hashOf } from './guests.ts';
import type { Owner } from './principal.ts';
import { isSecret, newSecret } from './secrets.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  renewSession,
  type Session,
} from './sessions.store.ts';

export type { Session } from './sessions.store.ts';

const dayMs = 86_400_000;
/** lifetime of a session, the same as that of the cookie `user_token` (R21) */
const lifetimeMs = 30 * dayMs;

/** The client of a sign-in. */
export type Place = { subnet: string; userAgent: string | undefined };

export type Sessions = {
  /**
   * Returns owner and session of a token, and extends the session. Returns null if the token is
   * unknown, expired or ended.
   */
  find(token: string): Promise<{ owner: Owner; sessionId: string } | null>;
  /**
   * Begins a session.
   * @returns the token, of which only the hash is stored
   */
  begin(tx: Tx, ownerId: string, place: Place): Promise<string>;
  /** Ends a session of this owner. If the session has already ended, the call has no effect. */
  end(session: { id: string; ownerId: string }): Promise<void>;
  /** Ends every other session of this owner. */
  endOthers(session: { id: string; ownerId: string }): Promise<void>;
  /** Returns the sessions of an owner, last used first. */
  list(ownerId: string): Promise<Session[]>;
  forgetExpired(): Promise<void>;
};

export function createSessions(db: Database, { now }: { now: () => Date }): Sessions {
  const endOf = (time: Date) => new Date(time.getTime() + lifetimeMs);
  return {
    async find(token) {
      if (!isSecret(token)) return null;
      const time = now();
      const session = await findSession(db, hashOf(token), time);
      if (!session) return null;
      const { id, ownerId, kind } = session;
      const before = new Date(time.getTime() - dayMs);
      if (session.lastSeenAt < before) {
        await renewSession(db, { id, now: time, before, expiresAt: endOf(time) });
      }
      return { owner: { id: ownerId, kind }, sessionId: id };
    },
    async begin(tx, ownerId, { subnet, userAgent }) {
      const token = newSecret();
      const time = now();
      await insertSession(tx, {
        id: newId(),
        ownerId,
        tokenHash: hashOf(token),
        subnet,
        device: deviceOf(userAgent),
        createdAt: time,
        lastSeenAt: time,
        expiresAt: endOf(time),
      });
      return token;
    },
    async end(session) {
      await deleteSession(db, session);
    },
    endOthers: ({ id, ownerId }) => deleteSessionsOf(db, ownerId, id),
    list: (ownerId) => listSessions(db, ownerId, now()),
    forgetExpired: () => deleteExpiredSessions(db, now()),
  };
}
