import { describeChart } from '../chart-model.ts';
import { guest, member, offline, rejecting } from '../chart-samples.ts';
import { isLoggedIn } from '../model/user.ts';
import { sessionMachine } from './session.machine.ts';

const fails = { offline: rejecting(offline) };
const someone = { 'a guest': guest, 'a member': member };

export const sessionModel = describeChart<typeof sessionMachine>({
  machine: sessionMachine,
  charts: { 'session.cleared': {}, 'user.outdated': {}, 'connection.restored': {} },
  actors: {
    restoreSession: { done: { nobody: null, 'a member': member }, error: fails },
    refreshUser: { done: someone, error: fails },
    keepUser: { done: {}, error: fails },
    clearSession: { done: {}, error: fails },
  },
  reads: ({ user, failure }) => [isLoggedIn(user), failure !== null],
});
