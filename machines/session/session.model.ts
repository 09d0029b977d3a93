import { describeChart } from '../chart-model.ts';
import { guest, member, offline, rejecting, storageRefused } from '../chart-samples.ts';
import { isLoggedIn } from '../model/user.ts';
import { sessionMachine } from './session.machine.ts';

const fails = { offline: rejecting(offline) };
const refused = { 'no cookies': rejecting(storageRefused) };
const someone = { 'a guest': guest, 'a member': member };

export const sessionModel = describeChart<typeof sessionMachine>({
  machine: sessionMachine,
  charts: { 'session.cleared': {}, 'user.outdated': {}, 'connection.restored': {} },
  actors: {
    restoreSession: { done: { nobody: null, 'a member': member }, error: refused },
    refreshUser: { done: someone, error: fails },
    keepUser: { done: {}, error: refused },
    clearSession: { done: {}, error: refused },
  },
  reads: ({ user, failure }) => [isLoggedIn(user), failure !== null],
});
