import type { PortFailure } from '../ports/port-failure.ts';

/** `token` of the opened link, or null without one. */
export type UnsubscribeInput = { token: string | null };

export type UnsubscribeContext = {
  token: string | null;
  /** masked address of the recipient, or null until the server has answered */
  address: string | null;
  /** why the choice could not be loaded or saved */
  failure: PortFailure | null;
};

export type UnsubscribeEvent =
  | { type: 'unsubscribe.pressed' }
  | { type: 'undo.pressed' }
  /** loads the choice again after a failure */
  | { type: 'look.retried' }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    unsubscribe: UnsubscribeEvent;
  }
}
