import { isUnpaid, type Order } from '../../model/order.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { paidOrder, sampleOrder } from '../../testing/sample-prices.ts';
import { sampleQr } from '../../testing/sample-qr.ts';
import { offline, refused, rejecting } from '../../testing/samples.ts';
import { orderCheckMachine } from '../order-check.machine.ts';
import { isAtBank, payAddress } from '../order-check.situation.ts';

const none = { kind: 'none' } as const;
const at = '2030-01-01T00:02:00.000Z';

const triedWith = (changes: Partial<NonNullable<Order['payment']>>): Partial<Order> => ({
  payment: { method: 'card', status: 'failed', reason: null, checkout: none, ...changes },
});

const back = (reason: Order['refunds'][number]['reason'], amount: number): Partial<Order> => ({
  refunds: [{ amount, currency: 'EUR', reason, status: 'asked', at }],
});

/** Possible answers of the server about an order. */
export const orderAnswers = {
  waiting: sampleOrder(),
  'at the bank': sampleOrder({ mayArrive: true, ...triedWith({ status: 'pending' }) }),
  'it may arrive': sampleOrder({
    status: 'notPaid',
    mayArrive: true,
    ...triedWith({ status: 'expired' }),
  }),
  declined: sampleOrder({
    status: 'notPaid',
    ...triedWith({ reason: 'insufficient_funds' }),
  }),
  paid: paidOrder(),
  'paid, and a start waits': paidOrder({ task: 'photo-1' }),
  'partly refunded': paidOrder({ status: 'partlyRefunded', ...back('withdrawal', 200) }),
  refunded: paidOrder({ status: 'refunded', success: false, ...back('withdrawal', 399) }),
  'charged back': paidOrder({ status: 'chargedBack', success: false }),
  cancelled: sampleOrder({ status: 'cancelled', ...triedWith({ status: 'cancelled' }) }),
  expired: sampleOrder({ status: 'expired', ...triedWith({ status: 'expired' }) }),
  'cancelled, and it may arrive': sampleOrder({
    status: 'cancelled',
    mayArrive: true,
    ...triedWith({ status: 'cancelled' }),
  }),
} as const;

/** Orders that screens display differently, although the chart handles them in the same way. */
export const otherOrders = {
  'a code to scan': sampleOrder({
    payment: {
      method: 'upi',
      status: 'awaiting',
      reason: null,
      checkout: {
        kind: 'qr',
        url: 'https://pay.example/2',
        data: 'upi://pay?pa=lightwell',
        image: sampleQr,
      },
    },
  }),
  'paid late': paidOrder({ isLate: true }),
  'paid twice': paidOrder(back('paidTwice', 399)),
  'another amount': sampleOrder({
    status: 'notPaid',
    ...triedWith({ status: 'mismatched' }),
    ...back('wrongAmount', 398),
  }),
  'a plan that renews itself': paidOrder({
    productKind: 'plan',
    productCode: 'plan-month',
    credits: 600,
    amount: 1299,
    duration: 1,
    durationUnit: 4,
    autoRenew: true,
  }),
} as const;

const fails = {
  offline: rejecting(offline),
  'no such order': rejecting(refused('order_not_found')),
  'sign in first': rejecting(refused('10009')),
};

const given = { hasReturned: false, intent: 'look' } as const;

const asking = { done: orderAnswers, error: fails };

const calls = ['loadOrder', 'checkOrder', 'cancelOrder', 'openPayPage'];

