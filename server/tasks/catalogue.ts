import { type OfferedFunction, offeredFunction } from '../../contract/functions.ts';
import { enlargingOption, runTime } from '../../machines/model/forecast.ts';
import { defaultOptions, wrongOption } from '../../machines/model/function-options.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Engine, ImageInfo } from '../engine/engine.port.ts';
import { type FunctionManifest, offered } from '../engine/functions/manifest.ts';
import { largestWorkload } from '../engine/timing-keys.ts';
import { AppError } from '../platform/errors.ts';
import type { Lane } from './task-queue.store.ts';

/** A run, as far as its duration depends on it. */
type ExpectedRun = {
  manifest: FunctionManifest;
  size: { width: number; height: number };
  options: OptionValues;
};

/** One megapixel, the size that estimates refer to. */
const onMegapixel = { width: 1000, height: 1000 };

/** Runs with an expected duration up to this time count as short. */
const shortMs = 20_000;
/** Expected duration of functions that have not been measured yet. */
const unknownMs = 30_000;

/** Returns the upper end of the expected duration, in milliseconds. */
export const expectedMs = (engine: Engine, { manifest, size, options }: ExpectedRun): number =>
  engine.estimate(manifest.code, size, largestWorkload(manifest, size, options))?.highMs ??
  unknownMs;

/**
 * Returns the lane of a run. Short runs have their own slot, so that they do not wait for long
 * runs. Hosted runs hardly use this machine, so they have slots of their own, too.
 */
export function laneOf(engine: Engine, run: ExpectedRun): Lane {
  if (run.manifest.hosted) return 'hosted';
  return expectedMs(engine, run) <= shortMs ? 'short' : 'long';
}

/** Returns a function as the contract describes it to visitors. */
export function offerOf(
  engine: Engine,
  manifest: FunctionManifest,
  deadlineMs: number,
): OfferedFunction {
  const estimate = estimateOf(engine, manifest);
  // The manifest was checked when the server started, so this call only gives it the contract's
  // type.
  return offeredFunction.parse(offered(manifest, { estimate, deadlineMs }));
}

/** Returns the duration for a megapixel of a photo that is too large to be enlarged. */
function estimateOf(engine: Engine, manifest: FunctionManifest) {
  const { code, options, workloads } = manifest;
  if (!workloads) return engine.estimate(code, onMegapixel);
  const small = enlargingOption(manifest);
  const usual = options.map(({ name }) => name).filter((name) => name !== small);
  const estimate = engine.estimate(code, onMegapixel, usual);
  const measured = workloads.flatMap(({ options: done }) => {
    const duration = engine.estimate(code, onMegapixel, done);
    return duration ? [{ options: [...done], ...duration }] : [];
  });
  return estimate && { ...estimate, workloads: measured };
}

/**
 * Returns the values of all options. Missing values are replaced by defaults.
 * @throws AppError invalid_options
 */
export function optionsOf(manifest: FunctionManifest, given: OptionValues): OptionValues {
  const wrong = wrongOption(manifest, given);
  if (wrong === null) return { ...defaultOptions(manifest), ...given };
  throw new AppError('invalid_options', `${manifest.code} does not allow this value of ${wrong}`);
}

/**
 * Refuses a run whose displayed estimate exceeds the deadline.
 * @throws AppError too_slow
 */
export function refuseTooSlow(
  offer: OfferedFunction,
  image: ImageInfo,
  options: OptionValues,
): void {
  const { highMs = 0 } = runTime(image, { ...offer, downscaleAllowed: false }, options) ?? {};
  if (highMs <= offer.deadlineMs) return;
  throw new AppError(
    'too_slow',
    `the estimated duration of ${Math.round(highMs)} ms exceeds the deadline of ${offer.deadlineMs} ms`,
  );
}
