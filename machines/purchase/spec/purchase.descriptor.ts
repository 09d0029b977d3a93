import { describeChart } from '../../testing/chart-descriptor.ts';
import { sampleOrder } from '../../testing/sample-prices.ts';
import { guest, member, offline, refused, rejecting } from '../../testing/samples.ts';
import { purchaseMachine } from '../purchase.machine.ts';
import { missingOf } from '../purchase.setup.ts';

const order = sampleOrder({ task: 'photo-1' });
const open = { ...order, minutesLeft: 30 };
const dayOrder = sampleOrder({ code: 'LW-DAY2-2345', durationUnit: 2, duration: 1 });
const paid = sampleOrder({ task: 'photo-1', status: 'paid', success: true });

const rich = { ...member, allowance: guest.allowance, credits: { balance: 30, expiresNext: null } };
const poor = { ...rich, credits: { balance: 0, expiresNext: null } };

const answered = (answer: object | 'cancelled' | 'confirmed') =>
  ({ id: 'checkout', answer }) as never;

export const purchaseDescriptor = describeChart<typeof purchaseMachine>({
  machine: purchaseMachine,
  inputs: {
    'the home page': { path: '/' },
    'an order': { path: '/de?order=LW-ABCD-2345' },
    'an order whose number was lost': { path: '/de?order=' },
  },
  people: {
    'purchase.pressed': {
      'for a start': { price: 20, task: 'photo-1' },
      'for nothing': { price: null, task: null },
      'for a product of the price page': { price: null, task: null, product: 'pack-300' },
      'for a plan that renews itself': { price: null, task: null, renewed: 'plan-month' },
    },
    'order.opened': {
      'to look at it': { code: order.code, intent: 'look' },
      'to cancel it': { code: order.code, intent: 'cancel' },
    },
  },
  charts: {
    'signIn.declined': {},
    'user.changed': {
      'a guest': { user: guest },
      'a user with credits': { user: rich },
      'a user without': { user: poor },
    },
    'location.changed': { 'the terms': { path: '/terms' }, 'the prices': { path: '/pricing' } },
    'connection.restored': {},
    'server.changed': {},
    'dialog.answered': {
      'an order': answered(order),
      'an order of a day': answered(dayOrder),
      'a paid one': answered({ kind: 'paid', order: paid }),
      'a paid one without a start': answered({ kind: 'paid', order: { ...paid, task: null } }),
      'one to pay again': answered({ kind: 'payAgain', order }),
      'an open one to pay': answered({ code: order.code, intent: 'pay' }),
      nothing: answered('cancelled'),
      'yes, credits': answered('confirmed'),
    },
  },
  actors: {
    loadOrder: {
      done: { 'it waits': order },
      error: {
        offline: rejecting(offline),
        'sign in first': rejecting(refused('10009')),
        'there is none': rejecting(refused('order_not_found')),
      },
    },
    loadLastOrder: {
      done: { 'it is paid': paid, 'there is none': null },
      error: {
        offline: rejecting(offline),
        'sign in first': rejecting(refused('10009')),
        'a refusal': rejecting(refused('invalid_request')),
      },
    },
    findOpenOrders: {
      done: {
        'one that waits': [open],
        'one whose money may arrive': [{ ...open, mayArrive: true }],
        nothing: [],
      },
      error: { offline: rejecting(offline) },
    },
  },
  laws: {
    'a waiting start continues only after its order is paid': {
      holds: ({ event, told }) =>
        told.every((one) => one.event.type !== 'start.resumed') || event?.answer?.kind === 'paid',
      brokenBy: 'purchase.shop.checking on dialog.answered: without the guard isPaid',
    },
    // an order that was loaded belongs to a signed-in user
    'nothing new is sold to a visitor who is not signed in': {
      holds: ({ now, told }) =>
        Boolean(now.context.user?.id) ||
        now.context.shown !== null ||
        told.every(({ to, event }) => to !== 'dialogs' || event.dialog?.kind !== 'checkout'),
      brokenBy: 'purchase.shop.deciding on always: dropped 1',
    },
    'a guest sees the prices before the sign-in': {
      holds: ({ told, now }) =>
        told.every(({ to, event }) => to !== 'session' || event.type !== 'signIn.pressed') ||
        now.context.product !== null ||
        now.context.renewed !== null,
      brokenBy: 'purchase.shop.deciding on always: dropped 0',
    },
    'the order of one user is not shown to another': {
      holds: ({ before, now }) =>
        before.context.user?.id === now.context.user?.id ||
        before.context.user === null ||
        now.context.open.length === 0,
      brokenBy: 'purchase.watch on user.changed: without the action dropOpen',
    },
    'after an order dialog, the data that it may have changed is loaded again': {
      holds: ({ before, now, told }) =>
        !before.matches({ shop: 'checking' }) ||
        now.matches({ shop: 'checking' }) ||
        told.some(({ to, event }) => to === 'tabs' && event.type === 'change.noticed'),
      brokenBy: 'purchase.shop.checking: without the exit action tellChanged',
    },
  },
  reads: (context) => [
    context.user === null,
    Boolean(context.user?.id),
    missingOf(context) === null ? null : Math.sign(missingOf(context) ?? 0),
    context.path.includes('order='),
    context.code === null ? null : context.code === '',
    context.shown === null,
    context.shown?.durationUnit,
    context.open.map(({ mayArrive }) => mayArrive),
    Math.min(context.looks, 3),
    context.intent,
    context.task,
    context.hasReturned,
    context.product,
    context.path === '/pricing',
  ],
  bounds: {
    situations: 30_000,
    // Only a guest who compares prices depends on the page on screen. The open orders do not depend
    // on the product that was chosen there.
    allows: ({ event, actor }, snapshot) =>
      event === 'location.changed'
        ? snapshot.matches({ shop: 'comparing' })
        : actor !== 'findOpenOrders' ||
          (snapshot.context.product === null && snapshot.context.path !== '/pricing'),
  },
});
