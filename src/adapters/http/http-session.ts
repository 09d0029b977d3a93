import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { SessionPort } from '../../../machines/ports/session.port.ts';
import { forgetMailedLink, takeMailedLink } from '../browser/mailed-link.ts';
import { closePendingCode, isCodeAskedFor } from '../browser/pending-code.ts';
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
      tabs.tell({ kept: session, ended: null });
    },
    clearSession: async ({ token }) => {
      unlessRefused('clearSession', () => {
        const kept = readSession();
        if (!kept || kept.token === token) removeSessionCookies();
      });
      tabs.tell({ kept: null, ended: token });
    },
    watchSession: tabs.watchSession,
    findEntry: async () => {
      const now = Date.now();
      const link = unlessRefused('findEntry', () => takeMailedLink(now));
      if (link !== null) return { link };
      return unlessRefused('findEntry', () => isCodeAskedFor(now)) ? { link: null } : null;
    },
    closeEntry: async () =>
      unlessRefused('closeEntry', () => {
        forgetMailedLink();
        closePendingCode(Date.now());
      }),
    endSession: async ({ token }, signal) => {
      try {
        await api('endSession', { params: { id: 'current' }, token, signal });
      } catch (error) {
        // code 10009 means that the session had already ended, so the sign-out has succeeded
        if (failureOf(error).code !== '10009') throw error;
      }
    },
  };
}
