import type { KeptSession, UserInfo } from '../model/user.ts';

export type SessionContext = {
  /** who the server or the cookies say this is; null while nobody has said anything */
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
  /** what the server has answered, told to every region of this chart */
  | { type: 'user.answered'; user: UserInfo };

export type Restored = { kept: KeptSession | null };

declare module '../charts.ts' {
  interface ChartEvents {
    session: SessionEvent;
  }
}
