import { ChargeRefused } from '../provider.port.ts';
import { AirwallexError } from './airwallex-client.ts';

/**
 * HTTP statuses of answers that reject the call itself, so that a repeated call has the same
 * result.
 */
const refusals = [400, 404, 422];

/** Error codes after which the same call may succeed. */
const mayChange = ['configuration_error', 'provider_unavailable', 'internal_error'];

/** Returns true if the idempotency key was used before, so its call has been processed. */
export const isUsed = (error: unknown): boolean =>
  error instanceof AirwallexError &&
  ['duplicate_request', 'resource_already_exists'].includes(error.code);

/** Returns true for any answer of Airwallex except a server error. */
export const isAnswer = (error: unknown): error is AirwallexError =>
  error instanceof AirwallexError && error.status < 500;

export const isRefusal = (error: unknown): error is AirwallexError =>
  isAnswer(error) &&
  refusals.includes(error.status) &&
  !isUsed(error) &&
  !mayChange.includes(error.code);

/** Throws ChargeRefused if Airwallex has refused the call, otherwise the given error. */
export function rethrow(error: unknown): never {
  throw isRefusal(error) ? new ChargeRefused(error.code, { cause: error }) : error;
}
