import { ChargeRefused } from '../provider.port.ts';
import { AirwallexError } from './airwallex-client.ts';

/** Answers about the call itself: nothing else than they say will ever come of it. */
const refusals = [400, 404, 422];

/** It is not the call that is wrong: whoever asks again may be answered otherwise. */
const mayChange = ['configuration_error', 'provider_unavailable', 'internal_error'];

/** This key was used: what it was used for has happened. */
export const isUsed = (error: unknown): boolean =>
  error instanceof AirwallexError &&
  ['duplicate_request', 'resource_already_exists'].includes(error.code);

/** Airwallex has answered, whatever it was; not that it was in trouble. */
export const isAnswer = (error: unknown): error is AirwallexError =>
  error instanceof AirwallexError && error.status < 500;

export const isRefusal = (error: unknown): error is AirwallexError =>
  isAnswer(error) &&
  refusals.includes(error.status) &&
  !isUsed(error) &&
  !mayChange.includes(error.code);

/** @throws ChargeRefused, or what was given */
export function rethrow(error: unknown): never {
  throw isRefusal(error) ? new ChargeRefused(error.code, { cause: error }) : error;
}
