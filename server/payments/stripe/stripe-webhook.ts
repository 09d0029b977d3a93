import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { idOf, referenceKey } from './stripe-reports.ts';

/** An older message is one that somebody has kept and sends again. */
const toleranceSeconds = 300;

/** The objects that can be about a payment of ours: sessions, intents, charges, refunds, disputes. */
const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      metadata: z.record(z.string(), z.string()).nullish(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
});

export type StripeMessage = {
  id: string;
  type: string;
  /** null where the object does not say; then its intent does */
  reference: string | null;
  intent: string | null;
};

/** @throws AppError invalid_signature, invalid_request */
export function readStripeMessage(
  { webhooks }: Stripe,
  secret: string,
  message: { body: Buffer; headers: IncomingHttpHeaders; now: Date },
): StripeMessage {
  const { body, headers, now } = message;
  const signature = String(headers['stripe-signature'] ?? '');
  let json: unknown;
  try {
    json = webhooks.constructEvent(
      ...[body, signature, secret, toleranceSeconds, undefined, now.getTime()],
    );
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError('invalid_signature', 'Stripe has not signed this, or long ago', { cause });
    }
    throw new AppError('invalid_request', 'the message is no event', { cause });
  }
  const parsed = event.safeParse(json);
  if (!parsed.success) throw new AppError('invalid_request', 'the message has another form');
  const { id, type, data } = parsed.data;
  const reference = data.object.metadata?.[referenceKey] ?? null;
  return { id, type, reference, intent: idOf(data.object.payment_intent) };
}
