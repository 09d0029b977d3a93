import { type ErrorCode, errorCodes } from '../contract/error-codes.ts';

/**
 * The server's only error family. `message` is for developers and the log, never for visitors: they
 * read the words of the code.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** milliseconds after which the same request may succeed; null when waiting does not help */
  readonly retryAfterMs: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { retryAfterMs?: number },
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }

  /** The HTTP status that `code` travels with. */
  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** Why this server does not start now: the start command tries again. `message` is for the operator. */
export class StartDelayed extends Error {
  override name = 'StartDelayed';
}

/**
 * Why this server does not start; `message` is a sentence for the operator that says what to do.
 * Another attempt would fail for the same reason.
 */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
