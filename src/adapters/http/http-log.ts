import type { LogPort } from '../../../machines/ports/log.port.ts';
import type { CallApi } from './api-client.ts';

/** The operation log: a line that cannot be sent is dropped, nobody waits for it. */
export const createHttpLog = (api: CallApi): LogPort => ({
  writeLog: ({ level, name, parameters }) => {
    api('logEvent', { payload: { name, parameters: { level, ...parameters } } }).catch(() => {});
  },
});
