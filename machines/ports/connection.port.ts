import type { PortStream } from './port.ts';

export type ConnectionEvent = { type: 'connection.lost' } | { type: 'connection.restored' };

export type ConnectionPort = {
  /** Emits the current state first, and then every change. */
  watchConnection: PortStream<void, ConnectionEvent>;
};
