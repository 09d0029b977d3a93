import type { KeptSession, UserInfo } from '../model/user.ts';
import { failed } from '../port-actors.ts';
import type { SessionElsewhere } from '../ports/session.port.ts';
import { keptOf, sessionSetup } from './session.setup.ts';

const restored = ({ event }: { event: { output: KeptSession | null } }) => ({
  kept: event.output,
});

const elsewhere = ({ event }: { event: SessionElsewhere }) => event;

const answered = ({ event }: { event: { user: UserInfo } }) => ({ user: event.user });

/** Who calls, according to the server, and until it has answered, to the cookies (R20 to R22). */
const identity = sessionSetup.createStateConfig({
  initial: 'guest',
  on: {
    'user.answered': [
      {
        guard: { type: 'isUser', params: answered },
        target: '.signedIn',
        actions: { type: 'takeUser', params: answered },
        meta: { req: 'R20' },
      },
      {
        target: '.guest',
        actions: { type: 'takeGuest', params: answered },
        meta: { req: 'R22' },
      },
    ],
    'session.cleared': {
      target: '.guest',
      actions: 'forgetUser',
      meta: { req: 'R36' },
    },
    'session.begun': {
      target: '.signedIn',
      actions: { type: 'takeSession', params: ({ event }) => event },
      meta: { req: 'R21' },
    },
    'session.elsewhere': [
      { guard: { type: 'isOfThisSession', params: elsewhere }, meta: { req: 'R21' } },
      {
        guard: { type: 'wasKept', params: elsewhere },
        target: '.signedIn',
        actions: [{ type: 'takeKept', params: elsewhere }, 'tellSignIn'],
        meta: { req: 'R21' },
      },
      { target: '.guest', actions: 'forgetUser', meta: { req: 'R21' } },
    ],
    'signOut.pressed': {
      guard: 'hasToken',
      target: '.guest',
      actions: ['keepLeftToken', 'forgetUser'],
      meta: { req: 'R21' },
    },
  },
  states: {
    guest: { entry: 'tellUser', meta: { view: 'a guest' } },
    signedIn: { entry: 'tellUser', meta: { view: 'a signed-in user' } },
  },
});

const askAgain = { target: 'asking', meta: { req: 'R12' } } as const;

/** How current the server's answer is. */
const freshness = sessionSetup.createStateConfig({
  initial: 'asking',
  on: {
    // an answer on its way would be about the previous user; one who is not known was not asked for
    'session.cleared': { guard: 'isSomebodyKnown', target: '.asking', meta: { req: 'R36' } },
    'session.begun': { target: '.fresh', meta: { req: 'R21' } },
    'session.elsewhere': [
      { guard: { type: 'isOfThisSession', params: elsewhere }, meta: { req: 'R21' } },
      { target: '.asking', meta: { req: 'R21' } },
    ],
    'signOut.pressed': { guard: 'hasToken', target: '.asking', meta: { req: 'R22' } },
  },
  states: {
    asking: {
      meta: { view: 'as known so far, being checked' },
      invoke: {
        id: 'refreshUser',
        src: 'refreshUser',
        onDone: {
          target: 'fresh',
          actions: { type: 'raiseAnswered', params: ({ event }) => ({ user: event.output }) },
          meta: { req: 'R12' },
        },
        onError: {
          target: 'stale',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R12' },
        },
      },
      on: { 'user.outdated': { ...askAgain, reenter: true } },
    },
    fresh: {
      meta: { view: 'as the server says' },
      on: { 'user.outdated': askAgain },
    },
    stale: {
      meta: { view: 'as known so far; the server has not said so' },
      on: { 'user.outdated': askAgain, 'connection.restored': askAgain },
    },
  },
});

const store = {
  'user.answered': [
    { guard: { type: 'isUser', params: answered }, target: '.keeping', meta: { req: 'R21' } },
    { target: '.clearing', meta: { req: 'R21' } },
  ],
  'session.cleared': { target: '.clearing', meta: { req: 'R36' } },
  'session.begun': { target: '.keeping', meta: { req: 'R21' } },
  'signOut.pressed': { guard: 'hasToken', target: '.clearing', meta: { req: 'R21' } },
} as const;

/* Without cookies the user is known to this page only. */
const refused = {
  target: 'still',
  actions: { type: 'reportFailure', params: failed },
  meta: { req: 'R21' },
} as const;

/** The cookies that the next page will read (R21). */
const cookies = sessionSetup.createStateConfig({
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
        onDone: { target: 'still', meta: { req: 'R21' } },
        onError: refused,
      },
    },
    clearing: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'clearSession',
        src: 'clearSession',
        onDone: { target: 'still', meta: { req: 'R21' } },
        onError: refused,
      },
    },
  },
});

/** The server learns that a session has ended, so that nobody can use its token. */
const farewell = sessionSetup.createStateConfig({
  initial: 'silent',
  on: { 'signOut.pressed': { guard: 'hasToken', target: '.ending', meta: { req: 'R21' } } },
  states: {
    silent: { entry: 'forgetLeftToken', meta: { view: 'nothing to see' } },
    ending: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context: { leftToken } }) => (leftToken === null ? null : { token: leftToken }),
        onDone: { target: 'silent', meta: { req: 'R21' } },
        onError: [
          {
            guard: { type: 'canTryAgain', params: failed },
            target: 'waiting',
            meta: { req: 'R79' },
          },
          // the token was dead already
          { target: 'silent', meta: { req: 'R21' } },
        ],
      },
    },
    waiting: {
      meta: { view: 'nothing to see' },
      on: { 'connection.restored': { target: 'ending', meta: { req: 'R79' } } },
    },
  },
});

const found = ({ event }: { event: { output: { link: string | null } | null } }) => ({
  entry: event.output,
});

/** What makes the sign-in dialog open. */
const entry = sessionSetup.createStateConfig({
  initial: 'looking',
  on: {
    'signIn.pressed': {
      actions: { type: 'openSignIn', params: { entry: null } },
      meta: { req: 'R15' },
    },
    'dialog.answered': {
      guard: { type: 'isDeclined', params: ({ event }) => event },
      actions: 'tellDeclined',
      meta: { req: 'R36' },
    },
  },
  states: {
    looking: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'findEntry',
        src: 'findEntry',
        onDone: [
          {
            guard: { type: 'hasEntry', params: found },
            target: 'known',
            actions: { type: 'openSignIn', params: found },
            meta: { req: ['R25', 'R27'] },
          },
          { target: 'known', meta: { req: 'R15' } },
        ],
        onError: { target: 'known', meta: { req: 'R15' } },
      },
    },
    known: { meta: { view: 'nothing to see' } },
  },
});

/** Who is here: a guest until the cookies or the server say otherwise (R12, R20 to R22, R36). */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  options: { maxIterations: 1000 },
  context: { user: null, token: '', leftToken: null },
  initial: 'restoring',
  states: {
    restoring: {
      meta: { view: 'not yet known' },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'wasKept', params: restored },
            target: 'known.identity.signedIn',
            actions: { type: 'takeKept', params: restored },
            meta: { req: 'R21' },
          },
          { target: 'known', meta: { req: 'R22' } },
        ],
        onError: {
          target: 'known',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R21' },
        },
      },
    },
    known: {
      type: 'parallel',
      invoke: {
        id: 'watchSession',
        src: 'watchSession',
        onError: { actions: { type: 'reportFailure', params: failed }, meta: { req: 'R21' } },
      },
      states: { identity, freshness, cookies, farewell, entry },
    },
  },
});
