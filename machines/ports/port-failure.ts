/**
 * Cause of a failure. `refused` carries the envelope's code (R34 to R40); every other reason comes from the
 * adapter itself: no network, no answer in time, a 5xx or unreadable answer, an aborted call, a missing feature
 * of this browser, or anything unforeseen.
 */
type FailureReason =
  | 'offline'
  | 'timeout'
  | 'server'
  | 'refused'
  | 'cancelled'
  | 'unsupported'
  | 'unexpected';

const reasons: readonly string[] = [
  'offline',
  'timeout',
  'server',
  'refused',
  'cancelled',
  'unsupported',
  'unexpected',
] satisfies FailureReason[];

export type PortFailure = {
  reason: FailureReason;
  /** the envelope's `success` code, only with `refused` */
  code?: string;
  /** for logs, and for the toast of R40 */
  msg?: string;
  /** the name of the failed call, as in contract/calls.ts */
  call?: string;
};

/** The only error that adapters reject with; the stack is kept for developers. */
export class PortError extends Error {
  readonly failure: PortFailure;

  constructor(failure: PortFailure, options?: { cause?: unknown }) {
    super(failure.msg ?? failure.code ?? failure.reason, options);
    this.name = 'PortError';
    this.failure = failure;
  }
}

const isFailure = (value: unknown): value is PortFailure =>
  typeof value === 'object' &&
  value !== null &&
  'reason' in value &&
  typeof value.reason === 'string' &&
  reasons.includes(value.reason);

/** Any thrown or rejected value as a plain failure; errors that no adapter made are `unexpected`. */
export const failureOf = (error: unknown): PortFailure => {
  if (error instanceof PortError) return error.failure;
  if (isFailure(error)) return error;
  return { reason: 'unexpected', msg: error instanceof Error ? error.message : String(error) };
};

/** The server was reached but could not process the call. */
export const isServers = (failure: PortFailure): boolean => failure.reason === 'server';

/** Worth retrying unchanged: the network or the server was the cause. */
export const isPassing = (failure: PortFailure): boolean =>
  failure.reason === 'offline' || failure.reason === 'timeout' || failure.reason === 'server';
