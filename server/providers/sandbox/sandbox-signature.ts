import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { ProviderEvent } from '../provider.port.ts';

export const signatureHeader = 'sandbox-signature';

/** Older messages are refused, because they may be replays. */
const toleranceMs = 5 * 60_000;

const hmac = (secret: string, at: string, body: Buffer | string) =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');

/** Returns a signature like `t=1763900000000,v1=…`, which covers time and body. */
export const signatureOf = (secret: string, body: string, now: Date): string =>
  `t=${now.getTime()},v1=${hmac(secret, String(now.getTime()), body)}`;

const message = z.object({
  id: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  reference: z.string().min(1).max(100),
});

function isSigned(secret: string, body: Buffer, header: string, now: Date): boolean {
  const [, at = '', given = ''] = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = hmac(secret, at, body);
  return (
    given !== '' &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected)) &&
    Math.abs(now.getTime() - Number(at)) <= toleranceMs
  );
}

/**
 * Verifies and reads a webhook message.
 * @throws AppError invalid_signature, invalid_request
 */
export function readSandboxMessage(
  secret: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
  now: Date,
): ProviderEvent {
  if (!isSigned(secret, body, String(headers[signatureHeader] ?? ''), now)) {
    throw new AppError('invalid_signature', 'the signature is not from the sandbox, or too old');
  }
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new AppError('invalid_request', 'the message is not JSON', { cause: error });
  }
  const parsed = message.safeParse(json);
  if (!parsed.success) throw new AppError('invalid_request', 'the message has an unexpected form');
  return parsed.data;
}
