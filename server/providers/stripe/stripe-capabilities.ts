import type { MethodCode } from '../../../contract/price.ts';
import type { Currency } from '../../../machines/model/money.ts';
import { type Capability, type Limits, limitsIn } from '../../platform/config/methods.ts';

const minuteMs = 60_000;

/**
 * Time limit of a payment. It is shorter than the lifetime of a Checkout Session, because this
 * server closes the session. Stripe's own expiry is only needed if this server is down.
 */
const timeLimitMs = 60 * minuteMs;

/**
 * Stripe's minimum charge. If Stripe names no amount for a currency, the value of half a dollar is
 * used.
 */
const least: Partial<Record<Currency, number>> = {
  USD: 50,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  INR: 50,
  JPY: 50,
  MYR: 200,
  NZD: 50,
  SGD: 50,
  THB: 1000,
};

/** Returns the largest amount: eight digits, or twelve for rupiah. */
const most = (currency: Currency) => (currency === 'IDR' ? 999_999_999_999 : 99_999_999);

const limits = (currency: Currency): Limits => ({
  min: least[currency] ?? limitsIn(0.5, 1)(currency).min,
  max: most(currency),
});

/**
 * Stripe names no time limit for refunds to a card. Card schemes accept refunds for about half a
 * year.
 */
const card: Capability = {
  countries: null,
  currencies: null,
  recurring: true,
  limits,
  timeLimitMs,
  refundDays: 180,
  guessed: ['refund'],
};

/**
 * Capabilities according to Stripe's documentation. Only methods of hosted Checkout are included.
 */
export const stripeCapabilities: Record<MethodCode, Capability | null> = {
  card,
  paypal: {
    ...card,
    currencies: ['EUR', 'GBP', 'USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
    guessed: ['limits', 'refund'],
  },
  // For plans, UPI needs a mandate with an amount, and a notice a day before each charge.
  upi: {
    countries: ['IN'],
    currencies: ['INR'],
    recurring: false,
    timeLimitMs,
    refundDays: 60,
    limits: () => ({ min: 100, max: 10_000_000 }),
  },
  apple_pay: card,
  google_pay: card,
  dana: null,
  g_cash: null,
  touch_n_go: null,
  maya: null,
  truemoney: null,
  boost: null,
  rabbit_line: null,
  shopee: null,
};

/**
 * Returns Stripe's name of a method. Phone wallets count as cards, because Checkout shows them if
 * the device supports them.
 */
export function stripeTypeOf(method: MethodCode): 'card' | 'paypal' | 'upi' {
  if (method === 'paypal' || method === 'upi') return method;
  return 'card';
}
