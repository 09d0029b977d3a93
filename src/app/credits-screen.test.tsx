// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Credits } from '../../machines/model/user.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { openOrder } from '../../machines/testing/sample-prices.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { AccountPage } from '../features/account/account-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { choosePhoto, guest, open, select } from './screens.test-kit.tsx';

/* Tests the credits that are shown before a start and in the menu. */

const at = '2027-03-01T12:00:00.000Z';

/** Opens the home page with a large photo, for a user with this many free and own credits. */
async function openAs(free: number, credits: Credits) {
  const { photo } = createMemoryWorld();
  const allowance = { ...guest.allowance, used: 20 - free };
  const user = { ...guest, id: 'user-1', email: 'anna@example.com', allowance, credits };
  await open(<HomePage />, { world: { user, photo: { ...photo, width: 4000, height: 3000 } } });
  await choosePhoto();
  const start = await screen.findByRole('button', { name: /^Start/ });
  await select(/2×, fast/);
  return { start };
}

it('shows what a start takes from today’s allowance and the user’s own credits, and what remains (R45)', async () => {
  await openAs(9, { balance: 8, expiresNext: { amount: 8, at } });
  expect(
    screen.getByText(
      'Uses 9 of today’s free credits and 3 of your own. Those that expire on Mar 1, 2027 are used first. 5 left after that.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('plus 8 credits of your own')).toBeTruthy();
});

it('shows that nothing remains, and no date if nothing expires', async () => {
  await openAs(0, { balance: 12, expiresNext: null });
  expect(screen.getByText('Uses 12 of your credits. None left after that.')).toBeTruthy();
});

it('shows the missing credits, and blocks the start without them (R38)', async () => {
  const { start } = await openAs(3, { balance: 8, expiresNext: null });
  expect(start.hasAttribute('disabled')).toBe(true);
  expect(
    screen
      .getByText('This needs 12 credits. You have 11, so you’re 1 short.')
      .closest('[role=status]'),
  ).toBeTruthy();
  expect(screen.queryByText(/left after that/)).toBeNull();
});

it('shows a user’s credits in the menu', async () => {
  await openAs(3, { balance: 8, expiresNext: null });
  expect(screen.getByText('8 credits of your own')).toBeTruthy();
});

it('shows on the account page the orders that wait for a payment, also if the credits cannot be loaded', async () => {
  await open(<AccountPage />, {
    path: '/account',
    world: { user: { ...guest, id: 'user-1', email: 'anna@example.com' } },
    change: ({ account, order }) => {
      account.loadCredits = async () => {
        throw new PortError({ reason: 'offline', call: 'credits' });
      };
      order.findOpenOrders = async () => [openOrder];
    },
  });
  expect(await screen.findByRole('region', { name: 'Waiting for your payment' })).toBeTruthy();
});
