import type { FileFormat, OfferedFunction } from '../../contract/functions.ts';
import { runTime } from '../../machines/model/forecast.ts';
import type { Engine, FunctionDescription, ImageInfo, InputLimits } from '../engine/engine.port.ts';
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
): Pick<InputLimits, 'maxBytes' | 'formats'> {
  if (code !== undefined) return functionByCode(engine, code).limits;
  const all = engine.functions().map((description) => description.limits);
  const formats = new Set<FileFormat>(all.flatMap((limits) => limits.formats));
  return { maxBytes: Math.max(1, ...all.map((limits) => limits.maxBytes)), formats: [...formats] };
}

/** One megapixel, the size that an estimate is about. */
const onMegapixel = { width: 1000, height: 1000 };

/** A function as visitors see it. */
export function offerOf(
  engine: Engine,
  description: FunctionDescription,
  deadlineMs: number,
): OfferedFunction {
  const { credits, unit, estimatePer, ...told } = description;
  const range = engine.estimate(told.code, onMegapixel);
  return { ...told, estimate: range && { per: estimatePer, ...range }, deadlineMs };
}

/**
 * Refuses what would be stopped at its deadline, by the numbers that the visitor was told.
 * @throws AppError too_slow
 */
export function refuseTooSlow(offered: OfferedFunction, image: ImageInfo): void {
  const { highMs = 0 } = runTime(image, offered) ?? {};
  if (highMs <= offered.deadlineMs) return;
  throw new AppError('too_slow', `about ${Math.round(highMs)} ms, at most ${offered.deadlineMs}`);
}
