import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/fingerprint.ts';
import type { RanTest } from '../checks/requirement-proofs.ts';

type Counts = { passed: number; failed: number; skipped: number };

/** A test and how long it took. */
export type TimedTest = { title: string; seconds: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    /** absolute path */
    name: string;
    assertionResults: {
      fullName: string;
      title: string;
      status: string;
      duration?: number | null;
    }[];
  }[];
};
type Spec = {
  title: string;
  /** from the folder of the configuration's tests */
  file: string;
  tests: {
    projectName: string;
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    results: { startTime: string; duration: number }[];
  }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type PlaywrightReport = {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};

/** A runner that died before it wrote its report counts as one failure. */
const died: Counts = { passed: 0, failed: 1, skipped: 0 };

function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

const statusOf = (status: string): RanTest['status'] =>
  status === 'passed' || status === 'failed' ? status : 'skipped';

export function readVitest(file: string): Counts & { timed: TimedTest[]; ran: RanTest[] } {
  const report = read<VitestReport>(file);
  if (!report) return { ...died, timed: [], ran: [] };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  const timed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, duration }) => ({ title: fullName, seconds: (duration ?? 0) / 1000 }));
  const ran = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(root, name),
      title,
      status: statusOf(status),
    })),
  );
  return { passed, failed, skipped, timed, ran };
}

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

/** How many paths were walked, and the seconds from the first one's start to the last one's end. */
function walksOf(suites: Suite[]): { paths: number; seconds: number } {
  const tests = suites.flatMap(specsOf).flatMap((spec) => spec.tests);
  const walks = tests.filter(({ projectName }) => projectName === 'paths');
  const times = walks.flatMap(({ results }) =>
    results.map(({ startTime, duration }) => ({ from: Date.parse(startTime), duration })),
  );
  const begin = Math.min(...times.map(({ from }) => from));
  const end = Math.max(...times.map(({ from, duration }) => from + duration));
  return { paths: walks.length, seconds: times.length === 0 ? 0 : (end - begin) / 1000 };
}

type BrowserCounts = Counts & {
  walks: ReturnType<typeof walksOf>;
  /** titles of the tests that passed only when they were repeated; they count as passed */
  repeated: string[];
  timed: TimedTest[];
  ran: RanTest[];
};

const browserStatus: Record<Spec['tests'][number]['status'], RanTest['status']> = {
  ...{ expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' },
};

export function readPlaywright(file: string): BrowserCounts {
  const report = read<PlaywrightReport>(file);
  if (!report) return { ...died, walks: walksOf([]), repeated: [], timed: [], ran: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const repeated = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title);
  const walks = walksOf(report.suites);
  const timed = specs.map(({ title, tests }) => {
    const tries = tests.flatMap(({ results }) => results);
    return { title, seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000 };
  });
  const ran = specs.flatMap(({ title, file: spec, tests }) =>
    tests.map(({ status }) => ({
      file: relative(root, join(report.config.rootDir, spec)),
      title,
      status: browserStatus[status],
    })),
  );
  return { passed: expected + flaky, failed: unexpected, skipped, walks, repeated, timed, ran };
}

/** The slowest of several tests, the slowest first. */
export const slowestOf = (tests: readonly TimedTest[], count = 10): TimedTest[] =>
  tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
