import type { OwnAccount } from '../../../machines/model/own-account.ts';
import { isLoggedIn } from '../../../machines/model/user.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { type MemoryWorld, signedOut } from './memory-world.ts';

/* Ports for the visitor's sign-in, session and account. */

export function createMemorySignIn(world: MemoryWorld): AppPorts['signIn'] {
  return {
    findPendingCode: async () => ({ pending: null, hasProvider: false }),
    keepPendingCode: async () => {},
    forgetLink: async () => {},
    sendCode: async ({ address }) => {
      world.mailed.push(address);
      return { resendAfterMs: 60_000 };
    },
    lookAtLink: async () => ({ address: world.account.email }),
    signIn: async (proof) => {
      if ('code' in proof && proof.code !== world.code) {
        throw new PortError({ reason: 'refused', code: 'invalid_code' });
      }
      const user = { ...signedOut, id: 'user-1', email: world.account.email };
      world.user = user;
      return { token: 'token-1', user, merged: { records: 0 }, welcome: 0 };
    },
    askProvider: async () => ({ idToken: 'id-token' }),
  };
}

export function createMemorySession(world: MemoryWorld): AppPorts['session'] {
  return {
    restoreSession: async () => null,
    refreshUser: async () => {
      // one microtask later, so that a sign-out at the same moment clears the user first
      await Promise.resolve();
      return world.user;
    },
    keepUser: async () => {},
    clearSession: async () => {
      // a guest has no session to clear
      if (isLoggedIn(world.user)) world.user = { ...signedOut };
    },
    watchSession: () => () => {},
    findEntry: async () => null,
    closeEntry: async () => {},
    endSession: async () => {},
  };
}

export function createMemoryAccount(world: MemoryWorld): AppPorts['account'] {
  const needsUser = () => {
    if (!isLoggedIn(world.user)) throw new PortError({ reason: 'refused', code: '10009' });
  };
  const needsCode = (code: string) => {
    if (code !== world.code) throw new PortError({ reason: 'refused', code: 'invalid_code' });
  };
  const changed = (changes: Partial<OwnAccount>) => {
    needsUser();
    world.account = { ...world.account, ...changes };
    return world.account;
  };
  return {
    loadAccount: async () => changed({}),
    savePreferences: async (wanted) => changed(wanted),
    listSessions: async () => world.sessions,
    loadCredits: async () => world.credits,
    saveCreditsFile: async () => {
      world.savedFiles += 1;
    },
    endOneSession: async ({ id }) => {
      world.sessions = world.sessions.filter((one) => one.id !== id);
    },
    endOtherSessions: async () => {
      world.sessions = world.sessions.filter(({ isCurrent }) => isCurrent);
    },
    requestExport: async () => {
      world.mailed.push(world.account.email);
    },
    sendOwnCode: async ({ address }) => {
      world.mailed.push(address);
      return { resendAfterMs: 60_000 };
    },
    changeAccount: async (wish) => {
      if ('code' in wish) needsCode(wish.code);
      if (wish.kind === 'deletion') return null;
      return changed(wish.kind === 'address' ? { email: wish.address } : { hasPassword: true });
    },
  };
}
