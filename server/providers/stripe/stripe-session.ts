import type Stripe from 'stripe';
import type { CheckoutRequest } from '../provider.port.ts';
import { toStripe } from './stripe-amounts.ts';
import { stripeTypeOf } from './stripe-capabilities.ts';
import { referenceKey } from './stripe-reports.ts';

/**
 * A session must expire at least 30 minutes after its creation, and a repeated call may create it
 * later.
 */
const sessionExtraMs = 31 * 60_000;

/**
 * Returns the parameters of a session. A repeated call with the same key must be identical, so the
 * parameters do not depend on the time of sending.
 */
export function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { reference, method, currency, description, returnUrl, locale } = request;
  const metadata = { [referenceKey]: reference };
  const product = { currency: currency.toLowerCase(), product_data: { name: description } };
  const unit_amount = toStripe(request.amount, currency);
  return {
    mode: 'payment',
    client_reference_id: reference,
    metadata,
    locale: localeOf(locale),
    success_url: returnUrl,
    cancel_url: returnUrl,
    allowed_payment_method_types: [stripeTypeOf(method)],
    line_items: [{ quantity: 1, price_data: { ...product, unit_amount } }],
    expires_at: Math.floor((request.expiresAt.getTime() + sessionExtraMs) / 1000),
    // Without this setting, Stripe may offer the buyer another currency than the order's.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      description,
      metadata,
      ...(request.savesMandate ? { setup_future_usage: 'off_session' } : {}),
    },
    ...(request.savesMandate ? { customer_creation: 'always' } : {}),
  };
}

const localeOf = (locale: string) => locale as Stripe.Checkout.SessionCreateParams.Locale;
