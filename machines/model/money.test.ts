import { describe, expect, it } from 'vitest';
import { currencies, currencySymbol, formatMoney, isCurrency, minorDigits } from './money.ts';

/** Replaces the non-breaking spaces that Intl inserts. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

describe('currencies', () => {
  it('are the nineteen of the specification, each with a distinct symbol (R49)', () => {
    expect(currencies).toHaveLength(19);
    expect(new Set(currencies.map(currencySymbol)).size).toBe(19);
  });

  // Browsers format IDR without decimals, unlike the minor unit of ISO 4217.
  it.each(currencies.filter((currency) => currency !== 'IDR'))(
    'counts %s in its minor unit of ISO 4217',
    (currency) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency });
      expect(minorDigits(currency)).toBe(format.resolvedOptions().maximumFractionDigits);
    },
  );

  it.each(['usd', 'XAU', '', 'toString'])('rejects %j', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(currencySymbol(code)).toBe(code);
  });
});

describe('formatMoney', () => {
  it.each([
    [499, 'USD', 'en', '$4.99'],
    [499, 'USD', 'pt', '$ 4,99'],
    [499, 'EUR', 'de', '4,99 €'],
    [1999, 'EUR', 'fr', '19,99 €'],
    [980, 'JPY', 'ja', '¥980'],
    [12900, 'KRW', 'en', '₩12,900'],
    [7900000, 'IDR', 'en', 'Rp 79,000'],
    [7900050, 'IDR', 'en', 'Rp 79,000.50'],
    [16000, 'TWD', 'ja', 'NT$160'],
    [2490, 'BRL', 'pt', 'R$ 24,90'],
    [3500, 'CNY', 'en', 'CN¥35.00'],
    [44900, 'INR', 'en', '₹449.00'],
    [0, 'USD', 'en', '$0.00'],
  ] as const)('writes %d %s in %s as %s (R49)', (amount, currency, locale, text) => {
    expect(plain(formatMoney({ amount, currency }, locale))).toBe(text);
  });
});
