/**
 * The cause of a failure. `refused`: the server answered with an error code (R34 to R40). The
 * adapter reports every other reason itself, for example `offline` without a network, or `timeout`.
 */
type FailureReason =
  | 'offline'
  | 'timeout'
  | 'server'
  | 'refused'
  | 'cancelled'
  | 'unsupported'
  /** the visitor's file was changed, moved or deleted after it was chosen */
  | 'unreadable'
  | 'unexpected';

const reasons: readonly string[] = [
  'offline',
  'timeout',
  'server',
  'refused',
  'cancelled',
  'unsupported',
  'unreadable',
  'unexpected',
] satisfies FailureReason[];

export type PortFailure = {
  reason: FailureReason;
  /** the envelope's `success` code, only with `refused` */
  code?: string;
  /** for logs, and for the toast of R40 */
  msg?: string;
  /** name of the failed call, as in contract/calls.ts */
  call?: string;
  /** id of a failure of the server, which the server's log has as well */
  errorId?: string;
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

/**
 * Converts any thrown or rejected value to a plain failure. An error that no adapter made becomes
 * `unexpected`.
 */
export const failureOf = (error: unknown): PortFailure => {
  if (error instanceof PortError) return error.failure;
  if (isFailure(error)) return error;
  return { reason: 'unexpected', msg: error instanceof Error ? error.message : String(error) };
};

/** True if the request reached the server, but the server could not process it. */
export const isServers = (failure: PortFailure): boolean => failure.reason === 'server';

/** True if the network or the server failed, so that the same call may succeed later. */
export const isPassing = (failure: PortFailure): boolean =>
  failure.reason === 'offline' || failure.reason === 'timeout' || failure.reason === 'server';
