import { assign, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import { counted, counting, isTimeUp } from '../countdown.ts';
import type { CodeUse, NewSession, PendingCode } from '../model/account.ts';
import { addressFrom, isWholeCode } from '../model/account.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import { changed, left, refused } from '../model/form.ts';
import { ports } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SignInPort } from '../ports/sign-in.port.ts';
import {
  blamedField,
  canSend,
  codeStepOf,
  emptyForm,
  rulesOf,
  type Step,
  stepProblems,
} from './sign-in.form.ts';
import type {
  SignInContext,
  SignInEvent,
  SignInField,
  SignInInput,
  SignInOutput,
} from './sign-in.types.ts';

type Failed = { failure: PortFailure };
type Changed = { name: SignInField; value: string };
type AtStep = { step: Step };
type Left = AtStep & { name: SignInField };
type Begun = { session: NewSession };
type Found = { pending: PendingCode | null; hasProvider: boolean };
type Sent = { resendAfterMs: number };

const secondsOf = ({ resendAfterMs }: Sent): number => Math.ceil(resendAfterMs / 1000);

/** Typing the last digit has the same effect as pressing the button. */
const completesCode = (context: SignInContext, { name, value }: Changed): boolean =>
  name === 'code' && codeStepOf(context).fields.length === 1 && isWholeCode(value);

/** The state before the page was left. */
const asSent = (pending: PendingCode): Partial<SignInContext> => ({
  form: { ...emptyForm, values: { ...emptyForm.values, address: pending.address } },
  use: pending.use,
  ...counting(secondsOf(pending)),
});

/** Codes whose message the dialog shows after the provider's window. */
const providerCodes = [...knownCodes, 'popup_blocked', 'popup_closed'];

/** If the server does not report the wait: a code is sent at most once a minute. */
const usualWaitMs = 60_000;

/** Types and implementations of the sign-in dialog. */
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
    canSend: ({ context }, { step }: AtStep) => canSend(context, step),
    /** only fields on screen can be filled in */
    isOfStep: (_, { name, step }: Left) => step.fields.includes(name),
    completesCode: ({ context }, change: Changed) => completesCode(context, change),
    canResend: ({ context }) => context.secondsLeft === 0,
    isTimeUp,
    isForSignIn: ({ context }) => context.use === 'signIn',
    isForSignUp: ({ context }) => context.use === 'signUp',
    isForReset: ({ context }) => context.use === 'reset',
    isForProvider: ({ context }) => context.use === 'provider',
    /** a code is already on its way */
    isTooSoon: (_, { failure }: Failed) => failure.code === 'code_too_soon',
    /** unknown, used or too old: trying again does not help */
    isDeadLink: (_, { failure }: Failed) => failure.code === 'invalid_link',
    isUnverified: (_, { failure }: Failed) => failure.code === 'email_unverified',
    /** the visitor has closed the provider's window: not a failure */
    isClosed: (_, { failure }: Failed) => failure.code === 'popup_closed',
  },
  actions: {
    change: assign(({ context }, change: Changed) => ({
      form: changed(context.form, change),
      failure: null,
    })),
    leaveField: assign(({ context }, { name, step }: Left) => ({
      form: left(context.form, { name }, rulesOf(step)),
    })),
    showProblems: assign(({ context }, { step }: AtStep) => ({
      form: refused(context.form, stepProblems(context, step)),
    })),
    clearFailure: assign({ failure: null }),
    /** at its field, if it is about one; the code is cleared for the next try */
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
    waitForResend: assign(counting(secondsOf({ resendAfterMs: usualWaitMs }))),
    beginCountdown: assign((_, sent: Sent) => counting(secondsOf(sent))),
    endCountdown: assign(counting(0)),
    setCountdown: assign(counted),
    setLinkAddress: assign((_, { address }: { address: string }) => ({ linkAddress: address })),
    clearLinkAddress: assign({ linkAddress: null }),
    setIdToken: assign((_, { idToken }: { idToken: string }) => ({ idToken })),
    tellSession: sendTo(chart('session'), (_, { session }: Begun) => ({
      type: 'session.begun' as const,
      session,
    })),
  },
});

/** Data that this device stores about the requested code. */
export const pendingOf = (context: SignInContext): PendingCode => ({
  address: addressFrom(context.form.values.address),
  use: context.use,
  resendAfterMs: context.secondsLeft * 1000,
});
