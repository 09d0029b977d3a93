import { isCurrency, minorDigits } from '../../../machines/model/money.ts';
import type { LoggedEvent } from './forwarder.ts';

/** What pixels call the worth of an event: whole units of the currency; nothing where there is no amount. */
export function worthOf({ parameters }: LoggedEvent): { value?: number; currency?: string } {
  const { amount, currency } = parameters;
  if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrency(currency)) {
    return {};
  }
  return { value: amount / 10 ** minorDigits(currency), currency };
}

/** The same for a repeat of the same order; undefined where repeats are not to be told apart. */
export const repeatIdOf = ({ name, parameters: { order } }: LoggedEvent): string | undefined =>
  typeof order === 'string' ? `${name}.${order}` : undefined;
