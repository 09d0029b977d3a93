import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';

/** Older messages are refused, because they may be replays. */
const toleranceMs = 5 * 60_000;

/**
 * Schema of a message. The objects of these messages can concern this server's payments: intents,
 * attempts, consents, refunds, disputes.
 */
const message = z.object({
  id: z.string().min(1).max(255),
  name: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      merchant_order_id: z.string().nullish(),
      payment_intent_id: z.string().nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    }),
  }),
});

export type AirwallexMessage = {
  id: string;
  type: string;
  /**
   * this server's payment id; null if the object does not contain it, in which case the object's
   * intent contains it
   */
  reference: string | null;
  intent: string | null;
};

function isSigned(secret: string, body: Buffer, headers: IncomingHttpHeaders, now: Date): boolean {
  const at = String(headers['x-timestamp'] ?? '');
  const given = String(headers['x-signature'] ?? '');
  if (!/^\d{1,16}$/.test(at) || !/^[0-9a-f]{64}$/.test(given)) return false;
  const expected = createHmac('sha256', secret).update(at).update(body).digest('hex');
  return (
    timingSafeEqual(Buffer.from(given), Buffer.from(expected)) &&
    Math.abs(now.getTime() - Number(at)) <= toleranceMs
  );
}

/**
 * Verifies and reads a webhook message.
 * @throws AppError invalid_signature, invalid_request
 */
export function readAirwallexMessage(
  secret: string,
  given: { body: Buffer; headers: IncomingHttpHeaders; now: Date },
): AirwallexMessage {
  const { body, headers, now } = given;
  if (!isSigned(secret, body, headers, now)) {
    throw new AppError('invalid_signature', 'the signature is not from Airwallex, or too old');
  }
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new AppError('invalid_request', 'the message is not JSON', { cause });
  }
  const parsed = message.safeParse(json);
  if (!parsed.success) throw new AppError('invalid_request', 'the message has an unexpected form');
  const { id, name: type, data } = parsed.data;
  const { merchant_order_id, payment_intent_id, metadata } = data.object;
  const noted = typeof metadata?.payment === 'string' ? metadata.payment : null;
  return { id, type, intent: payment_intent_id ?? null, reference: merchant_order_id ?? noted };
}
