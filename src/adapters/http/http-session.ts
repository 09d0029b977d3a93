import type { SessionPort } from '../../../machines/ports/session.port.ts';
import {
  readUserCookie,
  removeSessionCookies,
  writeUserCookie,
} from '../browser/session-cookies.ts';
import type { CallApi } from './api-client.ts';

export const createHttpSession = (api: CallApi): SessionPort => ({
  restoreSession: async () => readUserCookie(),
  refreshUser: async (_, signal) => {
    const user = await api('user', { signal });
    writeUserCookie(user);
    return user;
  },
  clearSession: async () => removeSessionCookies(),
});
