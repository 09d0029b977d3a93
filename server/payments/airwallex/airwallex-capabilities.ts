import type { MethodCode } from '../../../contract/price.ts';
import type { Currency } from '../../../machines/model/money.ts';
import { type Capability, limitsIn } from '../methods.ts';

const minuteMs = 60_000;

/** What a wallet's page or code is open for. */
const timeLimitMs = 10 * minuteMs;

/** A wallet of one country, which takes its currency only; amounts are in its minor unit. */
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
 * What its documentation says of our methods, as far as a server alone can begin them: cards and
 * the wallets of phones need its script on our page. Where it names no figures, careful ones
 * are taken from the wallet's other partners, and marked as guessed.
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

/** These ask how the buyer sees the page: a code for the phone, or a link where there is none. */
const withFlow = ['dana', 'gcash', 'tng', 'truemoney', 'rabbit_line_pay'];
/** These ask who pays, and take any name. */
const withName = ['boost', 'shopee_pay'];

export type AirwallexMethod = { type: string } & Record<string, unknown>;

/** A method as it is confirmed or linked with. */
export function airwallexMethodOf(method: MethodCode, shopper: string): AirwallexMethod {
  const type = types[method];
  if (!type) throw new Error(`Airwallex has no ${method}`);
  if (withFlow.includes(type)) return { type, [type]: { flow: 'qrcode' } };
  if (withName.includes(type)) return { type, [type]: { shopper_name: shopper } };
  return { type };
}
