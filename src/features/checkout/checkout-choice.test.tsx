// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { checkoutMachine } from '../../../machines/checkout/checkout.machine.ts';
import { purchaseMachine } from '../../../machines/purchase/purchase.machine.ts';
import { samplePrices } from '../../../machines/testing/sample-prices.ts';
import { member } from '../../../machines/testing/samples.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { ChoosingStep } from './checkout-choice.tsx';

/* Tests whether the shop says that the photo needs no purchase. */

const app = createActor(appMachine, { input: { path: '/pricing', messages: {} } }).getSnapshot();
const purchase = createActor(purchaseMachine, { input: { path: '/pricing' } }).getSnapshot();
const checkout = createActor(checkoutMachine, {
  input: {
    missing: null,
    task: 'photo-1',
    returnPath: '/',
    order: null,
    renewed: null,
    product: 'pack-300',
  },
}).getSnapshot();

const allowance = { limit: 20, used: 20, resetsAt: '2030-01-02T00:00:00.000Z' };

const open = (balance: number, task: string | null) =>
  renderAtRest(<ChoosingStep isBusy={false} />, {
    app,
    purchase: purchaseMachine.resolveState({
      value: { shop: 'buying', watch: 'waiting' },
      context: {
        ...purchase.context,
        price: 5,
        task,
        user: { ...member, allowance, credits: { balance, expiresNext: null } },
      },
    }),
    checkout: checkoutMachine.resolveState({
      value: 'choosing',
      context: { ...checkout.context, prices: samplePrices },
    }),
  });

const covered = () => screen.queryByText(/^Your credits already cover your photo\./);

it('says that the credits of a new account cover the waiting photo, and leads back to it', async () => {
  const { sent } = await open(20, 'photo-1');
  expect(covered()).toBeTruthy();
  const back = screen.getByRole('link', { name: 'Back to the photo' });
  expect(back.getAttribute('href')).toBe('/');
  fireEvent.click(back);
  expect(sent.mock.calls).toContainEqual(['checkout', { type: 'dialog.cancelled' }]);
});

it.each([
  ['the credits do not cover the photo', 4, 'photo-1'],
  ['no photo waits', 20, null],
])('says no such thing if %s', async (_, balance, task) => {
  await open(balance, task);
  expect(covered()).toBeNull();
});
