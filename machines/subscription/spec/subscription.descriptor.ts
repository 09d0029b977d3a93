import { assign } from 'xstate';
import type { Membership } from '../../model/membership.ts';
import { isLoggedIn } from '../../model/user.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  endedPlan,
  endingPlan,
  oneTimePlan,
  pastDuePlan,
  sampleChange,
  samplePlan,
} from '../../testing/sample-plans.ts';
import { paidOrder, sampleOrder, samplePrices } from '../../testing/sample-prices.ts';
import { guest, member, offline, refused, rejecting } from '../../testing/samples.ts';
import { subscriptionMachine } from '../subscription.machine.ts';

const refusedWith = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [code, rejecting(refused(code))]));

const fails = { offline: rejecting(offline), ...refusedWith('10009') };

/** The server's answers, by the state of the plan. */
export const memberships = {
  'a plan that renews itself': {
    plan: samplePlan(),
    orders: [
      paidOrder({
        code: 'LW-ABCD-2345',
        productCode: 'plan-month',
        productKind: 'plan',
        credits: 600,
        amount: 1299,
        duration: 1,
        durationUnit: 4,
        autoRenew: true,
      }),
    ],
    nextCursor: 'older',
  },
  'a plan that ends': {
    plan: endingPlan(),
    orders: [paidOrder({ withdrawableUntil: null })],
    nextCursor: 'older',
  },
  'a plan that was paid once': {
    plan: oneTimePlan,
    orders: [paidOrder({ withdrawableUntil: null })],
    nextCursor: null,
  },
  'a change that is being paid for': {
    plan: samplePlan({ pendingChange: 'plan-year', currentCycle: 3 }),
    orders: [],
    nextCursor: null,
  },
  'a declined renewal': {
    plan: pastDuePlan,
    orders: [paidOrder({ withdrawableUntil: null })],
    nextCursor: 'older',
  },
  'a plan that will be another': {
    plan: samplePlan({ nextProductCode: 'plan-week' }),
    orders: [],
    nextCursor: null,
  },
  'a plan that is over': { plan: endedPlan, orders: [], nextCursor: null },
  'an open order and a pass': {
    plan: null,
    orders: [
      sampleOrder(),
      paidOrder({
        code: 'LW-PASS-2345',
        productCode: 'pass-day',
        productKind: 'pass',
        credits: 60,
        amount: 199,
        duration: 1,
        durationUnit: 2,
      }),
    ],
    nextCursor: null,
  },
  nothing: { plan: null, orders: [], nextCursor: null },
} satisfies Record<string, Membership>;

const presses: Readonly<Record<string, string>> = {
  resumePlan: 'resume.pressed',
  retryRenewal: 'renewal.pressed',
};

