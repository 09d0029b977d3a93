import { failed } from '../port-actors.ts';
import { answered, keptOf, sessionSetup } from './session.setup.ts';

const store = {
  'user.answered': [
    { guard: { type: 'isUser', params: answered }, target: '.keeping' },
    { target: '.clearing' },
  ],
  'session.cleared': { target: '.clearing' },
  'session.begun': { target: '.keeping' },
  'signOut.pressed': { guard: 'hasToken', target: '.clearing' },
} as const;

/* Without cookies the user is known to this page only. */
const refused = { target: 'still', actions: { type: 'reportFailure', params: failed } } as const;

/** The cookies that the next page will read (R21). */
export const cookies = sessionSetup.createStateConfig({
  initial: 'still',
  on: store,
  states: {
    still: { meta: { view: 'nothing to see' } },
    keeping: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'keepUser',
        src: 'keepUser',
        input: ({ context }) => keptOf(context),
        onDone: { target: 'still' },
        onError: refused,
      },
    },
    clearing: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'clearSession',
        src: 'clearSession',
        onDone: { target: 'still' },
        onError: refused,
      },
    },
  },
});

/** The server learns that a session has ended, so that nobody can use its token. */
export const farewell = sessionSetup.createStateConfig({
  initial: 'silent',
  on: {
    'signOut.pressed': { guard: 'hasToken', target: '.ending' },
    'session.begun': { guard: 'hasToken', target: '.ending' },
  },
  states: {
    silent: { entry: 'forgetLeftToken', meta: { view: 'nothing to see' } },
    ending: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context: { leftToken } }) => (leftToken === null ? null : { token: leftToken }),
        onDone: { target: 'silent' },
        onError: [
          { guard: { type: 'canTryAgain', params: failed }, target: 'waiting' },
          // the token was dead already
          { target: 'silent' },
        ],
      },
    },
    waiting: {
      meta: { view: 'nothing to see' },
      on: { 'connection.restored': { target: 'ending' } },
    },
  },
});
