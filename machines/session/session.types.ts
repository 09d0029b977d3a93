import type { KeptSession, UserInfo } from '../model/user.ts';

export type SessionContext = {
  /** the user according to the server or the cookies; null while unknown */
  user: UserInfo | null;
  /** empty for a guest */
  token: string;
};

export type SessionEvent =
  /** the server said so (R36), or the visitor signed out */
  | { type: 'session.cleared' }
  /** something may have changed the user: ask again */
  | { type: 'user.outdated' }
  | { type: 'connection.restored' }
  /** the server's answer, raised for every region of this chart */
  | { type: 'user.answered'; user: UserInfo };

export type Restored = { kept: KeptSession | null };

declare module '../charts.ts' {
  interface ChartEvents {
    session: SessionEvent;
  }
}
