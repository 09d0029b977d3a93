import type { Currency } from '../model/money.ts';
import type { OpenOrder, Order, OrderWish } from '../model/order.ts';
import type { MethodCode, PriceList } from '../model/price.ts';
import type { PortCall } from './port.ts';

/** What is sold, and a user's orders. But for prices, every call rejects with code 10009 when nobody is signed in. */
export type OrderPort = {
  /** GET /v1/price/data: null is what the server takes from the language. */
  loadPrices: PortCall<{ country: string | null; currency: Currency | null }, PriceList>;
  /** A key for one purchase; a new one for each. */
  createOrderKey: PortCall<void, string>;
  /**
   * POST /v1/order: the order of the same purchase that waits for its money, or a new one. Rejects with the codes unknown_product, price_changed, method_unavailable,
   * subscription_exists, idempotency_conflict, provider_unavailable.
   */
  createOrder: PortCall<OrderWish, Order>;
  /** POST /v1/order/pay/{code}: another try; order_closed also while its money may be on its way. Codes order_not_found, order_closed, method_unavailable, provider_unavailable. */
  payOrder: PortCall<{ code: string; method: MethodCode; idempotencyKey: string }, Order>;
  /** GET /v1/order/code/{code}. Code order_not_found. */
  loadOrder: PortCall<{ code: string }, Order>;
  /** GET /v1/order/last (R47): the user's newest order; null without any. */
  loadLastOrder: PortCall<void, Order | null>;
  /** GET /v1/order?open=1: purchases that can still be paid, the newest first. */
  findOpenOrders: PortCall<void, readonly OpenOrder[]>;
  /** POST /v1/order/check/{code}: the server asks the provider now. Codes order_not_found, provider_unavailable. */
  checkOrder: PortCall<{ code: string }, Order>;
  /** POST /v1/order/cancel/{code}. Codes order_not_found, order_closed. */
  cancelOrder: PortCall<{ code: string }, Order>;
  /** Leaves for the page of a provider, which ends this document; rejects when the browser refuses. */
  openPayPage: PortCall<{ url: string }, void>;
};
