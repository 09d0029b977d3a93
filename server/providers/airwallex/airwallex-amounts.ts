import { isCurrency, minorDigits } from '../../../machines/model/money.ts';

/*
 * Number of minor units in one unit of a currency. Airwallex writes amounts as decimals, with the
 * number of digits in ISO 4217, which this server uses, too.
 */

const factor = (currency: string) => 10 ** (isCurrency(currency) ? minorDigits(currency) : 2);

export const toAirwallex = (amount: number, currency: string): number => amount / factor(currency);

/**
 * Converts a decimal amount to minor units. The result is rounded, because 4.35 × 100 is slightly
 * less than 435.
 */
export const fromAirwallex = (amount: number, currency: string): number =>
  Math.round(amount * factor(currency));
