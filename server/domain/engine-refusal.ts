import { EngineError } from '../engine/engine.port.ts';
import { AppError } from '../errors.ts';

/** What the caller is told when the engine does not do something small at once; other errors as they are. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const reason = error.code === 'cancelled' ? 'unavailable' : error.code;
  return new AppError(reason, error.message, { cause: error });
}
