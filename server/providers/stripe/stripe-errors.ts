import Stripe from 'stripe';
import { ChargeRefused } from '../provider.port.ts';

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** Errors that may disappear, because our account or the customer's can change. */
const mayChange = ['account_closed', 'balance_insufficient', 'lock_timeout', 'rate_limit'];

const wordOf = ({
  decline_code: decline,
  code,
  type,
}: InstanceType<typeof Stripe.errors.StripeError>) => decline ?? code ?? type;

/** Reason of a final refusal by Stripe; null if a repeat may succeed or the outcome is unknown. */
export function refusalOf(error: unknown): string | null {
  const isAnswer = error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
  if (!isAnswer || error.statusCode === 409 || mayChange.includes(error.code ?? '')) return null;
  return wordOf(error);
}

/** @throws ChargeRefused, or the given error */
export function rethrow(error: unknown): never {
  const reason = refusalOf(error);
  throw reason === null ? error : new ChargeRefused(reason, { cause: error });
}

/** The declined charge in the error, or null if there is none. */
export const declinedIn = (error: unknown): Stripe.PaymentIntent | null =>
  error instanceof StripeCardError ? (error.payment_intent ?? null) : null;
