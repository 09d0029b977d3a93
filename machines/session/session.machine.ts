import type { KeptSession } from '../model/user.ts';
import { failed } from '../port-actors.ts';
import { freshness, identity } from './session.identity.ts';
import { cookies, farewell } from './session.keeping.ts';
import { sessionSetup } from './session.setup.ts';

const restored = ({ event }: { event: { output: KeptSession | null } }) => ({
  kept: event.output,
});

const found = ({ event }: { event: { output: { link: string | null } | null } }) => ({
  entry: event.output,
});

/** Opens the sign-in dialog with the page, after a mailed link or a requested code. */
const entry = sessionSetup.createStateConfig({
  initial: 'looking',
  on: {
    'signIn.pressed': { actions: { type: 'openSignIn', params: { entry: null } } },
    'dialog.answered': {
      guard: { type: 'isDeclined', params: ({ event }) => event },
      target: '.closing',
      actions: 'tellDeclined',
    },
  },
  states: {
    looking: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'findEntry',
        src: 'findEntry',
        onDone: [
          {
            guard: { type: 'hasEntry', params: found },
            target: 'known',
            actions: { type: 'openSignIn', params: found },
          },
          { target: 'known' },
        ],
        onError: { target: 'known' },
      },
    },
    known: { meta: { view: 'nothing visible' } },
    /** prevents a reload from opening the dialog again */
    closing: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'closeEntry',
        src: 'closeEntry',
        onDone: { target: 'known' },
        onError: { target: 'known' },
      },
    },
  },
});

/**
 * Tracks the current visitor, who is a guest until the cookies or the server report a user (R12,
 * R20 to R22, R36).
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: { user: null, token: '', leftToken: null, endedToken: '' },
  initial: 'restoring',
  states: {
    restoring: {
      meta: { view: 'unknown user' },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'wasKept', params: restored },
            target: 'known.identity.signedIn',
            actions: { type: 'takeKept', params: restored },
          },
          { target: 'known' },
        ],
        onError: { target: 'known', actions: { type: 'reportFailure', params: failed } },
      },
    },
    known: {
      type: 'parallel',
      invoke: {
        id: 'watchSession',
        src: 'watchSession',
        onError: { actions: { type: 'reportFailure', params: failed } },
      },
      states: { identity, freshness, cookies, farewell, entry },
    },
  },
});
