import type { SessionPort } from '../../../machines/ports/session.port.ts';
import { atStorage } from '../browser/browser-storage.ts';
import {
  readUserCookie,
  removeSessionCookies,
  writeUserCookie,
} from '../browser/session-cookies.ts';
import type { CallApi } from './api-client.ts';

export const createHttpSession = (api: CallApi): SessionPort => ({
  restoreSession: async () => atStorage('restoreSession', readUserCookie),
  refreshUser: (_, signal) => api('user', { signal }),
  keepUser: async ({ user }) => atStorage('keepUser', () => writeUserCookie(user)),
  clearSession: async () => atStorage('clearSession', removeSessionCookies),
});
