import type { NewSession } from '../model/account.ts';
import { failed } from '../port-actors.ts';
import type { SessionElsewhere } from '../ports/session.port.ts';
import { answered, sessionSetup } from './session.setup.ts';

const elsewhere = ({ event }: { event: SessionElsewhere }) => event;

const session = ({ event }: { event: { session: NewSession } }) => event;

const begun = [
  { type: 'takeSession', params: session },
  { type: 'toastSignedIn', params: session },
  'emitSignedIn',
] as const;

/**
 * Tracks who the current visitor is. The cookies decide until the server has answered (R20 to R22).
 */
export const identity = sessionSetup.createStateConfig({
  initial: 'guest',
  on: {
    'user.answered': [
      {
        guard: { type: 'isUser', params: answered },
        target: '.signedIn',
        actions: { type: 'takeUser', params: answered },
      },
      { target: '.guest', actions: { type: 'takeGuest', params: answered } },
    ],
    'session.cleared': { target: '.guest', actions: 'clearUser' },
    'session.begun': [
      {
        // the token in the cookies belongs to another account, so this browser no longer uses that
        // token
        guard: 'hasToken',
        target: '.signedIn',
        actions: ['setLeftToken', ...begun],
      },
      { target: '.signedIn', actions: begun },
    ],
    'session.elsewhere': [
      { guard: { type: 'isOfThisSession', params: elsewhere } },
      {
        guard: { type: 'wasKept', params: elsewhere },
        target: '.signedIn',
        actions: [{ type: 'takeKept', params: elsewhere }, 'tellSignIn'],
      },
      { target: '.guest', actions: 'clearUser' },
    ],
    'signOut.pressed': {
      guard: 'hasToken',
      target: '.guest',
      actions: ['setLeftToken', 'clearUser'],
    },
  },
  states: {
    guest: { entry: 'tellUser', meta: { view: 'a guest' } },
    signedIn: { entry: 'tellUser', meta: { view: 'a signed-in user' } },
  },
});

const askAgain = { target: 'asking' } as const;

/** Tracks whether the server has confirmed the user. */
export const freshness = sessionSetup.createStateConfig({
  initial: 'asking',
  on: {
    // Discards a pending answer, because the answer describes the previous user. If no user is
    // known, another request would loop.
    'session.cleared': { guard: 'isUserKnown', target: '.asking' },
    'session.begun': { target: '.fresh' },
    'session.elsewhere': [
      { guard: { type: 'isOfThisSession', params: elsewhere } },
      { target: '.asking' },
    ],
    'signOut.pressed': { guard: 'hasToken', target: '.asking' },
  },
  states: {
    asking: {
      meta: { view: 'the last known user, being checked' },
      invoke: {
        id: 'refreshUser',
        src: 'refreshUser',
        onDone: {
          target: 'fresh',
          actions: { type: 'raiseAnswered', params: ({ event }) => ({ user: event.output }) },
        },
        onError: { target: 'stale', actions: { type: 'reportFailure', params: failed } },
      },
      on: {
        'user.outdated': { ...askAgain, reenter: true },
        'server.changed': { ...askAgain, reenter: true },
      },
    },
    fresh: {
      meta: { view: 'the user confirmed by the server' },
      on: { 'user.outdated': askAgain, 'server.changed': askAgain },
    },
    stale: {
      meta: { view: 'the last known user; the server has not confirmed it' },
      on: {
        'user.outdated': askAgain,
        'server.changed': askAgain,
        'connection.restored': askAgain,
      },
    },
  },
});
