import type { Duration } from './duration.ts';
import type { Currency } from './money.ts';

/** The payment methods (R46). */
export type MethodCode =
  | 'card'
  | 'paypal'
  | 'dana'
  | 'g_cash'
  | 'touch_n_go'
  | 'maya'
  | 'upi'
  | 'truemoney'
  | 'boost'
  | 'rabbit_line'
  | 'apple_pay'
  | 'shopee'
  | 'google_pay';

/** Why a payment method cannot be used for a purchase: see `unavailableReason` of contract/price.ts. */
export type UnavailableReason =
  | 'provider'
  | 'country'
  | 'currency'
  | 'recurring'
  | 'tooSmall'
  | 'tooLarge';

/** A product on offer. Amounts are integers of the smallest unit, tax included. */
export type Product = Duration & {
  code: string;
  kind: 'pack' | 'pass' | 'plan';
  /** for a plan: per cycle */
  credits: number;
  amount: number;
  /** the tax included in `amount` */
  tax: number;
  /** number of photos that the credits pay for, and the price of each */
  photos: number;
  perPhoto: number;
  /** next charge of a plan bought now with auto-renewal, `at` an ISO instant, or null for other products */
  renewal: { amount: number; at: string } | null;
  /** why each method cannot be used for a single payment and for auto-renewal, or null if it can */
  methods: readonly {
    code: MethodCode;
    once: UnavailableReason | null;
    renewing: UnavailableReason | null;
  }[];
};

export type Method = {
  code: MethodCode;
  name: string;
  /** name of its icon, or null if there is none (R46) */
  icon: string | null;
  countries: readonly string[] | null;
  currencies: readonly Currency[] | null;
  recurring: boolean;
  /** limits of one payment in the currency of the list, in its smallest unit */
  min: number;
  max: number;
  timeLimitMs: number;
  refundDays: number;
};

/** Products, prices and payment methods of a country (R46). */
export type PriceList = {
  country: string;
  currency: Currency;
  /** the country's own currency first */
  currencies: readonly Currency[];
  countries: readonly string[];
  /** `basisPoints` are hundredths of a percent; `name` is empty if there is none */
  tax: { basisPoints: number; name: string };
  /** price in credits of the most expensive photo that most people make */
  photoCredits: number;
  products: readonly Product[];
  methods: readonly Method[];
};

/** Null if the method can be used for this purchase. A method that is not listed is not offered. */
export const unavailability = (
  product: Product,
  method: MethodCode,
  autoRenew: boolean,
): UnavailableReason | null => {
  const known = product.methods.find(({ code }) => code === method);
  if (!known) return 'provider';
  return autoRenew ? known.renewing : known.once;
};