export const subscriptionDescriptor = describeChart<typeof subscriptionMachine>({
  machine: subscriptionMachine,
  inputs: {
    'a user': { visitor: 'user-1' },
    'a guest': { visitor: '' },
    'unknown visitor': { visitor: null },
  },
  people: {
    'membership.retried': {},
    'codeWay.chosen': { 'to cancel': { kind: 'cancel' }, 'to withdraw': { kind: 'withdraw' } },
    'cancel.pressed': {},
    'withdraw.pressed': {
      'from the plan': { code: 'LW-ABCD-2345' },
      'from the pass': { code: 'LW-PASS-2345' },
    },
    'resume.pressed': {},
    'renewal.pressed': {},
    'change.pressed': {},
    'plan.chosen': {
      'the weekly one': { productCode: 'plan-week' },
      'the monthly one': { productCode: 'plan-month' },
    },
    'change.confirmed': {},
    'change.left': {},
    'olderOrders.pressed': {},
  },
  charts: {
    'membership.changed': {},
    'server.changed': {},
    'user.changed': { 'a user': { user: member }, 'a guest': { user: guest } },
    'connection.restored': {},
  },
  actors: {
    loadMembership: { done: memberships, error: fails },
    lookAtMembership: { done: memberships, error: fails },
    loadOlderOrders: {
      done: {
        'the last ones': {
          orders: [
            paidOrder({ code: 'LW-ABCD-2345', productCode: 'plan-month', productKind: 'plan' }),
            paidOrder({ code: 'LW-OLDR-2345', withdrawableUntil: null }),
          ],
          nextCursor: null,
        },
      },
      error: fails,
    },
    resumePlan: {
      done: { '': samplePlan() },
      error: { ...fails, ...refusedWith('subscription_exists') },
    },
    retryRenewal: {
      done: { '': samplePlan() },
      error: { ...fails, ...refusedWith('payment_declined') },
    },
    loadPrices: { done: { '': samplePrices }, error: fails },
    previewChange: {
      done: ({ chosen }) =>
        chosen === 'plan-month'
          ? {
              'at once': sampleChange({
                productCode: 'plan-month',
                when: 'now',
                price: 1299,
                deducted: 200,
                amount: 1099,
                credits: { lost: 60, granted: 600 },
              }),
            }
          : { 'with the next cycle': sampleChange() },
      error: { ...fails, ...refusedWith('method_unavailable', 'change_under_way') },
    },
    changePlan: {
      done: { '': samplePlan({ nextProductCode: 'plan-week' }) },
      error: { ...fails, ...refusedWith('price_changed', 'payment_declined') },
    },
  },
  reads: ({ visitor, membership, prices, chosen, preview, outcome }) => [
    visitor,
    membership,
    prices !== null,
    chosen,
    preview?.idempotencyKey,
    outcome,
  ],
  laws: {
    'no data is loaded for a visitor who is not signed in': {
      holds: ({ now, event, asked }) =>
        (now.context.visitor !== '' &&
          (event?.type !== 'user.changed' || isLoggedIn(event.user))) ||
        asked.every(({ id }) => id !== 'loadMembership'),
      brokenBy: 'subscription.waiting on user.changed: without the guard isUser',
    },
    'a plan is changed only by the second press': {
      holds: ({ event, asked }) =>
        event?.type === 'change.confirmed' || asked.every(({ id }) => id !== 'changePlan'),
      brokenBy:
        'subscription.shown.changing.previewing on onDone of previewChange: to #subscription.shown.changing.sending instead of confirming',
    },
    'the confirmed change is the shown change': {
      holds: ({ now, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'changePlan' ||
            (input.amount === now.context.preview?.amount &&
              input.idempotencyKey === now.context.preview?.idempotencyKey &&
              input.productCode === now.context.preview?.productCode),
        ),
      brokenBy: 'subscription.shown.changing.sending: another input of changePlan',
    },
    'only a declined renewal is tried again, only a cancelled plan resumed': {
      holds: ({ before, event, asked }) =>
        asked.every(({ id }) => {
          if (!(id in presses)) return true;
          const plan = before.context.membership?.plan;
          if (event?.type !== presses[id] || !plan) return false;
          return id === 'resumePlan' ? plan.canResume : plan.retries.length > 0;
        }),
      brokenBy: (machine) => machine.provide({ guards: { canResume: () => true } }),
    },
    'no purchase is listed twice': {
      holds: ({ now }) => {
        const codes = now.context.membership?.orders.map(({ code }) => code) ?? [];
        return new Set(codes).size === codes.length;
      },
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            addOlder: assign(({ context: { membership } }, { orders, nextCursor }) => ({
              membership: membership && {
                ...membership,
                nextCursor,
                orders: [...membership.orders, ...orders],
              },
            })),
          },
        }),
    },
    'the cancellation dialog opens only for a plan that renews itself': {
      holds: ({ before, event, told }) =>
        event?.type !== 'cancel.pressed' ||
        told.every(({ to }) => to !== 'dialogs') ||
        before.context.membership?.plan?.cancelAtPeriodEnd === false,
      brokenBy: (machine) => machine.provide({ guards: { canCancel: () => true } }),
    },
    'every failure except a changed price is reported to the root': {
      holds: ({ event, told }) =>
        !event?.type.startsWith('xstate.error.actor') ||
        event.error?.failure?.code === 'price_changed' ||
        told.some(({ to, event: { type } }) => to === 'app' && type === 'call.rejected'),
      brokenBy: (machine) => machine.provide({ actions: { reportFailure: () => {} } }),
    },
  },
});
