import { assign, raise, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import { neededCall } from '../port-actors.ts';
import type { SessionPort } from '../ports/session.port.ts';
import { rejected } from '../record-notices.ts';
import type { Restored, SessionContext, SessionEvent } from './session.types.ts';

type WithUser = { user: UserInfo };

/** Names and bodies of the session. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
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
    /** who is turned away although nobody was known would be turned away again */
    isSomebodyKnown: ({ context }) => context.user !== null,
    wasKept: (_, { kept }: Restored) => kept !== null,
    isUser: (_, { user }: WithUser) => isLoggedIn(user),
  },
  actions: {
    takeKept: assign((_, { kept }: Restored) => ({ ...kept })),
    takeUser: assign((_, { user }: WithUser) => ({ user })),
    takeGuest: assign((_, { user }: WithUser) => ({ user, token: '' })),
    forgetUser: assign({ user: null, token: '' }),
    raiseAnswered: raise((_, { user }: WithUser) => ({ type: 'user.answered' as const, user })),
    tellUser: sendTo(chart('app'), ({ context }) => ({
      type: 'user.changed',
      user: context.user,
    })),
    reportFailure: sendTo(chart('app'), rejected()),
  },
});
