import type { SessionPort } from '../../../machines/ports/session.port.ts';
import { takeMailedLink } from '../browser/mailed-link.ts';
import { readPendingCode } from '../browser/pending-code.ts';
import { readSession, removeSessionCookies, writeSession } from '../browser/session-cookies.ts';
import { createSessionTabs } from '../browser/session-tabs.ts';
import { unlessRefused } from '../browser/unless-refused.ts';
import type { CallApi } from './api-client.ts';

export function createHttpSession(api: CallApi): SessionPort {
  const tabs = createSessionTabs();
  return {
    restoreSession: async () => unlessRefused('restoreSession', readSession),
    refreshUser: (_, signal) => api('user', { signal }),
    keepUser: async (session) => {
      unlessRefused('keepUser', () => writeSession(session));
      tabs.tell(session);
    },
    clearSession: async () => {
      unlessRefused('clearSession', removeSessionCookies);
      tabs.tell(null);
    },
    watchSession: tabs.watchSession,
    findEntry: async () => {
      const link = takeMailedLink();
      if (link !== null) return { link };
      const pending = unlessRefused('findEntry', () => readPendingCode(Date.now()));
      return pending && { link: null };
    },
    endSession: async ({ token }, signal) => {
      await api('endSession', { params: { id: 'current' }, token, signal });
    },
  };
}
