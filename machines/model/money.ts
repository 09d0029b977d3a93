import type { Currency } from '../../contract/price.ts';

export type { Currency } from '../../contract/price.ts';

/** Currency symbols (R49). Currencies with the same sign get different symbols. */
const symbols: Readonly<Record<Currency, string>> = {
  CNY: 'CN¥',
  USD: '$',
  PHP: '₱',
  ZAR: 'R',
  GBP: '£',
  SGD: 'S$',
  NZD: 'NZ$',
  EUR: '€',
  INR: '₹',
  CAD: 'CA$',
  AUD: 'A$',
  IDR: 'Rp',
  MYR: 'RM',
  KRW: '₩',
  HKD: 'HK$',
  TWD: 'NT$',
  BRL: 'R$',
  THB: '฿',
  JPY: '¥',
};

export const currencies = Object.keys(symbols) as Currency[];

/** An amount in the smallest unit: 499 is 4.99 dollars or 499 yen. */
export type Money = { amount: number; currency: Currency };

/** Currencies without a minor unit (ISO 4217). */
const withoutMinorUnit: readonly Currency[] = ['JPY', 'KRW'];

/** Currencies whose prices are written without a minor unit, although ISO 4217 defines one. */
const writtenWhole: readonly Currency[] = ['IDR', 'TWD'];

/** Returns the number of digits after the decimal point. */
export const minorDigits = (currency: Currency): number =>
  withoutMinorUnit.includes(currency) ? 0 : 2;

export const isCurrency = (code: string): code is Currency => Object.hasOwn(symbols, code);

/**
 * Returns the symbol of a currency, or the code itself if the currency is unknown. @public R49; no
 * page shows a symbol without its amount
 */
export const currencySymbol = (code: string): string => (isCurrency(code) ? symbols[code] : code);

/** Returns the amount as written in the language, with the currency symbol of R49. */
export function formatMoney({ amount, currency }: Money, locale: string): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: writtenWhole.includes(currency) ? 'stripIfInteger' : 'auto',
  });
  return format
    .formatToParts(amount / 10 ** digits)
    .map(({ type, value }) => (type === 'currency' ? symbols[currency] : value))
    .join('');
}
