import type { FileFormat } from '../../contract/functions.ts';
import type { Engine, FunctionDescription, FunctionLimits } from '../engine/engine.port.ts';
import { AppError } from '../errors.ts';

/** @throws AppError unknown_function */
export function functionByCode(engine: Engine, code: string): FunctionDescription {
  const found = engine.functions().find((description) => description.code === code);
  if (!found) throw new AppError('unknown_function', `no function has the code ${code}`);
  return found;
}

/** What an upload may be: the limits of the function, or the widest when none is named yet. */
export function uploadLimits(
  engine: Engine,
  code: string | undefined,
): Pick<FunctionLimits, 'maxBytes' | 'formats'> {
  if (code !== undefined) return functionByCode(engine, code).limits;
  const all = engine.functions().map((description) => description.limits);
  const formats = new Set<FileFormat>(all.flatMap((limits) => limits.formats));
  return { maxBytes: Math.max(1, ...all.map((limits) => limits.maxBytes)), formats: [...formats] };
}
