import type { OpenOrder, Order, OrderWish } from '../model/order.ts';
import type { MethodCode, PriceList, Product, UnavailableReason } from '../model/price.ts';

const never: Partial<Record<MethodCode, UnavailableReason>> = { dana: 'country' };
const once: Partial<Record<MethodCode, UnavailableReason>> = { ...never, maya: 'recurring' };

const codes = ['card', 'paypal', 'maya', 'dana'] as const;

const methods: Product['methods'] = codes.map((code) => ({
  code,
  once: never[code] ?? null,
  renewing: once[code] ?? null,
}));

const product = (changes: Partial<Product>): Product => ({
  code: 'pack-100',
  kind: 'pack',
  credits: 100,
  amount: 399,
  tax: 64,
  photos: 25,
  perPhoto: 16,
  duration: 12,
  durationUnit: 4,
  renewal: null,
  methods,
  ...changes,
});

const plan = (code: string, credits: number, amount: number, durationUnit: number): Product =>
  product({
    code,
    kind: 'plan',
    credits,
    amount,
    duration: 1,
    durationUnit,
    photos: Math.floor(credits / 4),
    perPhoto: Math.ceil(amount / (credits / 4)),
    renewal: { amount, at: '2030-02-01T00:00:00.000Z' },
  });

/** A pack, a day pass and two plans, with the euro prices of Germany. */
export const samplePrices: PriceList = {
  country: 'DE',
  currency: 'EUR',
  currencies: ['EUR'],
  countries: ['DE', 'JP', 'US'],
  tax: { basisPoints: 1900, name: 'VAT' },
  photoCredits: 4,
  products: [
    product({}),
    product({
      code: 'pass-day',
      kind: 'pass',
      credits: 60,
      amount: 199,
      tax: 32,
      photos: 15,
      perPhoto: 14,
      duration: 1,
      durationUnit: 2,
    }),
    plan('plan-week', 150, 499, 3),
    plan('plan-month', 600, 1299, 4),
  ],
  methods: codes.map((code) => ({
    code,
    name: { card: 'Card', paypal: 'PayPal', maya: 'Maya', dana: 'DANA' }[code],
    icon: code,
    countries: code === 'dana' ? ['ID'] : null,
    currencies: null,
    recurring: code !== 'maya',
    min: 50,
    max: 1_000_000,
    timeLimitMs: 1_800_000,
    refundDays: 180,
  })),
};

/** Returns an order of a pack whose buyer is on the payment page. */
export const sampleOrder = (changes: Partial<Order> = {}): Order => ({
  code: 'LW-ABCD-2345',
  status: 'open',
  success: false,
  productCode: 'pack-100',
  productKind: 'pack',
  reason: 'purchase',
  credits: 100,
  duration: 12,
  durationUnit: 4,
  currency: 'EUR',
  amount: 399,
  tax: 64,
  taxBasisPoints: 1900,
  country: 'DE',
  autoRenew: false,
  createdAt: '2030-01-01T00:00:00.000Z',
  paidAt: null,
  expiresAt: '2030-01-01T00:30:00.000Z',
  isLate: false,
  mayArrive: false,
  payment: {
    method: 'card',
    status: 'awaiting',
    reason: null,
    checkout: { kind: 'redirect', url: 'https://pay.example/1' },
  },
  refunds: [],
  receiptNumber: null,
  withdrawableUntil: null,
  task: null,
  ...changes,
});

export const openOrder: OpenOrder = { ...sampleOrder(), minutesLeft: 30 };

export const paidOrder = (changes: Partial<Order> = {}): Order =>
  sampleOrder({
    status: 'paid',
    success: true,
    paidAt: '2030-01-01T00:01:00.000Z',
    receiptNumber: 'LW-2030-0000001',
    withdrawableUntil: '2030-01-15T00:01:00.000Z',
    payment: { method: 'card', status: 'succeeded', reason: null, checkout: { kind: 'none' } },
    ...changes,
  });

/** Returns the order for a product of `samplePrices`. */
export function orderedBy(wish: OrderWish, code: string): Order {
  const found = samplePrices.products.find((one) => one.code === wish.productCode) ?? product({});
  const { kind: productKind, credits, duration, durationUnit, tax } = found;
  const { productCode, currency, amount, country, autoRenew, task, method } = wish;
  return sampleOrder({
    code,
    productCode,
    productKind,
    credits,
    duration,
    durationUnit,
    tax,
    currency,
    amount,
    country,
    autoRenew,
    task,
    payment: {
      method,
      status: 'awaiting',
      reason: null,
      checkout: { kind: 'redirect', url: `https://pay.example/${code}` },
    },
  });
}
