import { assign } from 'xstate';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
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
  laws: {
    'nobody who is signed out has a token': {
      holds: ({ now }) =>
        now.matches({ known: { identity: 'signedIn' } }) || now.context.token === '',
      brokenBy: (machine) => machine.provide({ actions: { forgetUser: assign({ user: null }) } }),
    },
    'an answer about the user before the sign-out is not waited for': {
      holds: ({ before, now, event }) =>
        event?.type !== 'session.cleared' ||
        before.context.user === null ||
        now.children.refreshUser !== before.children.refreshUser,
      brokenBy: 'session.known.freshness on session.cleared: dropped session.cleared',
    },
    'only who is signed in is remembered on this device': {
      holds: ({ asked }) =>
        asked.every(
          ({ id, input }) => id !== 'keepUser' || isLoggedIn(input.user as UserInfo | null),
        ),
      brokenBy: 'session.known.cookies on user.answered: without the guard isUser',
    },
    'the page hears of every change of the user': {
      holds: ({ before, now, told }) =>
        before.context.user === now.context.user ||
        told.some(({ to, event }) => to === 'app' && event.user === now.context.user),
      brokenBy: 'session.known.identity.guest: without the entry action tellUser',
    },
  },
});
