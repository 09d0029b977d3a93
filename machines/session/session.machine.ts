import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import { failed, neededCall } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SessionPort } from '../ports/session.port.ts';
import type { SessionContext, SessionEvent } from './session.types.ts';

const settled = 'settled';

/** Who is here: a guest until the cookies or the server say otherwise (R12, R20 to R22). */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as typeof settled,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    restoreSession: neededCall<SessionPort['restoreSession']>('restoreSession'),
    refreshUser: neededCall<SessionPort['refreshUser']>('refreshUser'),
    keepUser: neededCall<SessionPort['keepUser']>('keepUser'),
    clearSession: neededCall<SessionPort['clearSession']>('clearSession'),
  },
  guards: {
    isLoggedIn: ({ context }) => isLoggedIn(context.user),
    hasFailed: ({ context }) => context.failure !== null,
  },
  actions: {
    takeUser: assign((_, { user }: { user: UserInfo | null }) => ({ user, failure: null })),
    forgetUser: assign({ user: null }),
    keepFailure: assign((_, { failure }: { failure: PortFailure }) => ({ failure })),
    tellUser: sendTo(chart('app'), ({ context }) => ({
      type: 'user.changed',
      user: context.user,
    })),
    reportFailure: sendTo(chart('app'), (_, { failure }: { failure: PortFailure }) => ({
      type: 'call.rejected',
      failure,
    })),
  },
}).createMachine({
  id: 'session',
  options: { maxIterations: 1000 },
  context: { user: null, failure: null },
  initial: 'restoring',
  on: { 'session.cleared': { target: '.clearing', meta: { req: 'R36' } } },
  states: {
    restoring: {
      meta: { view: 'not yet known' },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: {
          target: 'refreshing',
          actions: { type: 'takeUser', params: ({ event }) => ({ user: event.output }) },
          meta: { req: 'R21' },
        },
        onError: {
          target: 'refreshing',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R21' },
        },
      },
    },
    refreshing: {
      initial: 'asking',
      on: { 'user.outdated': { target: 'refreshing', reenter: true, meta: { req: 'R12' } } },
      states: {
        asking: {
          meta: { view: 'as restored, being checked' },
          invoke: {
            id: 'refreshUser',
            src: 'refreshUser',
            onDone: {
              target: 'keeping',
              actions: [
                { type: 'takeUser', params: ({ event }) => ({ user: event.output }) },
                'tellUser',
              ],
              meta: { req: 'R12' },
            },
            onError: {
              target: '#session.deciding',
              actions: [
                { type: 'keepFailure', params: failed },
                { type: 'reportFailure', params: failed },
              ],
              meta: { req: 'R12' },
            },
          },
        },
        keeping: {
          meta: { view: 'who the server says' },
          invoke: {
            id: 'keepUser',
            src: 'keepUser',
            input: ({ context }) => ({ user: context.user }),
            onDone: { target: '#session.deciding', meta: { req: 'R21' } },
            // whoever forbids cookies is known to this page, but not to the next
            onError: {
              target: '#session.deciding',
              actions: { type: 'reportFailure', params: failed },
              meta: { req: 'R21' },
            },
          },
        },
      },
    },
    deciding: {
      meta: { view: 'passing' },
      always: [
        { guard: 'isLoggedIn', target: 'signedIn', meta: { req: 'R20' } },
        { target: 'guest', meta: { req: 'R22' } },
      ],
    },
    guest: {
      tags: settled,
      meta: { view: 'a guest' },
      on: {
        'user.outdated': { target: 'refreshing', meta: { req: 'R12' } },
        'connection.restored': {
          guard: 'hasFailed',
          target: 'refreshing',
          meta: { req: 'R12' },
        },
      },
    },
    signedIn: {
      tags: settled,
      meta: { view: 'a signed-in user' },
      on: {
        'user.outdated': { target: 'refreshing', meta: { req: 'R12' } },
        'connection.restored': {
          guard: 'hasFailed',
          target: 'refreshing',
          meta: { req: 'R12' },
        },
      },
    },
    clearing: {
      entry: ['forgetUser', 'tellUser'],
      meta: { view: 'a guest' },
      invoke: {
        id: 'clearSession',
        src: 'clearSession',
        onDone: { target: 'guest', meta: { req: 'R21' } },
        onError: {
          target: 'guest',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R21' },
        },
      },
    },
  },
});
