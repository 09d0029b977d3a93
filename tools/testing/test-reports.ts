import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../build/fingerprint.ts';

type Counts = { passed: number; failed: number; skipped: number };

export type TimedTest = { title: string; seconds: number };

/** A failed test with the beginning of its error, and of the page if the test had one. */
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
      status: string;
      duration?: number | null;
      /** the messages of all tries */
      failureMessages?: string[];
    }[];
  }[];
};
type Spec = {
  title: string;
  /** path, relative to the test folder of the configuration */
  file: string;
  tests: {
    status: 'expected' | 'unexpected' | 'skipped';
    results: {
      duration: number;
      errors?: { message?: string }[];
      attachments?: { name: string; path?: string }[];
    }[];
  }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type PlaywrightReport = {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number; skipped: number };
  suites: Suite[];
};

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** Counts, failures and durations in a runner's report. */
export type TestRun = Counts & { broken: FailedTest[]; timed: TimedTest[] };

/** A runner that ended before it wrote its report counts as one failure. */
const died = (): TestRun => ({ passed: 0, failed: 1, skipped: 0, broken: [], timed: [] });

/**
 * Returns the first lines of an error, which identify the failure. An error can contain a whole
 * page.
 */
const beginningOf = (error = '') =>
  stripVTControlCharacters(error).trim().split('\n').slice(0, 6).join('\n').slice(0, 800);

/** Returns the first lines of the page that Playwright described when its test failed. */
function pageOf(attachments: readonly { name: string; path?: string }[] = []): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (!path || !existsSync(path)) return '';
  const [, page = ''] = /```yaml\n(.*?)\n```/s.exec(readFileSync(path, 'utf8')) ?? [];
  return page && `\nThe page:\n${page.split('\n').slice(0, 50).join('\n')}`;
}

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

export function readVitest(file: string): TestRun {
  const report = readReport<VitestReport>(file);
  if (!report) return died();
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    broken: report.testResults.flatMap(brokenIn),
    timed: all.map(({ fullName, duration }) => ({
      title: fullName,
      seconds: (duration ?? 0) / 1000,
    })),
  };
}

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

export function readPlaywright(file: string): TestRun {
  const report = readReport<PlaywrightReport>(file);
  if (!report) return died();
  const { expected, unexpected, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const fileOf = (spec: string) => relative(root, join(report.config.rootDir, spec));
  const broken = specs.flatMap(({ title, file: spec, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => {
        const last = results.at(-1);
        const error = beginningOf(last?.errors?.[0]?.message) + pageOf(last?.attachments);
        return { file: fileOf(spec), title, error };
      }),
  );
  const timed = specs.map(({ title, tests }) => {
    const results = tests.flatMap((test) => test.results);
    return { title, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 };
  });
  return { passed: expected, failed: unexpected, skipped, broken, timed };
}

export const slowestOf = (tests: readonly TimedTest[], count = 10): TimedTest[] =>
  tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
