import type { Setup } from '../../contract/entrance.ts';
import type { Engine } from '../engine/engine.port.ts';
import { offerOf } from './catalogue.ts';

export type SetupSettings = {
  retentionDays: number;
  taskDeadlineMs: number;
  welcomeCredits: number;
};

export function presentSetup(
  engine: Engine,
  { retentionDays, taskDeadlineMs, welcomeCredits }: SetupSettings,
): Setup {
  const functions = engine.functions();
  return {
    functionCredits: Object.fromEntries(
      functions.map(({ code, unit, credits }) => [code, { unit, credits }]),
    ),
    functions: functions.map((manifest) => offerOf(engine, manifest, taskDeadlineMs)),
    retentionDays,
    welcomeCredits,
  };
}
