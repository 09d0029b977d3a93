import type { Group } from './groups.ts';
import type { Verdict } from './hunt.ts';
import { type Kind, kinds } from './judge.ts';
import { told } from './mutant.ts';

export const isKill = ({ kind }: Verdict): boolean =>
  kind === 'assertion' || kind === 'timeout' || kind === 'unhandled';

/** True for mutants that the tests do not detect, or not reliably. */
export const isLeft = (verdict: Verdict): boolean =>
  !isKill(verdict) && verdict.kind !== 'notLoading';

export const explain = ({ mutant, kind, by }: Verdict): string =>
  `${kind.padEnd(10)} ${told(mutant)}${by === null ? '' : ` ← ${by}`}`;

const words: Record<Kind, string> = {
  assertion: 'KilledByAssertion',
  timeout: 'KilledByTimeout',
  unhandled: 'KilledByUnhandledError',
  notLoading: 'NotLoading',
  survived: 'Survived',
  unreached: 'Unreached',
  unclear: 'Unclear',
};

/** Killed mutants as a percentage of those that load, rounded down to a tenth. */
export const killedPercent = (verdicts: readonly Verdict[]): number => {
  const judged = verdicts.filter(({ kind }) => kind !== 'notLoading');
  return Math.floor((judged.filter(isKill).length / Math.max(1, judged.length)) * 1000) / 10;
};

export const figuresOf = (group: Group, verdicts: readonly Verdict[]): Record<string, number> => ({
  [`${group}KilledPercent`]: killedPercent(verdicts),
  [`${group}Mutants`]: verdicts.length,
  ...Object.fromEntries(
    kinds.map((kind) => [
      `${group}${words[kind]}`,
      verdicts.filter((verdict) => verdict.kind === kind).length,
    ]),
  ),
});
