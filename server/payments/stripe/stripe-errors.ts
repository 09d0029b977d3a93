import Stripe from 'stripe';
import { ChargeRefused } from '../provider.port.ts';

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** Its account, or that of its customer, may be changed by tomorrow. */
const mayChange = ['account_closed', 'balance_insufficient', 'lock_timeout', 'rate_limit'];

const wordOf = ({
  decline_code: decline,
  code,
  type,
}: InstanceType<typeof Stripe.errors.StripeError>) => decline ?? code ?? type;

/** Why Stripe will not do this, now or later; null when it may, or when nobody knows what it did. */
export function refusalOf(error: unknown): string | null {
  const isAnswer = error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
  if (!isAnswer || error.statusCode === 409 || mayChange.includes(error.code ?? '')) return null;
  return wordOf(error);
}

/** @throws ChargeRefused, or what was given */
export function rethrow(error: unknown): never {
  const reason = refusalOf(error);
  throw reason === null ? error : new ChargeRefused(reason, { cause: error });
}

/** The charge that was declined; null when there is none. */
export const declinedIn = (error: unknown): Stripe.PaymentIntent | null =>
  error instanceof StripeCardError ? (error.payment_intent ?? null) : null;
