import type { Duration } from './duration.ts';
import type { Currency } from './money.ts';

/** The ways to pay (R46). */
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

/** Why a way to pay cannot be used for a purchase: see `unavailableReason` of contract/price.ts. */
export type UnavailableReason =
  | 'provider'
  | 'country'
  | 'currency'
  | 'recurring'
  | 'tooSmall'
  | 'tooLarge';

/** Something on offer. Amounts are integers of the smallest unit, tax included. */
export type Product = Duration & {
  code: string;
  kind: 'pack' | 'pass' | 'plan';
  /** of a plan: in each cycle */
  credits: number;
  amount: number;
  /** the part of `amount` that is tax */
  tax: number;
  /** photos that the credits are enough for, and what each costs then */
  photos: number;
  perPhoto: number;
  /** the next charge of a plan that is bought now with auto-renewal, `at` an ISO instant; null for others */
  renewal: { amount: number; at: string } | null;
  /** why each method cannot be used, once and with auto-renewal; null where it can */
  methods: readonly {
    code: MethodCode;
    once: UnavailableReason | null;
    renewing: UnavailableReason | null;
  }[];
};

export type Method = {
  code: MethodCode;
  name: string;
  /** the name of its picture; null where there is none (R46) */
  icon: string | null;
  countries: readonly string[] | null;
  currencies: readonly Currency[] | null;
  recurring: boolean;
  /** of one payment in the currency of the list, in its smallest unit */
  min: number;
  max: number;
  timeLimitMs: number;
  refundDays: number;
};

/** What is sold in a country, for how much and by which ways to pay (R46). */
export type PriceList = {
  country: string;
  currency: Currency;
  /** the one of the country first */
  currencies: readonly Currency[];
  countries: readonly string[];
  /** `basisPoints` are hundredths of a percent; `name` is empty where there is none */
  tax: { basisPoints: number; name: string };
  /** what the dearest photo that most people make costs, in credits */
  photoCredits: number;
  products: readonly Product[];
  methods: readonly Method[];
};

/** Null where the method can be used for this purchase; without any word of it, nobody offers it. */
export const unavailability = (
  product: Product,
  method: MethodCode,
  autoRenew: boolean,
): UnavailableReason | null => {
  const known = product.methods.find(({ code }) => code === method);
  if (!known) return 'provider';
  return autoRenew ? known.renewing : known.once;
};
