import { isCurrency, minorDigits } from '../../../machines/model/money.ts';
import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';

/**
 * Returns the value of an event for ad pixels, in whole units of the currency. Returns an empty
 * object if the event has no amount.
 */
export function worthOf({ parameters }: LoggedEvent): { value?: number; currency?: string } {
  const { amount, currency } = parameters;
  if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrency(currency)) {
    return {};
  }
  return { value: amount / 10 ** minorDigits(currency), currency };
}

/**
 * Returns the id by which pixels drop repeated events of an order, or undefined for events without
 * an order.
 */
export const repeatIdOf = ({ name, parameters: { order } }: LoggedEvent): string | undefined =>
  typeof order === 'string' ? `${name}.${order}` : undefined;
