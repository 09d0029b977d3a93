import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBench } from './bench.ts';
import { type Bench, judge, type Outcome, Passes } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { type Reach, testsFor } from './plan.ts';
import { placeAround } from './reach.ts';

export type Verdict = Outcome & { mutant: Mutant };

type Hunt = {
  root: string;
  mutants: readonly Mutant[];
  reaches: readonly Reach[];
  workers: number;
  /**
   * true if the tests need nothing outside their process; a test that passed once then passes again
   */
  standsAlone: boolean;
  onVerdict: (verdict: Verdict) => void;
};

/** Judges every mutant, several in parallel. */
export const hunt = async ({
  root,
  mutants,
  reaches,
  workers,
  standsAlone,
  onVerdict,
}: Hunt): Promise<void> => {
  const waiting = [...mutants];
  const known = new Passes();

  async function judgeAll(bench: Bench) {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const text = readFileSync(join(root, mutant.file), 'utf8');
      const tests = testsFor(mutant, placeAround(mutant.file, text, mutant.start), reaches);
      onVerdict({
        mutant,
        ...(await judge(bench, mutant, tests, standsAlone ? known : new Passes())),
      });
    }
  }

  const benches = Array.from({ length: workers }, () => openBench(root));
  try {
    await Promise.all(benches.map(judgeAll));
  } finally {
    for (const bench of benches) bench.renew();
  }
};
