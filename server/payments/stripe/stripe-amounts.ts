import { isCurrency, minorDigits } from '../../../machines/model/money.ts';

/*
 * Stripe counts in the smallest unit, too, but in its own digits: docs.stripe.com/currencies. ISK and UGX
 * have none by ISO 4217 and still take two digits there, which have to be 00.
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

/** An amount of ours as Stripe takes it. */
export const toStripe = (amount: number, currency: string): number =>
  isCurrency(currency)
    ? Math.round(amount * 10 ** (stripeDigits(currency) - minorDigits(currency)))
    : amount;

/** What Stripe says was paid; of a currency in which nothing is sold it is kept as it came. */
export function fromStripe(amount: number, given: string): { amount: number; currency: string } {
  const currency = given.toUpperCase();
  if (!isCurrency(currency)) return { amount, currency };
  return {
    currency,
    amount: Math.round(amount * 10 ** (minorDigits(currency) - stripeDigits(currency))),
  };
}
