/** What stands beside an amount (R49). Currencies that share a sign get one that tells them apart. */
const symbols = {
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
} as const;

export type Currency = keyof typeof symbols;

/** The currencies in which something is sold. */
export const currencies = Object.keys(symbols) as Currency[];

/** An amount as an integer of the smallest unit: 499 is 4.99 dollars, 499 yen. */
export type Money = { amount: number; currency: Currency };

/** They have no smaller unit (ISO 4217). */
const withoutMinorUnit: readonly Currency[] = ['JPY', 'KRW'];

/** They have one by ISO 4217, and nobody writes it where it is zero. */
const writtenWhole: readonly Currency[] = ['IDR', 'TWD'];

/** Digits behind the point. */
export const minorDigits = (currency: Currency): number =>
  withoutMinorUnit.includes(currency) ? 0 : 2;

export const isCurrency = (code: string): code is Currency => Object.hasOwn(symbols, code);

/**
 * The symbol of a currency; the code itself of one that is not among them.
 * @public R49; no page shows one without its amount
 */
export const currencySymbol = (code: string): string => (isCurrency(code) ? symbols[code] : code);

/** The amount as people in that language write it, with the symbol of R49. */
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
