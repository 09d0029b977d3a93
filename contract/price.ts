import { z } from 'zod';

/*
 * Prices (R46, R49). Amounts are integers in the minor unit of their currency, tax included: 499 is
 * 4.99 dollars or 499 yen.
 */

export const currency = z.enum([
  ...['CNY', 'USD', 'PHP', 'ZAR', 'GBP', 'SGD', 'NZD', 'EUR', 'INR', 'CAD', 'AUD', 'IDR', 'MYR'],
  ...['KRW', 'HKD', 'TWD', 'BRL', 'THB', 'JPY'],
] as const);
export type Currency = z.infer<typeof currency>;

/** The payment methods of R46. */
export const methodCode = z.enum([
  ...['card', 'paypal', 'dana', 'g_cash', 'touch_n_go', 'maya', 'upi', 'truemoney', 'boost'],
  ...['rabbit_line', 'apple_pay', 'shopee', 'google_pay'],
] as const);
export type MethodCode = z.infer<typeof methodCode>;

/** Two letters, ISO 3166. */
export const country = z.string().regex(/^[A-Z]{2}$/);

export const amount = z.int().min(1).max(100_000_000_000);

/**
 * GET /v1/price/data. If the country is absent, the server derives it from the language. If the
 * currency is absent, the server derives it from the country.
 */
export const priceQuery = z.object({
  country: country.optional(),
  currency: currency.optional(),
  locale: z.string().max(35).optional(),
});

/**
 * Reasons why a payment method cannot be used for a purchase. `provider`: no provider offers the
 * method; `recurring`: the method cannot renew a product; `tooSmall`, `tooLarge`: the amount is
 * outside the limits of the method.
 */
export const unavailableReason = z.enum([
  ...['provider', 'country', 'currency', 'recurring', 'tooSmall', 'tooLarge'],
] as const);
export type UnavailableReason = z.infer<typeof unavailableReason>;

/** 1 hour, 2 day, 3 week, 4 month, 5 year (R48) */
export const durationUnit = z.int().min(1).max(5);

const product = z.object({
  code: z.string(),
  kind: z.enum(['pack', 'pass', 'plan']),
  /** for a plan: credits per cycle */
  credits: z.int().min(1),
  /** a plan's cycle; otherwise how long the credits of a pack or pass last */
  duration: z.int().min(1),
  durationUnit,
  amount,
  /** the tax included in `amount` */
  tax: z.int().min(0),
  /**
   * number of photos that the credits pay for, at `photoCredits` each; `perPhoto` is the price of
   * one photo, rounded up
   */
  photos: z.int().min(0),
  perPhoto: z.int().min(0),
  /** next charge of a plan bought now with auto-renewal, or null for other products */
  renewal: z.object({ amount, at: z.iso.datetime() }).nullable(),
  /**
   * reason why a method cannot be used for a single payment (`once`) or for auto-renewal; null if
   * it can be used
   */
  methods: z.array(
    z.object({
      code: methodCode,
      once: unavailableReason.nullable(),
      renewing: unavailableReason.nullable(),
    }),
  ),
});

const method = z.object({
  code: methodCode,
  name: z.string(),
  /** name of the method's icon, or null if it has none (R46) */
  icon: z.string().nullable(),
  /** countries in which the method works, or null for all countries on offer */
  countries: z.array(country).nullable(),
  currencies: z.array(currency).nullable(),
  recurring: z.boolean(),
  /** limits of one payment in this currency, in its minor unit */
  min: z.int().min(0),
  max: z.int().min(0),
  /** milliseconds until an unfinished payment expires */
  timeLimitMs: z.int().min(0),
  /** days within which a payment can be refunded */
  refundDays: z.int().min(0),
});

export const priceData = z.object({
  /** the requested country, or a guess if the request has no country */
  country,
  currency,
  /** the country's own currency first */
  currencies: z.array(currency),
  /** countries in which products are sold */
  countries: z.array(country),
  tax: z.object({
    /** hundredths of a percent: 1900 is 19 % */
    basisPoints: z.int().min(0),
    /** local name of the tax, as on a receipt; empty if there is none */
    name: z.string(),
  }),
  /**
   * credits for one photo, with which the shop computes `photos`: the price of the most expensive
   * function that most people use
   */
  photoCredits: z.int().min(1),
  products: z.array(product),
  methods: z.array(method),
});
export type PriceData = z.infer<typeof priceData>;
