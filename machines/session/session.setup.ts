import { assign, emit, enqueueActions, raise, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { DialogAnswered } from '../dialogs/dialogs.types.ts';
import type { NewSession } from '../model/account.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { isLoggedIn, type KeptSession, type UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import { isPassing, type PortFailure } from '../ports/port-failure.ts';
import type { SessionElsewhere, SessionPort } from '../ports/session.port.ts';
import { signInRequest } from '../sign-in/sign-in.request.ts';
import type {} from '../sign-in/sign-in.types.ts';
import type { ToastRequest } from '../toast/toast.types.ts';
import type { Restored, SessionContext, SessionEvent } from './session.types.ts';

type WithUser = { user: UserInfo };
type Begun = { session: NewSession };
type Entry = { link: string | null } | null;

/**
 * Returns the message after a sign-in. The message names the user, the number of photos that were
 * moved to the account, and the free credits of a new account.
 */
const signedInToast = ({ user, merged, welcome }: NewSession): ToastRequest => ({
  type: 'toast.requested',
  kind: 'success',
  message: {
    id: welcome > 0 ? 'toast.welcome' : 'toast.signedIn',
    values: { address: user.email, count: merged.records, credits: welcome },
  },
});

export const sessionSetup = setupChart({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: [
      'restoreSession',
      'refreshUser',
      'keepUser',
      'clearSession',
      'findEntry',
      'closeEntry',
      'endSession',
    ],
    streams: ['watchSession'],
  }).of<SessionPort>(),
  guards: {
    /** prevents a loop: without a user, a refused call would be refused again */
    isUserKnown: ({ context }) => context.user !== null,
    wasKept: (_, { kept }: Restored) => kept !== null,
    /** nothing changes: this tab is already in the session, or another one has ended */
    isOfThisSession: ({ context }, { kept, ended }: SessionElsewhere) =>
      kept
        ? kept.token === context.token
        : context.token === '' || (ended !== null && ended !== context.token),
    isDeclined: (_, { answer }: Pick<DialogAnswered, 'answer'>) => answer === 'cancelled',
    hasToken: ({ context }) => context.token !== '',
    isSignedIn: ({ context }) => isLoggedIn(context.user),
    hasEntry: (_, { entry }: { entry: Entry }) => entry !== null,
    canTryAgain: (_, { failure }: { failure: PortFailure }) => isPassing(failure),
    isUser: (_, { user }: WithUser) => isLoggedIn(user),
  },
  actions: {
    takeKept: assign((_, { kept }: Restored) => ({ ...kept })),
    takeUser: assign((_, { user }: WithUser) => ({ user })),
    takeGuest: assign(({ context }, { user }: WithUser) => ({
      user,
      token: '',
      endedToken: context.token,
    })),
    takeSession: assign((_, { session: { user, token } }: Begun) => ({ user, token })),
    setLeftToken: assign(({ context }) => ({ leftToken: context.token })),
    clearLeftToken: assign({ leftToken: null }),
    openSignIn: sendTo(chart('dialogs'), (_, { entry }: { entry: Entry }) =>
      signInRequest({ link: entry?.link ?? null, hasEnded: false }),
    ),
    /** notifies the charts whose start or purchase waited for the sign-in */
    tellDeclined: enqueueActions(({ enqueue }) => {
      enqueue.sendTo(chart('studio'), { type: 'signIn.declined' });
      enqueue.sendTo(chart('purchase'), { type: 'signIn.declined' });
    }),
    /** closes the sign-in dialog in this tab, because the visitor is already signed in */
    tellSignIn: sendTo(chart('signIn'), { type: 'session.begun' }),
    toastSignedIn: sendTo(chart('toast'), (_, { session }: Begun) => signedInToast(session)),
    emitSignedIn: emit({ type: 'signIn.succeeded' }),
    clearUser: assign(({ context }) => ({ user: null, token: '', endedToken: context.token })),
    raiseAnswered: raise((_, { user }: WithUser) => ({ type: 'user.answered' as const, user })),
    tellUser: sendTo(chart('app'), ({ context }) => ({
      type: 'user.changed',
      user: context.user,
    })),
    reportFailure: sendRejected(),
  },
});

/** Returns the parameters for an action, from the server's answer. */
export const answered = ({ event }: { event: { user: UserInfo } }) => ({ user: event.user });

/** Returns the content for the cookies, or null for a guest. */
export const keptOf = ({ user, token }: SessionContext): KeptSession | null =>
  user?.id === undefined ? null : { user: { ...user, id: user.id }, token };
