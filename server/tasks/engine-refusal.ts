import { EngineError } from '../engine/engine.port.ts';
import { AppError } from '../platform/errors.ts';

/** Converts engine errors of short jobs to an `AppError`. Returns other errors unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const reason = error.code === 'cancelled' ? 'unavailable' : error.code;
  return new AppError(reason, error.message, { cause: error });
}
