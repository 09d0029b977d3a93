import { isCurrency, minorDigits } from '../../../machines/model/money.ts';

/*
 * Stripe also counts in the smallest unit, but with its own digits: docs.stripe.com/currencies.
 * ISK and UGX have no decimal digits in ISO 4217, but two at Stripe, which must be 00.
 */
const withoutDigits = [
  ...['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV'],
  ...['XAF', 'XOF', 'XPF'],
];
const withThreeDigits = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

export function stripeDigits(currency: string): number {
  if (withoutDigits.includes(currency)) return 0;
  return withThreeDigits.includes(currency) ? 3 : 2;
}

/** Converts our amount to Stripe's. */
export const toStripe = (amount: number, currency: string): number =>
  isCurrency(currency)
    ? Math.round(amount * 10 ** (stripeDigits(currency) - minorDigits(currency)))
    : amount;

/** Converts Stripe's amount to ours; in a currency without sales it is returned unchanged. */
export function fromStripe(amount: number, given: string): { amount: number; currency: string } {
  const currency = given.toUpperCase();
  if (!isCurrency(currency)) return { amount, currency };
  return {
    currency,
    amount: Math.round(amount * 10 ** (minorDigits(currency) - stripeDigits(currency))),
  };
}
