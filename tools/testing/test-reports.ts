import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../build/fingerprint.ts';
import type { RanTest } from '../checks/requirement-proofs.ts';

type Counts = { passed: number; failed: number; skipped: number };

/** A test and how long it took. */
export type TimedTest = { title: string; seconds: number };

/** A failed test and the beginning of its error. */
type FailedTest = { file: string; title: string; error: string };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    /** absolute path */
    name: string;
    /** the error of a file that could not be loaded */
    message?: string;
    assertionResults: {
      fullName: string;
      title: string;
      status: string;
      tags?: string[];
      duration?: number | null;
      /** of every try */
      failureMessages?: string[];
    }[];
  }[];
};
type Spec = {
  title: string;
  /** from the folder of the configuration's tests */
  file: string;
  tests: {
    projectName: string;
    status: 'expected' | 'unexpected' | 'skipped';
    results: { startTime: string; duration: number; errors?: { message?: string }[] }[];
  }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type PlaywrightReport = {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number; skipped: number };
  suites: Suite[];
};

/** A runner that died before it wrote its report counts as one failure. */
const died: Counts = { passed: 0, failed: 1, skipped: 0 };

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

type Assertion = VitestReport['testResults'][number]['assertionResults'][number];

const statusOf = ({ status, tags = [] }: Assertion, isWhole: boolean): RanTest['status'] => {
  if (status === 'passed' || status === 'failed') return status;
  return !isWhole && tags.includes('whole') ? 'left out' : 'skipped';
};

type Listed = {
  broken: FailedTest[];
  timed: TimedTest[];
  ran: RanTest[];
};

const nothing = (): Listed => ({ broken: [], timed: [], ran: [] });

/** What is enough to know which expectation failed: an error can hold a whole page. */
const beginningOf = (error = '') =>
  stripVTControlCharacters(error).trim().split('\n').slice(0, 6).join('\n').slice(0, 800);

function brokenIn({ name, message, assertionResults }: VitestReport['testResults'][number]) {
  const path = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (assertionResults.length === 0 && message) {
    return [{ file: path, title: 'the file itself', error: beginningOf(message) }];
  }
  return failed.map(({ fullName, failureMessages = [] }) => ({
    file: path,
    title: fullName,
    error: beginningOf(failureMessages.at(-1)),
  }));
}

/**
 * @param isWhole whether tests with the tag `whole` ran, too
 * @returns `leftOut`: number of tests with that tag that did not run
 */
export function readVitest(file: string, isWhole: boolean): Counts & Listed & { leftOut: number } {
  const report = readReport<VitestReport>(file);
  if (!report) return { ...died, ...nothing(), leftOut: 0 };
  const all = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      file: relative(root, name),
      test,
      status: statusOf(test, isWhole),
    })),
  );
  const leftOut = all.filter(({ status }) => status === 'left out').length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests - leftOut,
    leftOut,
    broken: report.testResults.flatMap(brokenIn),
    timed: all.map(({ test }) => ({ title: test.fullName, seconds: (test.duration ?? 0) / 1000 })),
    ran: all.map(({ file: path, test, status }) => ({ file: path, title: test.title, status })),
  };
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

type BrowserCounts = Counts & Listed & { walks: ReturnType<typeof walksOf> };

const browserStatus: Record<Spec['tests'][number]['status'], RanTest['status']> = {
  expected: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
};

export function readPlaywright(file: string): BrowserCounts {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return { ...died, ...nothing(), walks: walksOf([]) };
  const { expected, unexpected, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const fileOf = (spec: string) => relative(root, join(report.config.rootDir, spec));
  const broken = specs.flatMap(({ title, file: spec, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => {
        const [error] = results.at(-1)?.errors ?? [];
        return { file: fileOf(spec), title, error: beginningOf(error?.message) };
      }),
  );
  const walks = walksOf(report.suites);
  const timed = specs.map(({ title, tests }) => {
    const tries = tests.flatMap(({ results }) => results);
    return { title, seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000 };
  });
  const ran = specs.flatMap(({ title, file: spec, tests }) =>
    tests.map(({ status }) => ({
      file: fileOf(spec),
      title,
      status: browserStatus[status],
    })),
  );
  const counts = { passed: expected, failed: unexpected, skipped };
  return { ...counts, walks, broken, timed, ran };
}

/** The browser tests that a run leaves out, from Playwright's list of them. */
export function readLeftOut(file: string): RanTest[] {
  const report = readReport<PlaywrightReport>(file);
  if (!report) throw new Error(`Playwright did not list the tests that were left out in ${file}`);
  return report.suites.flatMap(specsOf).map(({ title, file: spec }) => ({
    file: relative(root, join(report.config.rootDir, spec)),
    title,
    status: 'left out',
  }));
}

/** The slowest of several tests, the slowest first. */
export const slowestOf = (tests: readonly TimedTest[], count = 10): TimedTest[] =>
  tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
