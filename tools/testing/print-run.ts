import { slowestOf, type TestRun } from './test-reports.ts';

export function printSlowest(runs: readonly TestRun[]): void {
  console.log('\nThe ten slowest tests:');
  for (const { title, seconds } of slowestOf(runs.flatMap(({ timed }) => timed))) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
  }
}

/**
 * Prints the failed tests again. Both test runners print failures far above the end of their
 * output.
 */
export function printFailed(runs: readonly TestRun[]): void {
  for (const { file, title, error } of runs.flatMap(({ broken }) => broken)) {
    console.log(`\nFailed: ${file}: ${title}\n${error}`);
  }
}

export function printCounts(runs: readonly TestRun[]): void {
  const sum = (count: (run: TestRun) => number) =>
    runs.reduce((total, run) => total + count(run), 0);
  const skipped = sum((run) => run.skipped);
  const counts = [
    `${sum((run) => run.passed)} passed`,
    `${sum((run) => run.failed)} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  console.log(counts.join(', '));
}
