import type { FileFormat } from '../../contract/functions.ts';
import type { Engine } from '../engine/engine.port.ts';
import type { FunctionManifest, InputLimits } from '../engine/functions/manifest.ts';
import { AppError } from '../platform/errors.ts';

/**
 * Returns the function with this code.
 * @throws AppError unknown_function
 */
export function functionByCode(engine: Engine, code: string): FunctionManifest {
  const found = engine.functions().find((manifest) => manifest.code === code);
  if (!found) throw new AppError('unknown_function', `unknown function code ${code}`);
  return found;
}

/** Returns the upload limits of the function, or the widest limits if no function is named yet. */
export function uploadLimits(
  engine: Engine,
  code: string | undefined,
): Pick<InputLimits, 'maxBytes' | 'formats'> {
  if (code !== undefined) return functionByCode(engine, code).limits;
  const all = engine.functions().map((manifest) => manifest.limits);
  const formats = new Set<FileFormat>(all.flatMap((limits) => limits.formats));
  return { maxBytes: Math.max(1, ...all.map((limits) => limits.maxBytes)), formats: [...formats] };
}
