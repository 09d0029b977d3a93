import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Pace } from '../storage/disk/receive-form.ts';

/** An upload must begin soon and then keep the rate of a poor mobile network. */
export const uploadPace: Pace = { startMs: 20_000, bytesPerSecond: 16_000 };

/** Time for a JSON body, which has 64 kB at most. */
const bodyMs = 10_000;

/** True if the request announces a body that has not been read completely. */
export function hasUnreadBody({ raw }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return !raw.complete && (encoding !== undefined || (length !== undefined && length !== '0'));
}

/**
 * Passes a body on, and fails if it takes too long. The request itself stays open, because the answer uses
 * its connection.
 */
export function withinDeadline(payload: Readable, ms: number = bodyMs): Readable {
  const passed = new PassThrough();
  const timer = setTimeout(
    () => passed.destroy(new AppError('body_timeout', 'the body arrives too slowly')),
    ms,
  );
  // Its reader may have stopped already, for example at a body that is too large.
  passed.on('error', () => {});
  passed.once('close', () => clearTimeout(timer));
  payload.once('error', (error) => passed.destroy(error));
  return payload.pipe(passed);
}
