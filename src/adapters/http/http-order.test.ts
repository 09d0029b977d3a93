// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { OrderWish } from '../../../machines/model/order.ts';
import { sampleOrder, samplePrices } from '../../../machines/testing/sample-prices.ts';
import type { CallApi } from './api-client.ts';
import { createHttpOrder } from './http-order.ts';

const { signal } = new AbortController();

const asking = (answer: unknown) => {
  const api = vi.fn(async () => answer);
  return { api, port: createHttpOrder(api as unknown as CallApi, () => 'de') };
};

const wish: OrderWish = {
  productCode: 'pack-100',
  currency: 'EUR',
  country: 'DE',
  method: 'card',
  amount: 399,
  autoRenew: false,
  idempotencyKey: 'key-0000000000000001',
  returnPath: '/',
  task: null,
};

it('requests the prices for a country, with the language', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT']);
  const { api, port } = asking(samplePrices);
  expect(await port.loadPrices({ country: 'JP', currency: 'USD' }, signal)).toEqual(samplePrices);
  const payload = { country: 'JP', currency: 'USD', locale: 'de-AT' };
  expect(api).toHaveBeenCalledExactlyOnceWith('priceData', { payload, signal });
});

it('sends the confirmed purchase, with a task only if there is one', async () => {
  const { task: _, ...payload } = wish;
  const plain = asking(sampleOrder());
  expect(await plain.port.createOrder(wish, signal)).toEqual(sampleOrder());
  expect(plain.api).toHaveBeenCalledExactlyOnceWith('createOrder', { payload, signal });
  const more = asking(sampleOrder());
  await more.port.createOrder({ ...wish, task: 'upscale' }, signal);
  expect(more.api).toHaveBeenCalledExactlyOnceWith('createOrder', {
    payload: { ...payload, task: 'upscale' },
    signal,
  });
});

it('pays an order again by its code', async () => {
  const { api, port } = asking(sampleOrder());
  const payload = { method: 'paypal', idempotencyKey: 'key-0000000000000001' } as const;
  await port.payOrder({ code: 'LW-ABCD-2345', ...payload }, signal);
  const params = { code: 'LW-ABCD-2345' };
  expect(api).toHaveBeenCalledExactlyOnceWith('payOrder', { params, payload, signal });
});

it('gives every purchase a new key', async () => {
  const { port } = asking(null);
  const keys = [
    await port.createOrderKey(undefined, signal),
    await port.createOrderKey(undefined, signal),
  ];
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key.length).toBeGreaterThanOrEqual(8);
});

it('finds the open orders, with the remaining minutes', async () => {
  const inMs = (ms: number) => sampleOrder({ expiresAt: new Date(Date.now() + ms).toISOString() });
  const orders = [inMs(119_000), inMs(-5000)];
  const { api, port } = asking({ orders, nextCursor: null });
  const open = await port.findOpenOrders(undefined, signal);
  expect(open.map(({ minutesLeft }) => minutesLeft)).toEqual([2, 0]);
  expect(api).toHaveBeenCalledExactlyOnceWith('orders', { payload: { open: '1' }, signal });
});

it('requests the newest order (R47)', async () => {
  const { api, port } = asking(null);
  expect(await port.loadLastOrder(undefined, signal)).toBeNull();
  expect(api).toHaveBeenCalledExactlyOnceWith('lastOrder', { signal });
});
