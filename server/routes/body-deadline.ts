import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Pace } from '../storage/disk/receive-form.ts';

/** An upload begins within a while and then keeps up the rate of a poor mobile network. */
export const uploadPace: Pace = { startMs: 20_000, bytesPerSecond: 16_000 };

/** JSON bodies have 64 kB at most. */
const bodyMs = 10_000;

/** Whether the request announces a body that has not arrived yet. */
export function hasUnreadBody({ raw }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return !raw.complete && (encoding !== undefined || (length !== undefined && length !== '0'));
}

/**
 * Passes a body on, and fails when it takes too long. The request itself stays open: the answer goes
 * through its connection.
 */
export function withinDeadline(payload: Readable, ms: number = bodyMs): Readable {
  const passed = new PassThrough();
  const timer = setTimeout(
    () => passed.destroy(new AppError('body_timeout', 'the body arrives too slowly')),
    ms,
  );
  // Whoever reads it may have left already, as from a body that is too large.
  passed.on('error', () => {});
  passed.once('close', () => clearTimeout(timer));
  payload.once('error', (error) => passed.destroy(error));
  return payload.pipe(passed);
}
