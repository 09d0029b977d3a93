import { assign } from 'xstate';
import { codeRule } from '../../model/account.ts';
import type { CancellationWish } from '../../model/membership.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { endingPlan, samplePlan, sampleWithdrawal } from '../../testing/sample-plans.ts';
import { paidOrder } from '../../testing/sample-prices.ts';
import { countdown, offline, refused, rejecting } from '../../testing/samples.ts';
import { orderCodeFrom, rules } from '../cancellation.form.ts';
import { cancellationMachine } from '../cancellation.machine.ts';

const refusedWith = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [code, rejecting(refused(code))]));

const lost = { offline: rejecting(offline) };
const proofs = refusedWith('invalid_code', 'code_expired');

const bought = paidOrder({
  productCode: 'plan-month',
  productKind: 'plan',
  credits: 600,
  amount: 1299,
  duration: 1,
  durationUnit: 4,
  autoRenew: true,
});

const isProven = (wish: CancellationWish): boolean =>
  'id' in wish || wish.proof === null || codeRule(wish.proof) === null;

export const cancellationDescriptor = describeChart<typeof cancellationMachine>({
  machine: cancellationMachine,
  inputs: {
    'to cancel a plan': { kind: 'cancel', plan: samplePlan(), order: null },
    'to withdraw from a purchase': { kind: 'withdraw', plan: null, order: paidOrder() },
    'to cancel by order number': { kind: 'cancel', plan: null, order: null },
    'to withdraw by order number': { kind: 'withdraw', plan: null, order: null },
  },
  people: {
    'field.changed': {
      'an order number': { name: 'order', value: 'lw abcd 2345' },
      'half a number': { name: 'order', value: 'LW-AB' },
      'a code': { name: 'code', value: '123 456' },
      'half a code': { name: 'code', value: '123' },
    },
    'field.left': { 'the order number': { name: 'order' }, 'the code': { name: 'code' } },
    'form.submitted': {},
    'order.corrected': {},
    'resend.pressed': {},
    'preview.retried': {},
    'cancellation.confirmed': {},
    'dialog.cancelled': {},
  },
  actors: {
    sendOrderCode: { done: { '': { resendAfterMs: 1500 } }, error: lost },
    countDown: countdown,
    lookAtOrder: { done: { '': bought }, error: { ...lost, ...proofs } },
    previewWithdrawal: {
      done: { '': sampleWithdrawal },
      error: ({ order }) => ({
        ...lost,
        ...refusedWith('not_withdrawable'),
        ...(order ? refusedWith('10009') : proofs),
      }),
    },
    leave: {
      done: ({ kind }) => ({
        '':
          kind === 'cancel'
            ? { kind, plan: endingPlan() }
            : { kind, order: { ...bought, status: 'partlyRefunded' } },
      }),
      error: ({ order, plan }) => ({ ...lost, ...(order || plan ? refusedWith('10009') : proofs) }),
    },
  },
  reads: ({
    kind,
    plan,
    order,
    form: { values, problems },
    remainingSeconds,
    found,
    withdrawal,
  }) => [
    kind,
    plan !== null,
    order !== null,
    rules.order(values.order),
    orderCodeFrom(values.order),
    codeRule(values.code),
    Object.keys(problems).length > 0,
    Math.min(remainingSeconds, 2),
    found !== null,
    withdrawal !== null,
  ],
  laws: {
    'nothing is cancelled or withdrawn without the second press': {
      holds: ({ event, asked }) =>
        event?.type === 'cancellation.confirmed' || asked.every(({ id }) => id !== 'leave'),
      brokenBy:
        'cancellation.looking on onDone of lookAtOrder: to #cancellation.ending instead of reviewing',
    },
    'the plan or the refund is shown before it is cancelled or withdrawn': {
      holds: ({ now: { context }, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'leave' ||
            (input.kind === 'cancel'
              ? (context.plan ?? context.found) !== null
              : context.withdrawal !== null),
        ),
      brokenBy: (machine) => machine.provide({ actions: { setWithdrawal: () => {} } }),
    },
    'nothing is cancelled or withdrawn without a sign-in or a complete code': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'leave' || isProven(input as CancellationWish)),
      brokenBy: 'cancellation.typing on form.submitted: without the guard canSend',
    },
    'another code is requested only after the wait': {
      holds: ({ before, asked, event }) =>
        event?.type !== 'resend.pressed' ||
        asked.every(({ id }) => id !== 'sendOrderCode') ||
        before.context.remainingSeconds === 0,
      brokenBy: (machine) => machine.provide({ guards: { canResend: () => true } }),
    },
    'a refused code is reported at its field': {
      holds: ({ before, event, now }) => {
        const code = event && 'error' in event ? event.error?.failure?.code : undefined;
        const isOfCode = code === 'invalid_code' || code === 'code_expired';
        return !isOfCode || before.matches('told') || now.context.form.problems.code === code;
      },
      brokenBy: (machine) =>
        machine.provide({ actions: { blameCode: assign((_, { failure }) => ({ failure })) } }),
    },
    'every cancellation or withdrawal is reported to the page': {
      holds: ({ before, now, told }) =>
        before.matches('told') ||
        !now.matches('told') ||
        told.some(({ to, event }) => to === 'subscription' && event.type === 'membership.changed'),
      brokenBy: (machine) => machine.provide({ actions: { tellPage: () => {} } }),
    },
  },
});
