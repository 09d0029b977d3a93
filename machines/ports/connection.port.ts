import type { PortStream } from './port.ts';

export type ConnectionEvent = { type: 'connection.lost' } | { type: 'connection.restored' };

export type ConnectionPort = {
  /** Tells the present state once at the start and every change afterwards. */
  watchConnection: PortStream<void, ConnectionEvent>;
};
