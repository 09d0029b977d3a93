// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CheckoutInput } from '../../machines/checkout/checkout.types.ts';
import type { PriceList } from '../../machines/model/price.ts';
import type { OrderPort } from '../../machines/ports/order.port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { samplePrices } from '../../machines/testing/sample-prices.ts';
import type { MemoryWorld } from '../adapters/memory/memory-world.ts';
import { guest, open, press, select } from './screens.test-kit.tsx';

/* Tests the checkout with the other charts, for a signed-in user. */

const member = { ...guest, id: 'user-1', email: 'anna@example.com' };

const buy = async (
  input: Partial<CheckoutInput> = {},
  world: Partial<MemoryWorld> = {},
  loadPrices?: OrderPort['loadPrices'],
) => {
  const createOrder = vi.fn();
  const app = await open(<h1>Page</h1>, {
    world: { user: member, ...world },
    change: ({ order }) => {
      const { createOrder: own } = order;
      if (loadPrices) order.loadPrices = loadPrices;
      order.createOrder = (wish, signal) => {
        createOrder(wish);
        return own(wish, signal);
      };
      // opening the payment page ends this page, so the call never resolves
      order.openPayPage = () => new Promise(() => {});
    },
  });
  const whole = {
    missing: null,
    task: null,
    returnPath: '/',
    order: null,
    renewed: null,
    product: null,
    ...input,
  };
  await act(async () => {
    app.root.system.get('dialogs').send({
      type: 'dialog.requested',
      dialog: { id: 'checkout', name: 'checkout', requester: null, kind: 'checkout', input: whole },
    });
  });
  const dialog = within(await screen.findByRole('dialog'));
  return { ...app, dialog, createOrder };
};

it('shows the products, payment methods and all terms beside a button with the price', async () => {
  const { dialog } = await buy();
  const offers = within(dialog.getByRole('group', { name: 'Choose an offer' }));
  expect(offers.getAllByRole('radio')).toHaveLength(4);
  expect(offers.getByRole('radio', { name: /^100 credits.*€3\.99$/, checked: true })).toBeTruthy();
  expect(offers.getByText('€12.99 / month')).toBeTruthy();
  expect(dialog.getAllByText('12 months')).toHaveLength(2);
  expect(dialog.getAllByText(/incl\. 19% VAT: €0\.64/)).toHaveLength(2);
  expect(dialog.getByText(/You have 14 days to withdraw/)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'user agreement' }).getAttribute('target')).toBe(
    '_blank',
  );
  expect(dialog.getByRole('button', { name: 'Pay €3.99' })).toBeTruthy();
});

it('shows the missing credits, and selects the cheapest product that covers them', async () => {
  const { dialog } = await buy({ missing: 8 });
  expect(dialog.getByText(/^You need 8 more credits\./)).toBeTruthy();
  const [first] = dialog.getAllByRole('radio');
  expect((first as HTMLInputElement).value).toBe('pass-day');
  expect((first as HTMLInputElement).checked).toBe(true);
  expect(document.activeElement).toBe(first);
});

it('creates one order when the button is pressed twice', async () => {
  const { dialog, createOrder } = await buy();
  const pay = dialog.getByRole('button', { name: 'Pay €3.99' });
  await act(async () => {
    fireEvent.click(pay);
    fireEvent.click(pay);
  });
  expect(createOrder).toHaveBeenCalledTimes(1);
  expect(await dialog.findByText(/Pay €3\.99 with Card on pay\.example/)).toBeTruthy();
  expect(document.activeElement?.textContent).toMatch(/^Your order LW-/);
});

it('shows why a payment method is unavailable, and does not let it be chosen', async () => {
  const { dialog } = await buy();
  const dana = dialog.getByRole('radio', { name: /DANA/, hidden: true }) as HTMLInputElement;
  expect(dana.disabled).toBe(true);
  expect(dana.closest('label')?.textContent).toBe('DANAnot in this country');
});

