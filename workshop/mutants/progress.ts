import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { explain, figuresOf, isLeft } from './figures.ts';
import type { Group } from './groups.ts';
import type { Verdict } from './hunt.ts';
import type { Mutant } from './mutant.ts';

/** The sample of mutants; verdicts of other samples are ignored. */
export type Sample = { group: Group; seed: number; fingerprint: string; mutants: number };

type Kept = { sample: Sample; verdicts: Verdict[] };

export type Progress = {
  verdicts: readonly Verdict[];
  /** writes the verdict at once, so that an interrupted run keeps it */
  add(verdict: Verdict): void;
  isJudged(mutant: Mutant): boolean;
};

const keyOf = ({ file, start, end, text }: Mutant): string => `${file}:${start}:${end}:${text}`;

const verdictsIn = (path: string, sample: Sample): Verdict[] => {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Kept;
    return JSON.stringify(kept.sample) === JSON.stringify(sample) ? kept.verdicts : [];
  } catch {
    return [];
  }
};

/**
 * Opens the file with the verdicts on a sample. With `resume`, keeps its verdicts if they belong to
 * this sample.
 */
export const openProgress = (path: string, sample: Sample, resume: boolean): Progress => {
  const verdicts = resume ? verdictsIn(path, sample) : [];
  const judged = new Set(verdicts.map(({ mutant }) => keyOf(mutant)));
  const write = () => {
    const left = verdicts.filter(isLeft).map(explain);
    const told = { sample, figures: figuresOf(sample.group, verdicts), left, verdicts };
    writeFileSync(path, `${JSON.stringify(told, null, 1)}\n`);
  };
  mkdirSync(dirname(path), { recursive: true });
  write();
  return {
    verdicts,
    add(verdict) {
      verdicts.push(verdict);
      judged.add(keyOf(verdict.mutant));
      write();
    },
    isJudged: (mutant) => judged.has(keyOf(mutant)),
  };
};
