import { failed } from '../port-actors.ts';
import { credits, creditsFile } from './account.credits.ts';
import { clock, copy } from './account.data.ts';
import { preferences } from './account.preferences.ts';
import { renewal } from './account.renewal.ts';
import { sessions } from './account.sessions.ts';
import { accountSetup } from './account.setup.ts';

/**
 * The page on which users see and change their data (R76). It runs while its page is open for the
 * same visitor.
 */
export const accountMachine = accountSetup.createMachine({
  id: 'account',
  context: ({ input }) => ({
    ...input,
    account: null,
    failure: null,
    wanted: null,
    preferencesFailure: null,
    sessions: [],
    endingId: null,
    sessionsFailure: null,
    credits: null,
    creditsFailure: null,
    fileFailure: null,
    exportFailure: null,
    clock: { count: 0, next: null },
    recount: { count: 0, next: null, cursor: null },
    cursor: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isKnownUser', target: 'loading' },
        { guard: 'isGuest', target: 'signedOut' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      meta: { view: 'a note that the account is loading' },
      on: {
        'user.changed': [
          { guard: { type: 'isUser', params: ({ event }) => event }, target: 'loading' },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: { meta: { view: 'the benefits of an account, and the sign-in button' } },
    loading: {
      meta: { view: 'a note that the account is loading' },
      invoke: {
        id: 'loadAccount',
        src: 'loadAccount',
        onDone: {
          target: 'shown',
          actions: { type: 'setAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    failed: {
      meta: { view: 'a message that the account could not be loaded, with a button to try again' },
      on: {
        'account.retried': { target: 'loading' },
        'server.changed': { target: 'loading' },
        'connection.restored': { target: 'loading' },
      },
    },
    shown: {
      type: 'parallel',
      on: {
        'change.pressed': { actions: { type: 'openChange', params: ({ event }) => event } },
      },
      states: { credits, creditsFile, preferences, sessions, copy, clock, renewal },
    },
  },
});
