import type { MethodCode } from '../../../contract/price.ts';
import type { Currency } from '../../../machines/model/money.ts';
import { type Capability, limitsIn } from '../../platform/config/methods.ts';

const minuteMs = 60_000;

/** Lifetime of a wallet's payment page or QR code. */
const timeLimitMs = 10 * minuteMs;

/**
 * Returns the capability of a wallet of one country, which accepts only its currency. Amounts are
 * in the minor unit of this currency.
 */
const homeWallet = (
  country: string,
  currency: Currency,
  limits: { min: number; max: number },
  rest: Partial<Capability> = {},
): Capability => ({
  countries: [country],
  currencies: [currency],
  recurring: true,
  timeLimitMs,
  limits: () => limits,
  refundDays: 180,
  guessed: ['limits', 'time', 'refund'],
  ...rest,
});

/**
 * Capabilities according to Airwallex's documentation. Only methods that work from a server are
 * included: cards and phone wallets would need Airwallex's script on the page. If the documentation
 * lacks a value, a cautious value of the wallet's other partners is used and marked as guessed.
 */
export const airwallexCapabilities: Record<MethodCode, Capability | null> = {
  paypal: {
    countries: null,
    recurring: false,
    timeLimitMs: 60 * minuteMs,
    refundDays: 180,
    currencies: ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
    limits: limitsIn(0.5, 10_000),
    guessed: ['limits', 'time', 'refund'],
  },
  dana: homeWallet(
    'ID',
    'IDR',
    { min: 30_000, max: 1_000_000_000 },
    { guessed: ['limits', 'refund'] },
  ),
  g_cash: homeWallet('PH', 'PHP', { min: 100, max: 10_000_000 }, { guessed: ['refund'] }),
  touch_n_go: homeWallet('MY', 'MYR', { min: 10, max: 2_000_000 }),
  truemoney: homeWallet('TH', 'THB', { min: 100, max: 5_000_000 }),
  rabbit_line: homeWallet(
    'TH',
    'THB',
    { min: 100, max: 5_000_000 },
    { guessed: ['renews', 'limits', 'time', 'refund'] },
  ),
  boost: homeWallet('MY', 'MYR', { min: 101, max: 499_900 }, { recurring: false }),
  shopee: {
    countries: ['ID', 'MY', 'PH'],
    currencies: ['IDR', 'MYR', 'PHP'],
    recurring: false,
    limits: limitsIn(0.5, 1000),
    timeLimitMs,
    refundDays: 180,
    guessed: ['countries', 'limits', 'time', 'refund'],
  },
  card: null,
  apple_pay: null,
  google_pay: null,
  maya: null,
  upi: null,
};

const types: Partial<Record<MethodCode, string>> = {
  paypal: 'paypal',
  dana: 'dana',
  g_cash: 'gcash',
  touch_n_go: 'tng',
  truemoney: 'truemoney',
  rabbit_line: 'rabbit_line_pay',
  boost: 'boost',
  shopee: 'shopee_pay',
};

/**
 * Methods that require the parameter `flow`, which requests a QR code, or a link if there is no QR
 * code.
 */
const withFlow = ['dana', 'gcash', 'tng', 'truemoney', 'rabbit_line_pay'];
/** Methods that require the payer's name. They accept any name. */
const withName = ['boost', 'shopee_pay'];

export type AirwallexMethod = { type: string } & Record<string, unknown>;

/** Returns the parameters to confirm or link a method. */
export function airwallexMethodOf(method: MethodCode, shopper: string): AirwallexMethod {
  const type = types[method];
  if (!type) throw new Error(`Airwallex does not support ${method}.`);
  if (withFlow.includes(type)) return { type, [type]: { flow: 'qrcode' } };
  if (withName.includes(type)) return { type, [type]: { shopper_name: shopper } };
  return { type };
}
