import type { PortFailure } from '../ports/port-failure.ts';

/** `token` of the link that was followed; null without one. */
export type UnsubscribeInput = { token: string | null };

export type UnsubscribeContext = {
  token: string | null;
  /** whose mail it is, masked; null before the server has said so */
  address: string | null;
  /** why the choice could not be read or written */
  failure: PortFailure | null;
};

export type UnsubscribeEvent =
  | { type: 'unsubscribe.pressed' }
  | { type: 'undo.pressed' }
  /** the choice is to be read again after a failure */
  | { type: 'look.retried' }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    unsubscribe: UnsubscribeEvent;
  }
}
