import { type ErrorCode, errorCodes } from '../../contract/error-codes.ts';

/**
 * The server's only error family. `message` is for developers and the log; visitors read the text
 * of the code.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** milliseconds after which the same request may succeed; null if waiting does not help */
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

  /** The HTTP status for `code`. */
  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** A start that fails for now: the start command tries again. `message` is for the operator. */
export class StartDelayed extends Error {
  override name = 'StartDelayed';
}

/**
 * A start that would fail again for the same reason. `message` is a sentence for the operator that
 * says what to do.
 */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
