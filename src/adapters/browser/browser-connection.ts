import type { ConnectionPort } from '../../../machines/ports/connection.port.ts';

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
