import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../build/fingerprint.ts';
import type { RanTest } from '../checks/requirement-proofs.ts';

type Counts = { passed: number; failed: number; skipped: number };

/** A test and how long it took. */
export type TimedTest = { title: string; seconds: number };

/** A failed test and the beginning of its error. */
export type FailedTest = { file: string; title: string; error: string };

export type VitestReport = {
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
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    results: { startTime: string; duration: number; errors?: { message?: string }[] }[];
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

export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

type Assertion = VitestReport['testResults'][number]['assertionResults'][number];

export const statusOf = (
  { status, tags = [] }: Assertion,
  leftOutTags: readonly string[],
): RanTest['status'] => {
  if (status === 'passed' || status === 'failed') return status;
  return tags.some((tag) => leftOutTags.includes(tag)) ? 'left out' : 'skipped';
};

/** Whether it passed only when it was repeated. */
export const isRepeated = ({ status, failureMessages = [] }: Assertion): boolean =>
  status === 'passed' && failureMessages.length > 0;

type Listed = {
  /** titles of the tests that passed only when they were repeated; they count as passed */
  repeated: string[];
  broken: FailedTest[];
  timed: TimedTest[];
  ran: RanTest[];
};

const nothing = (): Listed => ({ repeated: [], broken: [], timed: [], ran: [] });

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
    ...{ file: path, title: fullName, error: beginningOf(failureMessages.at(-1)) },
  }));
}

/**
 * @param leftOutTags tags whose tests the run left out
 * @returns `leftOut`: how many tests those are
 */
export function readVitest(
  file: string,
  leftOutTags: readonly string[] = [],
): Counts & Listed & { leftOut: number } {
  const report = readReport<VitestReport>(file);
  if (!report) return { ...died, ...nothing(), leftOut: 0 };
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests } = report;
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const leftOut = all.filter((test) => statusOf(test, leftOutTags) === 'left out').length;
  const skipped = numPendingTests - leftOut;
  const timed = all.map(({ fullName, duration }) => ({
    title: fullName,
    seconds: (duration ?? 0) / 1000,
  }));
  const ran = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      file: relative(root, name),
      title: test.title,
      status: statusOf(test, leftOutTags),
    })),
  );
  const repeated = all.filter(isRepeated).map(({ fullName }) => fullName);
  const broken = report.testResults.flatMap(brokenIn);
  return { passed, failed, skipped, leftOut, repeated, broken, timed, ran };
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
  ...{ expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' },
};

export function readPlaywright(file: string): BrowserCounts {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return { ...died, ...nothing(), walks: walksOf([]) };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const repeated = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title);
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
  const counts = { passed: expected + flaky, failed: unexpected, skipped };
  return { ...counts, walks, repeated, broken, timed, ran };
}

/** What Playwright lists of the tests that a run leaves out; `undefined` without a list. */
export function readLeftOut(
  file: string,
): { walks: number; journeys: number; ran: RanTest[] } | undefined {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return undefined;
  const specs = report.suites.flatMap(specsOf);
  const isWalk = ({ tests }: Spec) => tests.some(({ projectName }) => projectName === 'paths');
  const walks = specs.filter(isWalk).length;
  const ran = specs.map(({ title, file: spec }) => ({
    file: relative(root, join(report.config.rootDir, spec)),
    title,
    status: 'left out' as const,
  }));
  return { walks, journeys: specs.length - walks, ran };
}

/** The slowest of several tests, the slowest first. */
export const slowestOf = (tests: readonly TimedTest[], count = 10): TimedTest[] =>
  tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
