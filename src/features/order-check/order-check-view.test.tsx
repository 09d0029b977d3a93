// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StateValue } from 'xstate';
import type { Order } from '../../../machines/model/order.ts';
import { orderCheckMachine } from '../../../machines/order-check/order-check.machine.ts';
import { paidOrder, sampleOrder } from '../../../machines/testing/sample-prices.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { OrderCheckView } from './order-check-view.tsx';

/* Tests which changes the order dialog announces, and the remaining time that it shows. */

type Changes = { isFollowed?: boolean; hasReturned?: boolean; remainingSeconds?: number };

const open = (value: StateValue, order: Order, changes: Changes = {}) =>
  renderAtRest(<OrderCheckView chart="orderCheck" />, {
    orderCheck: orderCheckMachine.resolveState({
      value,
      context: {
        hasReturned: false,
        intent: 'look',
        isFollowed: true,
        last: null,
        asks: 0,
        tries: 0,
        trouble: null,
        remainingSeconds: 60,
        order,
        ...changes,
      },
    }),
  });

const lead = () => screen.getAllByRole('status')[0]?.textContent ?? '';
const goesOn = /Your photo continues on its own in a moment\.$/;

it('announces that the start that waited for the credits continues (R38)', async () => {
  await open('paid', paidOrder({ task: 'photo-1' }));
  expect(lead()).toMatch(goesOn);
});

it.each([
  ['no start waited for it', { task: null }, true],
  ['it was paid before the dialog opened', { task: 'photo-1' }, false],
])('does not announce that a photo goes on if %s', async (_, changes, isFollowed) => {
  await open('paid', paidOrder(changes), { isFollowed });
  expect(lead()).not.toMatch(goesOn);
});

it.each([
  [true, 'Checking your payment', /^We’re checking whether your money has arrived/],
  [false, 'Waiting for your payment', /^You’ll see it here as soon as/],
])('shows that the payment is checked after the return from its page: %s', async (...row) => {
  const [hasReturned, title, text] = row;
  await open({ unpaid: { following: 'waiting' } }, sampleOrder(), { hasReturned });
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
  expect(lead()).toMatch(text);
});

it.each<
  [status: Order['status'], value: StateValue, remainingSeconds: number, time: string | null]
>([
  ['open', { unpaid: { following: 'waiting' } }, 1799, '29:59 left to pay'],
  ['notPaid', { unpaid: 'notPaid' }, 7265, '2:01:05 left to pay'],
  ['paid', 'paid', 1799, null],
])('shows the time that is left to pay only while an order can be paid: %s', async (...row) => {
  const [status, value, remainingSeconds, time] = row;
  await open(value, sampleOrder({ status }), { remainingSeconds });
  expect(screen.queryByText(/left to pay$/)?.textContent ?? null).toBe(time);
});

it('shows the code of an order whose charge was refused, under which the log has the cause', async () => {
  const order = sampleOrder({ status: 'notPaid', code: 'LW-7K2M-QX4T' });
  await open({ unpaid: 'notPaid' }, order);
  expect(screen.getByText('LW-7K2M-QX4T')).toBeTruthy();
});
