import { ChargeRefused } from '../provider.port.ts';
import { AirwallexError } from './airwallex-client.ts';

/** Statuses of answers that reject the call itself, so that repeating it has the same result. */
const refusals = [400, 404, 422];

/** Error codes after which the same call may succeed. */
const mayChange = ['configuration_error', 'provider_unavailable', 'internal_error'];

/** True if this key was used before, so its call has been processed. */
export const isUsed = (error: unknown): boolean =>
  error instanceof AirwallexError &&
  ['duplicate_request', 'resource_already_exists'].includes(error.code);

/** True for any answer of Airwallex except a server error. */
export const isAnswer = (error: unknown): error is AirwallexError =>
  error instanceof AirwallexError && error.status < 500;

export const isRefusal = (error: unknown): error is AirwallexError =>
  isAnswer(error) &&
  refusals.includes(error.status) &&
  !isUsed(error) &&
  !mayChange.includes(error.code);

/** @throws ChargeRefused, or the given error */
export function rethrow(error: unknown): never {
  throw isRefusal(error) ? new ChargeRefused(error.code, { cause: error }) : error;
}
