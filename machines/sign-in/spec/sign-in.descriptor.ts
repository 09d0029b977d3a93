import { assign, sendTo } from 'xstate';
import { chart } from '../../charts.ts';
import { addressRule, codeRule } from '../../model/account.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  countdown,
  newSession,
  offline,
  refused,
  rejecting,
  storageRefused,
} from '../../testing/samples.ts';
import { blamedField } from '../sign-in.form.ts';
import { signInMachine } from '../sign-in.machine.ts';

const refusedWith = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [code, rejecting(refused(code))]));

const fails = { offline: rejecting(offline) };

const pending = { address: 'anna@example.com', use: 'signIn', resendAfterMs: 2000 } as const;

const noPending = { pending: null, hasProvider: true };

export const signInDescriptor = describeChart<typeof signInMachine>({
  machine: signInMachine,
  inputs: {
    'no link': { link: null, hasEnded: false },
    'a session that has ended': { link: null, hasEnded: true },
    'a link': { link: 'link-1', hasEnded: false },
  },
  people: {
    'field.changed': {
      'an address': { name: 'address', value: ' Anna@Example.com' },
      'half an address': { name: 'address', value: 'anna@' },
      'a code': { name: 'code', value: '123 456' },
      'half a code': { name: 'code', value: '123' },
      'a password': { name: 'password', value: 'seven hills' },
      'a short password': { name: 'password', value: 'seven' },
    },
    'field.left': {
      address: { name: 'address' },
      code: { name: 'code' },
      password: { name: 'password' },
    },
    'form.submitted': {},
    'passwordWay.chosen': {},
    'codeWay.chosen': {},
    'account.wanted': {},
    'password.forgotten': {},
    'provider.chosen': {},
    'resend.pressed': {},
    'address.corrected': {},
    'link.accepted': {},
    'link.retried': {},
    'dialog.cancelled': {},
  },
  charts: { 'session.begun': {} },
  actors: {
    findPendingCode: {
      done: {
        'no code': noPending,
        'no code, no provider': { ...noPending, hasProvider: false },
        'a code for signing in': { pending, hasProvider: true },
        'a code for an account with a password': {
          pending: { ...pending, use: 'signUp' },
          hasProvider: true,
        },
        'a code for an address of the provider': {
          pending: { ...pending, use: 'provider' },
          hasProvider: true,
        },
        'a code for a new password, to be sent again': {
          pending: { ...pending, use: 'reset', resendAfterMs: 0 },
          hasProvider: true,
        },
      },
      error: { 'no storage': rejecting(storageRefused) },
    },
    keepPendingCode: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    forgetPendingCode: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    forgetLink: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    countDown: countdown,
    sendCode: {
      done: { '': { resendAfterMs: 1500 } },
      error: { ...fails, ...refusedWith('code_too_soon', 'invalid_email', 'rate_limited') },
    },
    lookAtLink: {
      done: { '': { address: 'anna@example.com' } },
      error: { ...fails, ...refusedWith('invalid_link') },
    },
    signIn: {
      done: { '': newSession },
      error: {
        ...fails,
        ...refusedWith(
          'invalid_code',
          'code_expired',
          'too_many_tries',
          'invalid_credentials',
          'weak_password',
          'email_unverified',
          'invalid_link',
        ),
      },
    },
    askProvider: {
      done: { '': { idToken: 'id-token-1' } },
      error: { ...fails, ...refusedWith('popup_blocked', 'popup_closed') },
    },
  },
  reads: ({
    form: { values, problems },
    link,
    use,
    remainingSeconds,
    hasProvider,
    idToken,
    ...rest
  }) => [
    link,
    rest.linkAddress,
    addressRule(values.address),
    codeRule(values.code),
    values.password.length,
    Object.keys(problems).length > 0,
    use,
    Math.min(remainingSeconds, 2),
    hasProvider,
    idToken !== null,
  ],
  laws: {
    'a code is requested only with a valid address': {
      holds: ({ asked }) =>
        asked.every(
          ({ id, input }) => id !== 'sendCode' || addressRule(String(input.address)) === null,
        ),
      brokenBy: 'signIn.choosing.asking on form.submitted: without the guard canSend',
    },
    'another code is requested only after the wait': {
      holds: ({ before, asked, event }) =>
        event?.type !== 'resend.pressed' ||
        asked.every(({ id }) => id !== 'sendCode') ||
        before.context.remainingSeconds === 0,
      brokenBy: (machine) => machine.provide({ guards: { canResend: () => true } }),
    },
    'a mailed link is used only after a press': {
      holds: ({ asked, event }) =>
        (event?.type === 'link.accepted') ===
        asked.some(({ id, input }) => id === 'signIn' && input.kind === 'link'),
      brokenBy:
        'signIn.linked.asking on link.accepted: to #signIn.linked.leaving instead of checking',
    },
    'a link signs in only after the dialog has shown the account': {
      holds: ({ before, asked }) =>
        before.context.linkAddress !== null ||
        asked.every(({ id, input }) => id !== 'signIn' || input.kind !== 'link'),
      brokenBy: 'signIn.linked.looking on onDone of lookAtLink: without the action setLinkAddress',
    },
    'a refusal caused by a field is shown at that field': {
      holds: ({ event, now: { context } }) => {
        const code = event && 'error' in event ? event.error?.failure?.code : undefined;
        const field = code === undefined ? null : blamedField({ reason: 'refused', code });
        return field === null || context.form.problems[field] === code;
      },
      brokenBy: (machine) =>
        machine.provide({
          actions: { setFailure: assign((_, { failure }) => ({ failure })) },
        }),
    },
    'every sign-in is reported to the session': {
      holds: ({ before, now, event, told }) =>
        event?.type === 'session.begun' ||
        before.matches('welcomed') ||
        !now.matches('welcomed') ||
        told.some(({ to, event }) => to === 'session' && event.type === 'session.begun'),
      brokenBy: (machine) =>
        machine.provide({
          actions: { tellSession: sendTo(chart('session'), { type: 'user.outdated' }) },
        }),
    },
    'the dialog can be closed at any step': {
      holds: ({ event, now }) => event?.type !== 'dialog.cancelled' || now.matches('cancelled'),
      brokenBy: 'signIn on dialog.cancelled: to #signIn.opening instead of .cancelled',
    },
  },
});
