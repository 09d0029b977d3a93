import type { Setup } from '../../contract/entrance.ts';
import type { OfferedFunction } from '../../contract/functions.ts';
import type { Engine, FunctionDescription } from '../engine/engine.port.ts';

/** One megapixel, the size that the contract's estimate is about. */
const onMegapixel = { width: 1000, height: 1000 };

function presentFunction(engine: Engine, description: FunctionDescription): OfferedFunction {
  const { code, type, scale, limits, downscaleAllowed, mayReject, names } = description;
  const range = engine.estimate(code, onMegapixel);
  const estimate = range && { lowMsPerMegapixel: range.lowMs, highMsPerMegapixel: range.highMs };
  return { code, type, scale, limits, downscaleAllowed, mayReject, estimate, names };
}

export function presentSetup(engine: Engine, retentionDays: number): Setup {
  const functions = engine.functions();
  return {
    functionCredits: Object.fromEntries(
      functions.map(({ code, unit, credits }) => [code, { unit, credits }]),
    ),
    functions: functions.map((description) => presentFunction(engine, description)),
    retentionDays,
  };
}
