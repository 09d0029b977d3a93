import type { SessionPort } from '../../../machines/ports/session.port.ts';
import { readSession, removeSessionCookies, writeUserCookie } from '../browser/session-cookies.ts';
import { unlessRefused } from '../browser/unless-refused.ts';
import type { CallApi } from './api-client.ts';

export const createHttpSession = (api: CallApi): SessionPort => ({
  restoreSession: async () => unlessRefused('restoreSession', readSession),
  refreshUser: (_, signal) => api('user', { signal }),
  keepUser: async ({ user }) => unlessRefused('keepUser', () => writeUserCookie(user)),
  clearSession: async () => unlessRefused('clearSession', removeSessionCookies),
});
