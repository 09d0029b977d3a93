import type { PortStream } from './port.ts';

export type ConnectionEvent = { type: 'connection.lost' } | { type: 'connection.restored' };

export type ConnectionPort = {
  /** Emits the current state at the start, and every change afterwards. */
  watchConnection: PortStream<void, ConnectionEvent>;
};