export const orderCheckDescriptor = describeChart<typeof orderCheckMachine>({
  machine: orderCheckMachine,
  inputs: {
    'an order': { ...given, order: orderAnswers.waiting },
    'back from the provider': { ...given, order: orderAnswers.waiting, hasReturned: true },
    'back from the provider while money may arrive': {
      ...given,
      order: orderAnswers['at the bank'],
      hasReturned: true,
    },
    'a paid order': { ...given, order: orderAnswers.paid, hasReturned: true },
    'an order paid long ago': { ...given, order: orderAnswers['paid, and a start waits'] },
    'an order to pay': { ...given, order: orderAnswers.waiting, intent: 'pay' },
    'a declined order to pay': { ...given, order: orderAnswers.declined, intent: 'pay' },
    'an order to cancel': { ...given, order: orderAnswers.declined, intent: 'cancel' },
    'money that may arrive, to cancel': {
      ...given,
      order: orderAnswers['it may arrive'],
      intent: 'cancel',
    },
  },
  people: {
    'check.pressed': {},
    'pay.pressed': {},
    'payAgain.pressed': {},
    'cancel.pressed': {},
    'cancel.confirmed': {},
    'dialog.cancelled': {},
  },
  charts: { 'order.outdated': {} },
  actors: {
    loadOrder: asking,
    loadLastOrder: {
      done: {
        'this one': orderAnswers.paid,
        'another one': sampleOrder({ code: 'LW-LAST-2345' }),
      },
      error: { offline: rejecting(offline) },
    },
    checkOrder: asking,
    cancelOrder: {
      done: { cancelled: orderAnswers.cancelled },
      error: { ...fails, 'it has moved on': rejecting(refused('order_closed')) },
    },
    openPayPage: { done: { '': undefined }, error: { 'a fault': new Error('a fault') } },
    countDown: {
      sends: {
        'time is left': { type: 'countdown.ticked', remainingSeconds: 60, endsAt: 60_000 },
        'time is up': { type: 'countdown.ticked', remainingSeconds: 0, endsAt: 60_000 },
      },
      error: { 'a fault': new Error('a fault') },
    },
    watchConnection: {
      sends: { lost: { type: 'connection.lost' }, restored: { type: 'connection.restored' } },
      error: { 'a fault': new Error('a fault') },
    },
  },
  reads: ({ order, hasReturned, intent, isFollowed, last, remainingSeconds, trouble }) => [
    ...[order.status, order.task, order.mayArrive, isFollowed, isAtBank(order)],
    ...[payAddress(order) !== null, hasReturned, intent, remainingSeconds === 0, trouble?.step],
    last === null,
  ],
  laws: {
    'an order is shown as paid only after the server has reported the payment': {
      holds: ({ now }) => !now.matches('paid') || now.context.order.status === 'paid',
      brokenBy: (one) =>
        one.provide({ guards: { isInStatus: (_, { status }) => status === 'paid' } }),
    },
    'an order opened after its payment does not close by itself': {
      holds: ({ before, now, event }) =>
        !before.matches('paid') ||
        !now.matches('left') ||
        before.context.isFollowed ||
        event?.type === 'dialog.cancelled',
      brokenBy: (one) => one.provide({ guards: { goesOn: () => true } }),
    },
    'nothing is cancelled without the second press': {
      holds: ({ asked, event }) =>
        asked.every((one) => one.id !== 'cancelOrder') || event?.type === 'cancel.confirmed',
      brokenBy:
        'orderCheck.unpaid.notPaid on cancel.pressed: to #orderCheck.unpaid.cancelling instead of confirming',
    },
    'an order that has ended is no longer polled': {
      holds: ({ before, asked }) =>
        isUnpaid(before.context.order) ||
        before.context.order.mayArrive ||
        asked.every((one) => !calls.includes(one.id)),
      brokenBy: (one) => one.provide({ guards: { isUnpaid: () => true } }),
    },
    'closing the dialog sends no call': {
      holds: ({ event, asked, told }) =>
        event?.type !== 'dialog.cancelled' ||
        (told.length === 0 && asked.every((one) => !calls.includes(one.id))),
      brokenBy:
        'orderCheck.unpaid.confirming on dialog.cancelled: to #orderCheck.unpaid instead of #orderCheck.deciding',
    },
    'while a payment may arrive, the order is not shown as unpaid or ended, and no action starts': {
      holds: ({ now }) =>
        !now.context.order.mayArrive ||
        (!now.matches('cancelled') &&
          !now.matches('expired') &&
          !now.matches('payingAgain') &&
          !now.matches({ unpaid: 'notPaid' }) &&
          !now.matches({ unpaid: 'confirming' })),
      brokenBy: (one) => one.provide({ guards: { mayArrive: () => false } }),
    },
  },
});
