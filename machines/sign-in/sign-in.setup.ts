import { assign, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import { type CodeSent, counting, countingFrom, resendBodies } from '../form/resending.ts';
import type { CodeUse, NewSession, PendingCode } from '../model/account.ts';
import { addressFrom, isWholeCode } from '../model/account.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import { changed, refused } from '../model/form.ts';
import { ports } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SignInPort } from '../ports/sign-in.port.ts';
import { blamedField, emptyForm, setsPassword, signInForm } from './sign-in.form.ts';
import type {
  SignInContext,
  SignInEvent,
  SignInField,
  SignInInput,
  SignInOutput,
} from './sign-in.types.ts';

type Failed = { failure: PortFailure };
type Changed = { name: SignInField; value: string };
type Begun = { session: NewSession };
type Found = { pending: PendingCode | null; hasProvider: boolean };

/**
 * True if the visitor has typed the last digit of a code. This has the same effect as pressing the
 * button.
 */
const completesCode = (context: SignInContext, { name, value }: Changed): boolean =>
  name === 'code' && !setsPassword(context) && isWholeCode(value);

/** Returns the context of the dialog as it was before a reload. */
const asSent = (pending: PendingCode): Partial<SignInContext> => ({
  form: { ...emptyForm, values: { ...emptyForm.values, address: pending.address } },
  use: pending.use,
  ...countingFrom(pending),
});

/** Error codes whose message the dialog shows when the identity provider's window has closed. */
const providerCodes = [...knownCodes, 'popup_blocked', 'popup_closed'];

/**
 * The pause before another code can be requested, in seconds, if the server does not report the
 * pause. The server sends at most one code per minute.
 */
const usualWait = 60;

export const signInSetup = setupChart({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as SignInInput,
    output: {} as SignInOutput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: [
        'findPendingCode',
        'keepPendingCode',
        'forgetLink',
        'sendCode',
        'lookAtLink',
        'signIn',
        'askProvider',
      ],
      said: {
        sendCode: knownCodes,
        lookAtLink: knownCodes,
        signIn: knownCodes,
        askProvider: providerCodes,
      },
    }).of<SignInPort>(),
    ...ports({ streams: ['countDown'] }).of<ClockPort>(),
  },
  guards: {
    hasProvider: ({ context }) => context.hasProvider,
    hasLink: ({ context }) => context.link !== null,
    isForLostProof: (_, { pending }: Found) => pending?.use === 'provider',
    isPending: (_, { pending }: Found) => pending !== null,
    completesCode: ({ context }, change: Changed) => completesCode(context, change),
    isForSignIn: ({ context }) => context.use === 'signIn',
    isForSignUp: ({ context }) => context.use === 'signUp',
    isForReset: ({ context }) => context.use === 'reset',
    isForProvider: ({ context }) => context.use === 'provider',
    /** true if the server has refused another code, because it sent a code recently */
    isTooSoon: (_, { failure }: Failed) => failure.code === 'code_too_soon',
    /** the link is unknown, used or expired, so that trying again does not help */
    isDeadLink: (_, { failure }: Failed) => failure.code === 'invalid_link',
    isUnverified: (_, { failure }: Failed) => failure.code === 'email_unverified',
    /** true if the visitor has closed the identity provider's window, which is not an error */
    isClosed: (_, { failure }: Failed) => failure.code === 'popup_closed',
  },
  actions: {
    /**
     * shows the failure at the field that caused the failure, and clears the code for the next try
     */
    setFailure: assign(({ context }, { failure }: Failed) => {
      const field = blamedField(failure);
      if (!field) return { failure };
      const { form } = context;
      const values = field === 'code' ? { ...form.values, code: '' } : form.values;
      return { form: refused({ ...form, values }, { [field]: failure.code }), failure: null };
    }),
    useCodeFor: assign((_, { use }: { use: CodeUse }) => ({ use })),
    takeProvider: assign((_, { hasProvider }: Found) => ({ hasProvider })),
    takePending: assign((_, { pending, hasProvider }: Found) => ({
      hasProvider,
      ...(pending ? asSent(pending) : {}),
    })),
    emptyCode: assign(({ context }) => ({
      form: changed<SignInField>(context.form, { name: 'code', value: '' }),
    })),
    emptyPassword: assign(({ context }) => ({
      form: changed<SignInField>(context.form, { name: 'password', value: '' }),
    })),
    waitForResend: assign(counting(usualWait)),
    beginCountdown: assign((_, sent: CodeSent) => countingFrom(sent)),
    setLinkAddress: assign((_, { address }: { address: string }) => ({ linkAddress: address })),
    clearLinkAddress: assign({ linkAddress: null }),
    setIdToken: assign((_, { idToken }: { idToken: string }) => ({ idToken })),
    tellSession: sendTo(chart('session'), (_, { session }: Begun) => ({
      type: 'session.begun' as const,
      session,
    })),
  },
})
  .extend(signInForm)
  .extend(resendBodies<SignInContext, SignInEvent>());

/** Returns the data about the requested code that this device stores. */
export const pendingOf = (context: SignInContext): PendingCode => ({
  address: addressFrom(context.form.values.address),
  use: context.use,
  resendAfterMs: context.remainingSeconds * 1000,
});
