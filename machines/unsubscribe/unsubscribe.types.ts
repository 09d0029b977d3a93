import type { PortFailure } from '../ports/port-failure.ts';

/** `token` is the token of the opened link, or null if the address contains no token. */
export type UnsubscribeInput = { token: string | null };

export type UnsubscribeContext = {
  token: string | null;
  /** address of the recipient with hidden letters, or null until the server has answered */
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
