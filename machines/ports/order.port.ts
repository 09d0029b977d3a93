import type { Currency } from '../model/money.ts';
import type { OpenOrder, Order, OrderWish } from '../model/order.ts';
import type { MethodCode, PriceList } from '../model/price.ts';
import type { PortCall } from './port.ts';

/**
 * Products, and a user's orders. Every call except `loadPrices` rejects with code 10009 if the user
 * is not signed in.
 */
export type OrderPort = {
  /** GET /v1/price/data. If `country` is null, the server uses the country of the language. */
  loadPrices: PortCall<{ country: string | null; currency: Currency | null }, PriceList>;
  /** A new key for each purchase. */
  createOrderKey: PortCall<void, string>;
  /**
   * POST /v1/order: returns the same purchase's unpaid order, or a new order. Codes
   * unknown_product, price_changed, method_unavailable, subscription_exists, idempotency_conflict,
   * provider_unavailable.
   */
  createOrder: PortCall<OrderWish, Order>;
  /**
   * POST /v1/order/pay/{code}: starts another payment. Codes order_not_found, order_closed (also
   * while a payment may be on its way), method_unavailable, provider_unavailable.
   */
  payOrder: PortCall<{ code: string; method: MethodCode; idempotencyKey: string }, Order>;
  /** GET /v1/order/code/{code}. Code order_not_found. */
  loadOrder: PortCall<{ code: string }, Order>;
  /** GET /v1/order/last (R47): the user's newest order, or null if there is none. */
  loadLastOrder: PortCall<void, Order | null>;
  /** GET /v1/order?open=1: orders that can still be paid, newest first. */
  findOpenOrders: PortCall<void, readonly OpenOrder[]>;
  /**
   * POST /v1/order/check/{code}: the server checks the payment with the provider now. Codes
   * order_not_found, provider_unavailable.
   */
  checkOrder: PortCall<{ code: string }, Order>;
  /** POST /v1/order/cancel/{code}. Codes order_not_found, order_closed. */
  cancelOrder: PortCall<{ code: string }, Order>;
  /**
   * Opens the payment page, in another tab or in this tab. In this tab, the call ends this document.
   * Rejects if the browser refuses, for example to open a tab long after the last press.
   */
  openPayPage: PortCall<{ url: string; inNewTab: boolean }, void>;
};
