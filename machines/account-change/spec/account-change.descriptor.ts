import { assign } from 'xstate';
import { ownAccount } from '../../account/spec/account.descriptor.ts';
import { addressFrom, codeRule } from '../../model/account.ts';
import type { AccountWish } from '../../model/own-account.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { countdown, offline, refused, rejecting } from '../../testing/samples.ts';
import { blamedFields } from '../account-change.form.ts';
import { accountChangeMachine } from '../account-change.machine.ts';

const refusedWith = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [code, rejecting(refused(code))]));

const fails = { offline: rejecting(offline), 'sign in first': rejecting(refused('10009')) };

const { email: address } = ownAccount;

const isCode = (typed: string) => codeRule(typed) === null;

const isProven = (wish: AccountWish): boolean => {
  if (wish.kind === 'address') return isCode(wish.code) && isCode(wish.currentCode);
  if (wish.kind === 'deletion') return isCode(wish.code);
  return 'code' in wish.proof ? isCode(wish.proof.code) : wish.proof.oldPassword !== '';
};

export const accountChangeDescriptor = describeChart<typeof accountChangeMachine>({
  machine: accountChangeMachine,
  inputs: {
    'another password': { kind: 'password', address, hasPassword: true },
    'a first password': { kind: 'password', address, hasPassword: false },
    'another address': { kind: 'address', address, hasPassword: false },
    'the end': { kind: 'deletion', address, hasPassword: true },
  },
  people: {
    'field.changed': {
      'the present password': { name: 'oldPassword', value: 'seven hills' },
      'a password': { name: 'password', value: 'eight rivers' },
      'a short password': { name: 'password', value: 'eight' },
      'an address': { name: 'address', value: ' Bea@Example.com' },
      'the same address': { name: 'address', value: 'Anna@example.com' },
      'a code': { name: 'code', value: '123 456' },
      'half a code': { name: 'code', value: '123' },
      'the other code': { name: 'currentCode', value: '654321' },
    },
    'field.left': {
      'the present password': { name: 'oldPassword' },
      'the address': { name: 'address' },
      'the code': { name: 'code' },
    },
    'form.submitted': {},
    'codeWay.chosen': {},
    'passwordWay.chosen': {},
    'resend.pressed': {},
    'address.corrected': {},
    'dialog.cancelled': {},
  },
  actors: {
    sendOwnCode: {
      done: { '': { resendAfterMs: 1500 } },
      error: ({ kind }) => ({
        ...fails,
        ...refusedWith('code_too_soon'),
        ...(kind === 'address' && refusedWith('invalid_email')),
      }),
    },
    countDown: countdown,
    changeAccount: {
      done: ({ kind }) => ({ '': kind === 'deletion' ? null : ownAccount }),
      error: ({ kind, sentTo }) => ({
        ...fails,
        ...(sentTo !== null && refusedWith('invalid_code', 'code_expired', 'too_many_tries')),
        ...(kind === 'password' && refusedWith('invalid_credentials', 'weak_password')),
        ...(kind === 'address' && refusedWith('email_taken')),
      }),
    },
  },
  reads: ({ kind, hasPassword, form: { values, problems }, sentTo, remainingSeconds }) => [
    kind,
    hasPassword,
    values.oldPassword !== '',
    values.password.length,
    addressFrom(values.address),
    codeRule(values.code),
    codeRule(values.currentCode),
    Object.keys(problems).length > 0,
    sentTo,
    Math.min(remainingSeconds, 2),
  ],
  laws: {
    'an account is changed only with a proof of identity': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'changeAccount' || isProven(input as AccountWish)),
      brokenBy: 'accountChange.typing on form.submitted: without the guard canSend',
    },
    'a code is mailed to the new address for a change of address, otherwise to the current one': {
      holds: ({ now: { context }, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'sendOwnCode' ||
            (input.purpose === 'changeEmail') === (input.address !== context.address),
        ),
      brokenBy: 'accountChange.asking on form.submitted: without the guard canSend',
    },
    'another code is requested only after the wait': {
      holds: ({ before, asked, event }) =>
        event?.type !== 'resend.pressed' ||
        asked.every(({ id }) => id !== 'sendOwnCode') ||
        before.context.remainingSeconds === 0,
      brokenBy: (machine) => machine.provide({ guards: { canResend: () => true } }),
    },
    'the step for typing a code is shown only after a code was sent': {
      holds: ({ now }) => !now.matches('typing') || now.context.sentTo !== null,
      brokenBy: (machine) =>
        machine.provide({
          guards: { isOnItsWay: (_, { failure }) => failure.code === 'code_too_soon' },
        }),
    },
    'a refusal caused by fields is shown at these fields': {
      holds: ({ event, now }) => {
        const failure = event && 'error' in event ? event.error?.failure : undefined;
        if (failure?.code === undefined || now.matches('cancelled')) return true;
        const step = now.matches('byPassword')
          ? 'oldPassword'
          : now.matches('typing')
            ? 'typing'
            : 'asking';
        return blamedFields(now.context, step, failure).every(
          (name) => now.context.form.problems[name] === failure.code,
        );
      },
      brokenBy: (machine) =>
        machine.provide({
          actions: { setFailure: assign((_, { failure }) => ({ failure })) },
        }),
    },
    'every change is reported to the page': {
      holds: ({ before, now, told }) =>
        before.matches('changed') ||
        !now.matches('changed') ||
        told.some(({ to, event }) => to === 'account' && event.type === 'account.changed'),
      brokenBy: (machine) => machine.provide({ actions: { tellPage: () => {} } }),
    },
    'after a deletion the visitor is a guest on the home page': {
      holds: ({ before, now, told }) =>
        before.matches('deleted') ||
        !now.matches('deleted') ||
        (told.some(({ to, event }) => to === 'session' && event.type === 'session.cleared') &&
          told.some(({ to, event }) => to === 'app' && event.to === '/')),
      brokenBy: (machine) => machine.provide({ actions: { clearSession: () => {} } }),
    },
    'after a deletion the studio and the batch hold no photo': {
      holds: ({ before, now, told }) =>
        before.matches('deleted') ||
        !now.matches('deleted') ||
        (told.some(({ to, event }) => to === 'studio' && event.type === 'photo.removed') &&
          told.some(({ to, event }) => to === 'batch' && event.type === 'batch.cleared')),
      brokenBy: (machine) => machine.provide({ actions: { clearChoice: () => {} } }),
    },
  },
});
