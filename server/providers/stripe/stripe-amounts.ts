import { isCurrency, minorDigits } from '../../../machines/model/money.ts';

/*
 * Currencies without decimal digits at Stripe (docs.stripe.com/currencies). Stripe counts in the
 * smallest unit, but with its own number of digits. ISK and UGX have no decimal digits in ISO 4217,
 * but two at Stripe, which must be 00.
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

/** Converts an amount in this server's minor unit to Stripe's unit. */
export const toStripe = (amount: number, currency: string): number =>
  isCurrency(currency)
    ? Math.round(amount * 10 ** (stripeDigits(currency) - minorDigits(currency)))
    : amount;

/**
 * Converts an amount in Stripe's unit to this server's minor unit. If the shop does not sell in the
 * currency, the amount is returned unchanged.
 */
export function fromStripe(amount: number, given: string): { amount: number; currency: string } {
  const currency = given.toUpperCase();
  if (!isCurrency(currency)) return { amount, currency };
  return {
    currency,
    amount: Math.round(amount * 10 ** (minorDigits(currency) - stripeDigits(currency))),
  };
}
