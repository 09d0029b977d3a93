// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StateValue } from 'xstate';
import type { Order } from '../../../machines/model/order.ts';
import { orderCheckMachine } from '../../../machines/order-check/order-check.machine.ts';
import { sampleOrder } from '../../../machines/testing/sample-prices.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { CancelQuestion, OrderActions } from './order-check-actions.tsx';

/* Tests which button is emphasised, and the text of a button whose action is running. */

const context = {
  hasReturned: false,
  intent: 'look' as const,
  isFollowed: true,
  last: null,
  asks: 0,
  tries: 0,
  trouble: null,
  remainingSeconds: 60,
  order: sampleOrder({ status: 'open' }),
};

/**
 * Returns the text of each button with the button's style. The text of a large button is in
 * capitals.
 */
const looks = () =>
  screen.getAllByRole('button').map(({ textContent, classList }) => {
    const look = ['primary', 'quiet', 'danger'].find((one) => classList.contains(`button--${one}`));
    const words = classList.contains('button--large') ? textContent?.toUpperCase() : textContent;
    return `${words} (${look ?? 'plain'})`;
  });

it('the pay button stands out while the order waits, with two plain buttons below it', async () => {
  const orderCheck = orderCheckMachine.resolveState({
    value: { unpaid: { following: 'waiting' } },
    context,
  });
  await renderAtRest(<OrderActions chart="orderCheck" />, { orderCheck });
  expect(looks()).toEqual([
    'CONTINUE TO PAYMENT (primary)',
    'Pay another way (quiet)',
    'Cancel the order (quiet)',
  ]);
});

it('the button for another payment method stands out if the order was not paid', async () => {
  const order = sampleOrder({ status: 'notPaid' });
  const orderCheck = orderCheckMachine.resolveState({
    value: { unpaid: 'notPaid' },
    context: { ...context, order },
  });
  await renderAtRest(<OrderActions chart="orderCheck" />, { orderCheck });
  expect(looks()).toEqual(['PAY ANOTHER WAY (primary)', 'Cancel the order (quiet)']);
});

it.each([
  ['its time is over', { status: 'open' }, 0],
  ['its money may be on its way', { status: 'notPaid', mayArrive: true }, 60],
  [
    'it was cancelled, and its money may be on its way',
    { status: 'cancelled', mayArrive: true },
    60,
  ],
] as const)('offers only another check if %s', async (_what, changes, remainingSeconds) => {
  const orderCheck = orderCheckMachine.resolveState({
    value: { arriving: 'waiting' },
    context: { ...context, order: sampleOrder(changes), remainingSeconds },
  });
  await renderAtRest(<OrderActions chart="orderCheck" />, { orderCheck });
  expect(looks()).toEqual(['CHECK NOW (primary)']);
});

it.each<[doing: string, value: StateValue, changes: Partial<Order>, words: string]>([
  ['opens the payment page', { unpaid: 'leaving' }, {}, 'Opening the payment page…'],
  ['checks the order', { arriving: 'asking' }, { mayArrive: true }, 'Checking…'],
])('shows on the prominent button, with a spinner, that it %s', async (...row) => {
  const [, value, changes, words] = row;
  const orderCheck = orderCheckMachine.resolveState({
    value,
    context: { ...context, order: sampleOrder(changes) },
  });
  await renderAtRest(<OrderActions chart="orderCheck" />, { orderCheck });
  const button = screen.getByRole('button', { name: words });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.querySelector('.spinner')).toBeTruthy();
});

it('shows no progress on a button while the order is checked and can be paid', async () => {
  const orderCheck = orderCheckMachine.resolveState({ value: { unpaid: 'checking' }, context });
  await renderAtRest(<OrderActions chart="orderCheck" />, { orderCheck });
  expect(looks()).toEqual([
    'CONTINUE TO PAYMENT (primary)',
    'Pay another way (quiet)',
    'Cancel the order (quiet)',
  ]);
});

it.each([
  ['paid', 'CONTINUE (primary)'],
  ['partlyRefunded', 'CONTINUE (primary)'],
  ['cancelled', 'CLOSE (primary)'],
] as const)('offers only the way out for an order that is %s', async (status, words) => {
  const order = sampleOrder({ status });
  const orderCheck = orderCheckMachine.resolveState({
    value: status,
    context: { ...context, order },
  });
  await renderAtRest(<OrderActions chart="orderCheck" />, { orderCheck });
  expect(looks()).toEqual([words]);
});

it('has no large button in the cancel confirmation, and the cancel button looks dangerous', async () => {
  const orderCheck = orderCheckMachine.resolveState({ value: { unpaid: 'confirming' }, context });
  await renderAtRest(<CancelQuestion chart="orderCheck" />, { orderCheck });
  expect(looks()).toEqual(['Keep the order (plain)', 'Cancel the order (danger)']);
});
