import { languageTagFor } from '../../../machines/model/locale.ts';
import type { OrderPort } from '../../../machines/ports/order.port.ts';
import { openPayPage } from '../browser/pay-page.ts';
import type { CallApi } from './api-client.ts';
import { createKey } from './create-key.ts';

const minutesUntil = (instant: string): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 60_000));

export const createHttpOrder = (api: CallApi, pageLocale: () => string): OrderPort => ({
  loadPrices: ({ country, currency }, signal) => {
    const locale = languageTagFor(pageLocale(), navigator.languages);
    return api('priceData', { payload: { country, currency, locale }, signal });
  },
  createOrderKey: async () => createKey(),
  createOrder: ({ task, ...wish }, signal) =>
    api('createOrder', { payload: { ...wish, ...(task === null ? {} : { task }) }, signal }),
  payOrder: ({ code, ...payload }, signal) =>
    api('payOrder', { params: { code }, payload, signal }),
  loadOrder: ({ code }, signal) => api('order', { params: { code }, signal }),
  loadLastOrder: (_, signal) => api('lastOrder', { signal }),
  findOpenOrders: async (_, signal) => {
    const { orders } = await api('orders', { payload: { open: '1' }, signal });
    return orders.map((order) => ({ ...order, minutesLeft: minutesUntil(order.expiresAt) }));
  },
  checkOrder: ({ code }, signal) => api('checkOrder', { params: { code }, payload: {}, signal }),
  cancelOrder: ({ code }, signal) => api('cancelOrder', { params: { code }, payload: {}, signal }),
  openPayPage,
});
