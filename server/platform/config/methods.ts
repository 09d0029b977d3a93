import type { MethodCode } from '../../../contract/price.ts';
import { type Currency, currencies } from '../../../machines/model/money.ts';

/** Kind of payment page, which determines the buyer's steps. */
export type MethodFamily = 'card' | 'wallet' | 'upi' | 'bank';

export type Method = {
  code: MethodCode;
  name: string;
  /** name of the icon; null for apple_pay, shopee and google_pay, which have no icon (R46) */
  icon: string | null;
  family: MethodFamily;
};

const method = (
  code: MethodCode,
  name: string,
  family: MethodFamily,
  icon: string | null = code,
): Method => ({ code, name, icon, family });

/** The thirteen payment methods of R46, in the order of the specification. */
export const methods: readonly Method[] = [
  method('card', 'Card', 'card'),
  method('paypal', 'PayPal', 'wallet'),
  method('dana', 'DANA', 'wallet'),
  method('g_cash', 'GCash', 'wallet'),
  method('touch_n_go', 'Touch ’n Go eWallet', 'wallet'),
  method('maya', 'Maya', 'bank'),
  method('upi', 'UPI', 'upi'),
  method('truemoney', 'TrueMoney', 'bank'),
  method('boost', 'Boost', 'wallet'),
  method('rabbit_line', 'Rabbit LINE Pay', 'wallet'),
  method('apple_pay', 'Apple Pay', 'wallet', null),
  method('shopee', 'ShopeePay', 'wallet', null),
  method('google_pay', 'Google Pay', 'wallet', null),
];

export const methodOf = (code: MethodCode): Method => {
  const found = methods.find((one) => one.code === code);
  if (!found) throw new Error(`Unknown payment method ${code}.`);
  return found;
};

/** About one US dollar in the minor unit of each currency. This is exact enough for limits. */
const dollar: Record<Currency, number> = {
  CNY: 700,
  USD: 100,
  PHP: 5800,
  ZAR: 1800,
  GBP: 80,
  SGD: 130,
  NZD: 170,
  EUR: 90,
  INR: 8500,
  CAD: 140,
  AUD: 150,
  IDR: 1_600_000,
  MYR: 440,
  KRW: 1400,
  HKD: 780,
  TWD: 3200,
  BRL: 550,
  THB: 3400,
  JPY: 150,
};

export type Limits = { min: number; max: number };

/** Returns a function that converts dollar limits for one payment to any currency. */
export const limitsIn =
  (min: number, max: number) =>
  (currency: Currency): Limits => ({
    min: Math.ceil(min * dollar[currency]),
    max: Math.floor(max * dollar[currency]),
  });

/** How a provider supports a payment method. */
export type Capability = {
  /** null if every country of the price list is supported */
  countries: readonly string[] | null;
  /** null if all currencies are supported */
  currencies: readonly Currency[] | null;
  recurring: boolean;
  limits: (currency: Currency) => Limits;
  /** time from the start of a payment until it expires */
  timeLimitMs: number;
  /** days within which a payment can be refunded */
  refundDays: number;
  /**
   * names of the fields that are missing in the provider's documentation; their values are careful
   * guesses that an operator should check
   */
  guessed?: readonly ('renews' | 'countries' | 'limits' | 'time' | 'refund')[];
};

export const takesCurrency = ({ currencies: taken }: Capability, currency: Currency): boolean =>
  (taken ?? currencies).includes(currency);
