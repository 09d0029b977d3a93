import { type ErrorCode, errorCodes } from '../../contract/error-codes.ts';

/**
 * The only error class for refused requests. `message` is for developers and the log. Visitors read
 * the text that belongs to `code`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** milliseconds after which the request may succeed; null if waiting does not help */
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

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** The server cannot start now. The start command tries again. `message` is for the operator. */
export class StartDelayed extends Error {
  override name = 'StartDelayed';
}

/**
 * The server cannot start, and another attempt would fail, too. `message` tells the operator what
 * to do.
 */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
