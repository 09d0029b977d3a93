import { type readPlaywright, type readVitest, slowestOf } from './test-reports.ts';

type Unit = ReturnType<typeof readVitest>;
type Journeys = Omit<ReturnType<typeof readPlaywright>, 'walks'>;

/** The slowest tests, those that passed only when they were repeated, and those that failed. */
export function tellTests(runs: readonly (Unit | Journeys)[]): void {
  console.log('\nThe ten slowest tests:');
  for (const { title, seconds } of slowestOf(runs.flatMap(({ timed }) => timed))) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
  }
  for (const title of runs.flatMap(({ repeated }) => repeated)) {
    console.log(`Passed only at the second try: ${title}`);
  }
  /* Repeated here: both runners print their errors far above. */
  for (const { file, title, error } of runs.flatMap(({ broken }) => broken)) {
    console.log(`\nFailed: ${file}: ${title}\n${error}`);
  }
}

type LeftOut = {
  walks: number;
  journeys: number;
  tests: number;
  /** tests that ran on Postgres, and in a whole run on the embedded database, too */
  embedded: number;
  proofs: number;
};

/** What only whole runs take; '' when that is nothing. */
export const leftOutWords = ({ walks, journeys, tests, embedded, proofs }: LeftOut): string => {
  if (walks + journeys + tests + embedded === 0) return '';
  const long = `${walks} walks, ${journeys} journeys, ${tests} tests that are long or proved`;
  const what = `${long}, ${embedded} tests of concurrency on the embedded database`;
  const unsaid = `of ${proofs} requirements' proofs nothing new is known`;
  return `; left out of this run: ${what} (${unsaid}): npm test -- --whole`;
};

type Outcome = {
  unit: Unit;
  journeys: Journeys;
  unitOk: boolean;
  browserOk: boolean;
  chartsOk: boolean;
  isProven: boolean;
  /** whether it is known what was left out */
  isListed: boolean;
  leftOut: LeftOut;
};

const said = (hasPassed: boolean): string => (hasPassed ? 'passed' : 'failed');

/** The closing lines; whether the run has passed. */
export function tellCounts(run: Outcome): boolean {
  const { unit, journeys, unitOk, browserOk, chartsOk, isProven, isListed, leftOut } = run;
  const passed = unit.passed + journeys.passed;
  const others = [chartsOk, isProven, isListed].filter((isGood) => !isGood).length;
  const counted = unit.failed + journeys.failed + others;
  const failed = Math.max(counted, unitOk && browserOk ? 0 : 1);
  const skipped = unit.skipped + journeys.skipped;
  if (!isListed) console.log('Playwright did not list the tests that were left out.');
  console.log(
    `vitest ${said(unitOk)}, playwright ${said(browserOk)}, coverage of the charts ${said(chartsOk)}, proofs of the requirements ${said(isProven)}`,
  );
  console.log(
    `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${leftOutWords(leftOut)}`,
  );
  return failed === 0;
}
