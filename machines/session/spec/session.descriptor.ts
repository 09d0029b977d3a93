import { assign } from 'xstate';
import { isLoggedIn } from '../../model/user.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  guest,
  member,
  memberSession,
  newSession,
  offline,
  refused as refusedBy,
  rejecting,
  storageRefused,
} from '../../testing/samples.ts';
import { sessionMachine } from '../session.machine.ts';

const fails = { offline: rejecting(offline) };
const refused = { 'no cookies': rejecting(storageRefused) };
const someone = { 'a guest': guest, 'a member': member };

export const sessionDescriptor = describeChart<typeof sessionMachine>({
  machine: sessionMachine,
  people: { 'signIn.pressed': {}, 'signOut.pressed': {} },
  charts: {
    'session.cleared': {},
    'user.outdated': {},
    'server.changed': {},
    'connection.restored': {},
    'session.begun': {
      '': { session: newSession },
      'with photos of the guest': { session: { ...newSession, merged: { records: 3 } } },
      'with a new account': { session: { ...newSession, welcome: 20 } },
    },
    'dialog.answered': {
      'signed in': { id: 'signIn', answer: 'signedIn' },
      declined: { id: 'signIn', answer: 'cancelled' },
    },
  },
  actors: {
    restoreSession: { done: { 'a guest': null, 'a member': memberSession }, error: refused },
    refreshUser: { done: someone, error: fails },
    keepUser: { done: {}, error: refused },
    clearSession: { done: {}, error: refused },
    watchSession: {
      sends: {
        'the same': { type: 'session.elsewhere', kept: memberSession, ended: null },
        'another user': {
          type: 'session.elsewhere',
          kept: { user: { ...member, id: 'user-2' }, token: 'token-2' },
          ended: null,
        },
        'a guest': { type: 'session.elsewhere', kept: null, ended: null },
        'the end of another session': {
          type: 'session.elsewhere',
          kept: null,
          ended: 'token-3',
        },
      },
      error: { 'a fault': new Error('a fault') },
    },
    endSession: { done: {}, error: { ...fails, 'a dead token': rejecting(refusedBy('10009')) } },
    closeEntry: { done: {}, error: refused },
    findEntry: {
      done: { nothing: null, 'a link': { link: 'link-1' }, 'a code': { link: null } },
      error: refused,
    },
  },
  reads: ({ user, token, leftToken }) => [
    isLoggedIn(user),
    user === null,
    token,
    leftToken !== null,
  ],
  laws: {
    'a signed-out visitor has no token': {
      holds: ({ now }) =>
        now.matches({ known: { identity: 'signedIn' } }) || now.context.token === '',
      brokenBy: (machine) => machine.provide({ actions: { clearUser: assign({ user: null }) } }),
    },
    'an answer about the previous user is not awaited after a sign-out': {
      holds: ({ before, now, event }) =>
        event?.type !== 'session.cleared' ||
        before.context.user === null ||
        now.children.refreshUser !== before.children.refreshUser,
      brokenBy: 'session.known.freshness on session.cleared: dropped session.cleared',
    },
    'a guest does not remove the cookies, which another tab may have just written': {
      holds: ({ before, asked }) =>
        isLoggedIn(before.context.user) || asked.every(({ id }) => id !== 'clearSession'),
      brokenBy: (machine) => machine.provide({ guards: { isSignedIn: () => true } }),
    },
    'the end of another session does not end this one': {
      holds: ({ before, now, event }) =>
        event?.type !== 'session.elsewhere' ||
        event.ended === null ||
        event.ended === before.context.token ||
        now.context.token === before.context.token,
      brokenBy: (machine) => machine.provide({ guards: { isOfThisSession: () => false } }),
    },
    'only a user with an id is signed in': {
      holds: ({ now }) =>
        !now.matches({ known: { identity: 'signedIn' } }) || isLoggedIn(now.context.user),
      brokenBy: (machine) => machine.provide({ guards: { isUser: () => true } }),
    },
    'every session that the visitor has ended is reported to the server': {
      holds: ({ before, event, asked }) =>
        event?.type !== 'signOut.pressed' ||
        before.context.token === '' ||
        asked.some(({ id, input }) => id === 'endSession' && input.token === before.context.token),
      brokenBy: 'session.known.farewell on signOut.pressed: dropped signOut.pressed',
    },
    'a sign-in is reported, with the user': {
      holds: ({ event, told }) =>
        event?.type !== 'session.begun' ||
        told.some(
          ({ to, event: { message } }) =>
            to === 'toast' && message?.values?.address === event.session.user.email,
        ),
      brokenBy: 'session.known.identity on session.begun: without the action toastSignedIn',
    },
    'every change of the user is reported to the root': {
      holds: ({ before, now, told }) =>
        before.context.user === now.context.user ||
        told.some(({ to, event }) => to === 'app' && event.user === now.context.user),
      brokenBy: 'session.known.identity.guest: without the entry action tellUser',
    },
  },
});
