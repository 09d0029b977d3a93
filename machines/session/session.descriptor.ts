import { isLoggedIn } from '../model/user.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import {
  guest,
  member,
  memberSession,
  offline,
  rejecting,
  storageRefused,
} from '../testing/samples.ts';
import { sessionMachine } from './session.machine.ts';

const fails = { offline: rejecting(offline) };
const refused = { 'no cookies': rejecting(storageRefused) };
const someone = { 'a guest': guest, 'a member': member };

export const sessionDescriptor = describeChart<typeof sessionMachine>({
  machine: sessionMachine,
  charts: { 'session.cleared': {}, 'user.outdated': {}, 'connection.restored': {} },
  actors: {
    restoreSession: { done: { nobody: null, 'a member': memberSession }, error: refused },
    refreshUser: { done: someone, error: fails },
    keepUser: { done: {}, error: refused },
    clearSession: { done: {}, error: refused },
  },
  reads: ({ user }) => [isLoggedIn(user), user === null],
});
