import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { idOf, referenceKey } from './stripe-reports.ts';

/** Older messages are refused, because they may be replays. */
const toleranceSeconds = 300;

/**
 * Schema of an event. The objects of these events can concern this server's payments: sessions,
 * intents, charges, refunds, disputes.
 */
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
  /**
   * this server's payment id; null if the object does not contain it, in which case the object's
   * intent contains it
   */
  reference: string | null;
  intent: string | null;
};

/**
 * Verifies and reads a webhook message.
 * @throws AppError invalid_signature, invalid_request
 */
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
      throw new AppError('invalid_signature', 'the signature is not from Stripe, or too old', {
        cause,
      });
    }
    throw new AppError('invalid_request', 'the message is not an event', { cause });
  }
  const parsed = event.safeParse(json);
  if (!parsed.success) throw new AppError('invalid_request', 'the message has an unexpected form');
  const { id, type, data } = parsed.data;
  const reference = data.object.metadata?.[referenceKey] ?? null;
  return { id, type, reference, intent: idOf(data.object.payment_intent) };
}
