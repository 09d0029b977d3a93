import type { MethodCode } from '../../../contract/price.ts';
import { type Capability, limitsIn } from '../../platform/config/methods.ts';

const minuteMs = 60_000;

const worldwide = {
  countries: null,
  currencies: null,
  recurring: true,
  limits: limitsIn(0.5, 10_000),
  timeLimitMs: 30 * minuteMs,
  refundDays: 180,
} satisfies Capability;

/** Returns the capability of a wallet of one country, which accepts only its currency. */
const homeWallet = (
  country: string,
  currency: NonNullable<Capability['currencies']>[number],
  rest: Partial<Capability> = {},
): Capability => ({
  countries: [country],
  currencies: [currency],
  recurring: true,
  limits: limitsIn(0.1, 1000),
  timeLimitMs: 15 * minuteMs,
  refundDays: 90,
  ...rest,
});

/** The sandbox's capabilities, which resemble those of real providers. */
export const sandboxCapabilities: Record<MethodCode, Capability> = {
  card: worldwide,
  paypal: {
    ...worldwide,
    currencies: [
      ...['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'PHP', 'THB', 'MYR'],
      ...['BRL', 'JPY'],
    ] as NonNullable<Capability['currencies']>,
    timeLimitMs: 180 * minuteMs,
  },
  dana: homeWallet('ID', 'IDR', { timeLimitMs: 30 * minuteMs }),
  g_cash: homeWallet('PH', 'PHP'),
  touch_n_go: homeWallet('MY', 'MYR'),
  maya: homeWallet('PH', 'PHP', { recurring: false, timeLimitMs: 60 * minuteMs }),
  upi: homeWallet('IN', 'INR', { recurring: false, timeLimitMs: 10 * minuteMs }),
  truemoney: homeWallet('TH', 'THB', { timeLimitMs: 60 * minuteMs, refundDays: 30 }),
  boost: homeWallet('MY', 'MYR', { recurring: false }),
  rabbit_line: homeWallet('TH', 'THB', { timeLimitMs: 20 * minuteMs }),
  apple_pay: worldwide,
  shopee: {
    ...homeWallet('MY', 'MYR', { recurring: false }),
    countries: ['ID', 'MY', 'PH', 'SG', 'TH'],
    currencies: ['IDR', 'MYR', 'PHP', 'SGD', 'THB'],
  },
  google_pay: worldwide,
};
