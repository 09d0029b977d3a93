import {
  type FileFormat,
  type OfferedFunction,
  offeredFunction,
} from '../../contract/functions.ts';
import { runTime } from '../../machines/model/forecast.ts';
import { defaultOptions, wrongOption } from '../../machines/model/function-options.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Engine, ImageInfo } from '../engine/engine.port.ts';
import { type FunctionManifest, type InputLimits, offered } from '../engine/functions/manifest.ts';
import { AppError } from '../errors.ts';
import type { Lane } from '../store/task-queue.store.ts';

type Size = { width: number; height: number };

/** @throws AppError unknown_function */
export function functionByCode(engine: Engine, code: string): FunctionManifest {
  const found = engine.functions().find((manifest) => manifest.code === code);
  if (!found) throw new AppError('unknown_function', `no function has the code ${code}`);
  return found;
}

/** What an upload may be: the limits of the function, or the widest when none is named yet. */
export function uploadLimits(
  engine: Engine,
  code: string | undefined,
): Pick<InputLimits, 'maxBytes' | 'formats'> {
  if (code !== undefined) return functionByCode(engine, code).limits;
  const all = engine.functions().map((manifest) => manifest.limits);
  const formats = new Set<FileFormat>(all.flatMap((limits) => limits.formats));
  return { maxBytes: Math.max(1, ...all.map((limits) => limits.maxBytes)), formats: [...formats] };
}

/** One megapixel, the size that an estimate is about. */
const onMegapixel = { width: 1000, height: 1000 };

/** A run of this length is waited for beside a long one. */
const shortMs = 20_000;
/** For what has not been measured yet. */
const unknownMs = 30_000;

/** What a run takes at worst, as far as it is known. */
export const expectedMs = (engine: Engine, code: string, size: Size): number =>
  engine.estimate(code, size)?.highMs ?? unknownMs;

/** Short runs have a place of their own, so that they do not wait for long ones. */
export const laneOf = (engine: Engine, code: string, size: Size): Lane =>
  expectedMs(engine, code, size) <= shortMs ? 'short' : 'long';

/** A function as visitors see it. */
export function offerOf(
  engine: Engine,
  manifest: FunctionManifest,
  deadlineMs: number,
): OfferedFunction {
  const estimate = engine.estimate(manifest.code, onMegapixel);
  // The start of the server has checked the manifest: this only gives the contract's type.
  return offeredFunction.parse(offered(manifest, { estimate, deadlineMs }));
}

/**
 * The value of every option: as given, or its default.
 * @throws AppError invalid_options
 */
export function optionsOf(manifest: FunctionManifest, given: OptionValues): OptionValues {
  const wrong = wrongOption(manifest, given);
  if (wrong === null) return { ...defaultOptions(manifest), ...given };
  throw new AppError('invalid_options', `${manifest.code} does not allow this value of ${wrong}`);
}

/**
 * Refuses a run that would exceed its deadline, by the estimate that the visitor was shown.
 * @throws AppError too_slow
 */
export function refuseTooSlow(offer: OfferedFunction, image: ImageInfo): void {
  const { highMs = 0 } = runTime(image, offer) ?? {};
  if (highMs <= offer.deadlineMs) return;
  throw new AppError('too_slow', `about ${Math.round(highMs)} ms, at most ${offer.deadlineMs}`);
}
