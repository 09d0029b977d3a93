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

/** Who calls, according to the server, and until it has answered, to the cookies (R20 to R22). */
export const identity = sessionSetup.createStateConfig({
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
    'session.begun': [
      {
        // of another account: this browser uses it no more
        guard: 'hasToken',
        target: '.signedIn',
        actions: ['keepLeftToken', ...begun],
        meta: { req: 'R21' },
      },
      { target: '.signedIn', actions: begun, meta: { req: 'R21' } },
    ],
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
export const freshness = sessionSetup.createStateConfig({
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
      on: {
        'user.outdated': { ...askAgain, reenter: true },
        'server.changed': { ...askAgain, reenter: true },
      },
    },
    fresh: {
      meta: { view: 'as the server says' },
      on: { 'user.outdated': askAgain, 'server.changed': askAgain },
    },
    stale: {
      meta: { view: 'as known so far; the server has not said so' },
      on: {
        'user.outdated': askAgain,
        'server.changed': askAgain,
        'connection.restored': askAgain,
      },
    },
  },
});
