import type { ConnectionPort } from '../../../machines/ports/connection.port.ts';
import type { Network } from '../http/reach.ts';

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  onOnline: (listener) => addEventListener('online', listener),
};

export const watchConnection: ConnectionPort['watchConnection'] = (_, emit) => {
  const tell = () => {
    emit({ type: navigator.onLine ? 'connection.restored' : 'connection.lost' });
  };
  addEventListener('online', tell);
  addEventListener('offline', tell);
  tell();
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
};
