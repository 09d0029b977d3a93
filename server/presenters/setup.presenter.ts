import type { Setup } from '../../contract/entrance.ts';
import type { OfferedFunction } from '../../contract/functions.ts';
import type { Engine, FunctionDescription } from '../engine/engine.port.ts';

/** One megapixel, the size that the contract's estimate is about. */
const onMegapixel = { width: 1000, height: 1000 };

function presentFunction(
  engine: Engine,
  description: FunctionDescription,
  deadlineMs: number,
): OfferedFunction {
  const { credits, unit, estimatePer, ...told } = description;
  const range = engine.estimate(told.code, onMegapixel);
  return { ...told, estimate: range && { per: estimatePer, ...range }, deadlineMs };
}

export function presentSetup(
  engine: Engine,
  { retentionDays, taskDeadlineMs }: { retentionDays: number; taskDeadlineMs: number },
): Setup {
  const functions = engine.functions();
  return {
    functionCredits: Object.fromEntries(
      functions.map(({ code, unit, credits }) => [code, { unit, credits }]),
    ),
    functions: functions.map((description) => presentFunction(engine, description, taskDeadlineMs)),
    retentionDays,
  };
}
