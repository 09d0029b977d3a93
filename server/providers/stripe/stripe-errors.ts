import Stripe from 'stripe';
import { ChargeRefused } from '../provider.port.ts';

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/**
 * Error codes that may disappear, because this shop's account or the customer's account can change.
 */
const mayChange = ['account_closed', 'balance_insufficient', 'lock_timeout', 'rate_limit'];

const wordOf = ({
  decline_code: decline,
  code,
  type,
}: InstanceType<typeof Stripe.errors.StripeError>) => decline ?? code ?? type;

/**
 * Returns the reason of a final refusal by Stripe. Returns null if a repeated call may succeed or
 * the outcome is unknown.
 */
export function refusalOf(error: unknown): string | null {
  const isAnswer = error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
  if (!isAnswer || error.statusCode === 409 || mayChange.includes(error.code ?? '')) return null;
  return wordOf(error);
}

/** Throws ChargeRefused if Stripe has refused the charge finally, otherwise the given error. */
export function rethrow(error: unknown): never {
  const reason = refusalOf(error);
  throw reason === null ? error : new ChargeRefused(reason, { cause: error });
}

/** Returns the declined charge in the error, or null if there is none. */
export const declinedIn = (error: unknown): Stripe.PaymentIntent | null =>
  error instanceof StripeCardError ? (error.payment_intent ?? null) : null;
