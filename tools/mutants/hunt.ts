import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import type { Order, Report } from './mutants.child.ts';
import { type Chosen, type Reach, testsFor } from './plan.ts';
import { placeAround } from './reach.ts';

/** `killedBy` is null for a survivor, `unreached` for one that no test file reaches. */
export type Verdict = { mutant: Mutant; killedBy: string | null; unreached: boolean };

/** A mutant that is still not judged after this many times its tests' usual duration is caught in a loop. */
const patience = 10;
const minPatienceMs = 90_000;

const childPath = join(import.meta.dirname, 'mutants.child.ts');

const tries = 3;

type Hunter = { judge(order: Order, limitMs: number): Promise<string | null>; stop(): void };

const start = async (root: string): Promise<ChildProcess> => {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(childPath, { cwd: root, detached: true, stdio: [...stdio] });
  await once(child, 'message');
  return child;
};

/** The whole group of processes: a looping test does not hear its parent's end. */
const killGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
};

const openHunter = (root: string): Hunter => {
  let child: ChildProcess | undefined;
  const stop = () => {
    if (child) killGroup(child);
    child = undefined;
  };

  async function judgeOnce(order: Order, limitMs: number): Promise<Report> {
    child ??= await start(root);
    const limit = AbortSignal.timeout(limitMs);
    child.send(order);
    try {
      const [report] = (await once(child, 'message', { signal: limit })) as [Report];
      return report;
    } catch (thrown) {
      if (!limit.aborted) throw thrown;
      stop();
      return { killedBy: 'the time limit', unsure: false };
    }
  }

  return {
    stop,
    async judge(order, limitMs) {
      for (let n = 0; n < tries; n += 1) {
        const { killedBy, unsure } = await judgeOnce(order, limitMs);
        if (!unsure) return killedBy;
        stop();
      }
      throw new Error(`tests of ${order.mutant.file} fail without a mutant, too`);
    },
  };
};

const usualMs = (tests: readonly Chosen[][]): number =>
  tests.flat().reduce((sum, { ms }) => sum + ms, 0);

type Hunt = {
  root: string;
  mutants: readonly Mutant[];
  reaches: readonly Reach[];
  workers: number;
  onVerdict: (verdict: Verdict) => void;
};

/** Judges every mutant, a few side by side; verdicts in the order of the mutants. */
export const hunt = async (given: Hunt): Promise<Verdict[]> => {
  const { root, mutants, reaches, workers, onVerdict } = given;
  const verdicts: Verdict[] = [];
  let next = 0;

  async function judgeAll(hunter: Hunter) {
    for (let nth = next++; nth < mutants.length; nth = next++) {
      const mutant = mutants[nth] as Mutant;
      const text = readFileSync(join(root, mutant.file), 'utf8');
      const tests = testsFor(mutant, placeAround(mutant.file, text, mutant.start), reaches);
      const limitMs = Math.max(minPatienceMs, Math.round(patience * usualMs(tests)));
      const unreached = tests.length === 0;
      const killedBy = unreached ? null : await hunter.judge({ mutant, tests }, limitMs);
      const verdict = { mutant, killedBy, unreached };
      verdicts[nth] = verdict;
      onVerdict(verdict);
    }
  }

  const hunters = Array.from({ length: workers }, () => openHunter(root));
  try {
    await Promise.all(hunters.map(judgeAll));
  } finally {
    for (const hunter of hunters) hunter.stop();
  }
  return verdicts;
};
