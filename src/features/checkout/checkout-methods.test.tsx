// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { checkoutMachine } from '../../../machines/checkout/checkout.machine.ts';
import type { CheckoutContext } from '../../../machines/checkout/checkout.types.ts';
import type { PriceList } from '../../../machines/model/price.ts';
import { samplePrices } from '../../../machines/testing/sample-prices.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { Methods } from './checkout-methods.tsx';

/* Tests which payment methods can be chosen, and the text if no method can be used. */

const context: CheckoutContext = {
  missing: null,
  task: null,
  returnPath: '/',
  order: null,
  replaced: null,
  purchase: null,
  renewed: null,
  product: null,
  opened: null,
  place: { country: 'DE', currency: 'EUR' },
  key: null,
  made: null,
  failure: null,
  choice: { productCode: 'pack-100', method: null, autoRenew: false },
  prices: samplePrices,
};

/** Returns a price list in which only these payment methods can be used. */
const usable = (...codes: string[]): PriceList => ({
  ...samplePrices,
  products: samplePrices.products.map((product) => ({
    ...product,
    methods: product.methods.map((method) => ({
      ...method,
      once: codes.includes(method.code) ? null : 'country',
    })),
  })),
});

const open = (changes: Partial<CheckoutContext>) =>
  renderAtRest(<Methods />, {
    checkout: checkoutMachine.resolveState({
      value: 'choosing',
      context: { ...context, ...changes },
    }),
  });

const radios = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio', { hidden: true })
    .map(({ value, disabled }) => (disabled ? `(${value})` : value));

it('shows that there is no payment method, with the reason for each', async () => {
  await open({ prices: usable() });
  expect(screen.getByText(/^There’s no payment method for this here/)).toBeTruthy();
  expect(screen.getByText('Don’t see your payment method?')).toBeTruthy();
  expect(screen.getAllByText('not in this country')).toHaveLength(4);
  expect(radios()).toEqual(['(card)', '(paypal)', '(maya)', '(dana)']);
});

it('shows no such text if there is a method, and sends it when it is chosen', async () => {
  const { sent } = await open({ prices: usable('maya') });
  expect(screen.queryByText(/^There’s no payment method/)).toBeNull();
  expect(radios()).toEqual(['maya', '(card)', '(paypal)', '(dana)']);
  fireEvent.click(screen.getByRole('radio', { name: 'Maya' }));
  expect(sent.mock.calls).toEqual([['checkout', { type: 'method.chosen', method: 'maya' }]]);
});