it('shows a renewing plan and its next charge again before the order', async () => {
  const { dialog, createOrder } = await buy();
  expect(dialog.queryByRole('switch')).toBeNull();
  await select(/^600 credits/);
  await select(/Maya/);
  const renewal = dialog.getByRole('switch', { name: 'Renew automatically' }) as HTMLInputElement;
  expect(renewal.checked).toBe(false);
  await act(async () => {
    fireEvent.click(renewal);
  });
  expect(
    dialog.getByText(/^Maya doesn’t work for this \(can’t renew automatically\)\. Card is/),
  ).toBeTruthy();
  await press('Check and buy: €12.99');
  expect(createOrder).not.toHaveBeenCalled();
  expect(dialog.getByText(/^Next charge on (January 31|February 1), 2030: €12\.99/)).toBeTruthy();
  await press('Pay €12.99');
  expect(createOrder).toHaveBeenCalledWith(
    expect.objectContaining({ autoRenew: true, amount: 1299 }),
  );
});

it('shows yen without decimals', async () => {
  const yen = { ...samplePrices, country: 'JP', currency: 'JPY', currencies: ['JPY'] } as const;
  const { dialog } = await buy({}, { prices: yen });
  expect(dialog.getByRole('button', { name: 'Check and buy: ¥399' })).toBeTruthy();
});

it('shows why nothing could be loaded, and loads again', async () => {
  let isOnline = false;
  await open(<h1>Page</h1>, {
    world: { user: member },
    change: ({ order }) => {
      const { loadPrices } = order;
      order.loadPrices = async (place, signal) => {
        if (!isOnline) throw new PortError({ reason: 'offline' });
        return loadPrices(place, signal);
      };
    },
  }).then(({ root }) =>
    act(async () => {
      root.system.get('dialogs').send({
        type: 'dialog.requested',
        dialog: {
          id: 'checkout',
          name: 'checkout',
          requester: null,
          kind: 'checkout',
          input: {
            missing: null,
            task: null,
            returnPath: '/',
            order: null,
            renewed: null,
            product: null,
          },
        },
      });
    }),
  );
  expect(await screen.findByText('The prices couldn’t be loaded')).toBeTruthy();
  isOnline = true;
  await press('Try again');
  expect(await screen.findByRole('button', { name: 'Pay €3.99' })).toBeTruthy();
});

/** Returns prices with which nothing can be paid, for this reason. */
const withoutMethods = (once: 'country' | 'provider') => ({
  ...samplePrices,
  products: samplePrices.products.map((product) => ({
    ...product,
    methods: product.methods.map((method) => ({ ...method, once })),
  })),
});

it('says once that nothing can be paid in a country, and offers another country instead of a button', async () => {
  const { dialog } = await buy({}, { prices: withoutMethods('country') });
  expect(dialog.getByText(/^You can’t pay here right now \(Germany, Euro\)\./)).toBeTruthy();
  expect(dialog.getByRole('combobox', { name: 'Country' })).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it('keeps its words until the prices of another country are loaded, and the choice in reach then', async () => {
  const loaded = Promise.withResolvers<PriceList>();
  const { dialog } = await buy({}, {}, async ({ country }) =>
    country ? loaded.promise : withoutMethods('country'),
  );
  const country = () => dialog.getByRole('combobox', { name: 'Country' });
  fireEvent.change(country(), { target: { value: 'JP' } });
  expect(dialog.getByText(/^You can’t pay here right now \(Germany, Euro\)\./)).toBeTruthy();
  await act(async () => loaded.resolve({ ...samplePrices, country: 'JP' }));
  expect(dialog.queryByText(/^You can’t pay/)).toBeNull();
  expect(dialog.getAllByRole('radio').length).toBeGreaterThan(0);
  expect(country().closest('details')?.open).toBe(true);
});

it('says that the shop is closed if nothing can be paid anywhere', async () => {
  const { dialog } = await buy({ missing: 8 }, { prices: withoutMethods('provider') });
  expect(dialog.queryByText(/cheapest/)).toBeNull();
  expect(dialog.getByText('The shop is closed right now. Try again another day.')).toBeTruthy();
  expect(dialog.queryByRole('combobox')).toBeNull();
  expect(dialog.queryByRole('radio')).toBeNull();
});
