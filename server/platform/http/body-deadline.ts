import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Pace } from '../storage/disk/receive-form.ts';

/** An upload gets an initial time, and then must arrive at the rate of a poor mobile network. */
export const uploadPace: Pace = { startMs: 20_000, bytesPerSecond: 16_000 };

/** Time limit for a JSON body, which has at most 64 kB. */
const bodyMs = 10_000;

/** Returns true if the request has a body that was not read completely. */
export function hasUnreadBody({ raw }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return !raw.complete && (encoding !== undefined || (length !== undefined && length !== '0'));
}

/**
 * Passes a body on, and fails if it arrives too slowly. The request itself is not closed, because
 * its connection is needed for the answer.
 */
export function withinDeadline(payload: Readable, ms: number = bodyMs): Readable {
  const passed = new PassThrough();
  const timer = setTimeout(
    () => passed.destroy(new AppError('body_timeout', 'the body arrives too slowly')),
    ms,
  );
  // Prevents an unhandled error if nothing reads the body any longer, for example because it is too
  // large.
  passed.on('error', () => {});
  passed.once('close', () => clearTimeout(timer));
  payload.once('error', (error) => passed.destroy(error));
  return payload.pipe(passed);
}
