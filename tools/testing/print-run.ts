import { type readPlaywright, type readVitest, slowestOf } from './test-reports.ts';

type Run = ReturnType<typeof readVitest> | Omit<ReturnType<typeof readPlaywright>, 'walks'>;

/** Prints the slowest tests and the failed ones: both runners print their errors far above. */
export function printTests(runs: readonly Run[]): void {
  console.log('\nThe ten slowest tests:');
  for (const { title, seconds } of slowestOf(runs.flatMap(({ timed }) => timed))) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
  }
  for (const { file, title, error } of runs.flatMap(({ broken }) => broken)) {
    console.log(`\nFailed: ${file}: ${title}\n${error}`);
  }
}

type Outcome = {
  /** whether both runners and all proofs of requirements passed */
  isRight: boolean;
  /** number of tests that only whole runs take */
  leftOut: number;
};

export function printCounts(runs: readonly Run[], { isRight, leftOut }: Outcome): void {
  const sum = (count: (run: Run) => number) => runs.reduce((total, run) => total + count(run), 0);
  const skipped = sum((run) => run.skipped);
  const counts = [
    `${sum((run) => run.passed)} passed`,
    // a proof of a requirement can be missing although every test passed
    `${Math.max(
      sum((run) => run.failed),
      isRight ? 0 : 1,
    )} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(leftOut > 0 ? [`${leftOut} long tests not run (npm test -- --whole runs them)`] : []),
  ];
  console.log(counts.join(', '));
}
