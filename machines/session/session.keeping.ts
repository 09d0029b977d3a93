import { failed } from '../port-actors.ts';
import { answered, keptOf, sessionSetup } from './session.setup.ts';

const store = {
  'user.answered': [
    { guard: { type: 'isUser', params: answered }, target: '.keeping' },
    { guard: 'isSignedIn', target: '.clearing' },
  ],
  'session.cleared': { guard: 'isSignedIn', target: '.clearing' },
  'session.begun': { target: '.keeping' },
  'signOut.pressed': { guard: 'hasToken', target: '.clearing' },
} as const;

/* if cookies are refused, the session exists only on this page */
const refused = { target: 'still', actions: { type: 'reportFailure', params: failed } } as const;

/**
 * Writes the cookies for later pages (R21). A guest's tab never clears them, because another tab may
 * have signed in a moment ago.
 */
export const cookies = sessionSetup.createStateConfig({
  initial: 'still',
  on: store,
  states: {
    still: { meta: { view: 'nothing visible' } },
    keeping: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'keepUser',
        src: 'keepUser',
        input: ({ context }) => keptOf(context),
        onDone: { target: 'still' },
        onError: refused,
      },
    },
    clearing: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'clearSession',
        src: 'clearSession',
        input: ({ context: { endedToken } }) => ({ token: endedToken }),
        onDone: { target: 'still' },
        onError: refused,
      },
    },
  },
});

/** Ends a session on the server, so that the token becomes invalid. */
export const farewell = sessionSetup.createStateConfig({
  initial: 'silent',
  on: {
    'signOut.pressed': { guard: 'hasToken', target: '.ending' },
    'session.begun': { guard: 'hasToken', target: '.ending' },
  },
  states: {
    silent: { entry: 'clearLeftToken', meta: { view: 'nothing visible' } },
    ending: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context: { leftToken } }) => (leftToken === null ? null : { token: leftToken }),
        onDone: { target: 'silent' },
        onError: [
          { guard: { type: 'canTryAgain', params: failed }, target: 'waiting' },
          // the server refused the token, because it was already invalid
          { target: 'silent' },
        ],
      },
    },
    waiting: {
      meta: { view: 'nothing visible' },
      on: { 'connection.restored': { target: 'ending' } },
    },
  },
});
