import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from '../build/fingerprint.ts';
import { readLeftOut, readPlaywright, readVitest, slowestOf } from './test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'lightwell-report-'));
const file = join(folder, 'report.json');
afterEach(() => rmSync(file, { force: true }));

const spec = (title: string, status: string) => ({
  title,
  file: 'paths/tray.spec.ts',
  tests: [
    {
      projectName: 'paths',
      status,
      results: [
        {
          startTime: '2027-01-01T10:00:00.000Z',
          duration: 2000,
          errors: status === 'unexpected' ? [{ message: '\u001b[31mno button\u001b[0m' }] : [],
        },
      ],
    },
  ],
});

it('counts browser tests and names what failed', () => {
  const report = {
    config: { rootDir: join(root, 'tests/browser') },
    stats: { expected: 4, unexpected: 1, skipped: 0 },
    suites: [
      { specs: [spec('walk 1', 'unexpected')], suites: [{ specs: [spec('walk 2', 'expected')] }] },
    ],
  };
  writeFileSync(file, JSON.stringify(report));
  expect(readPlaywright(file)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
    walks: { paths: 2, seconds: 2 },
    broken: [{ file: 'tests/browser/paths/tray.spec.ts', title: 'walk 1', error: 'no button' }],
    timed: [
      { title: 'walk 1', seconds: 2 },
      { title: 'walk 2', seconds: 2 },
    ],
    ran: [
      { file: 'tests/browser/paths/tray.spec.ts', title: 'walk 1', status: 'failed' },
      { file: 'tests/browser/paths/tray.spec.ts', title: 'walk 2', status: 'passed' },
    ],
  });
});

it('counts a runner that died before its report as one failure', () => {
  expect(readPlaywright(file)).toMatchObject({ passed: 0, failed: 1 });
});

it('reads how long each test took, and names the slowest first', () => {
  const failureMessages = ['Error: 3 is not 5', 'Error: 4 is not 5'];
  const assertionResults = [
    {
      fullName: 'all quick',
      title: 'quick',
      status: 'passed',
      duration: 20,
    },
    { fullName: 'all slow', title: 'slow', status: 'failed', duration: 4000, failureMessages },
    { fullName: 'all never begun', title: 'never begun', status: 'pending', duration: null },
  ];
  const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0 };
  const name = join(root, 'server/app.test.ts');
  writeFileSync(file, JSON.stringify({ ...counts, testResults: [{ name, assertionResults }] }));
  const { timed, ran, ...rest } = readVitest(file, true);
  const broken = [{ file: 'server/app.test.ts', title: 'all slow', error: 'Error: 4 is not 5' }];
  expect(rest).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    leftOut: 0,
    broken,
  });
  expect(slowestOf(timed, 2)).toEqual([
    { title: 'all slow', seconds: 4 },
    { title: 'all quick', seconds: 0.02 },
  ]);
  expect(ran).toEqual([
    { file: 'server/app.test.ts', title: 'quick', status: 'passed' },
    { file: 'server/app.test.ts', title: 'slow', status: 'failed' },
    { file: 'server/app.test.ts', title: 'never begun', status: 'skipped' },
  ]);
});

it('names a file that could not be loaded', () => {
  const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  const name = join(root, 'server/app.test.ts');
  const testResults = [{ name, message: 'SyntaxError: x', assertionResults: [] }];
  writeFileSync(file, JSON.stringify({ ...counts, testResults }));
  expect(readVitest(file, true).broken).toEqual([
    { file: 'server/app.test.ts', title: 'the file itself', error: 'SyntaxError: x' },
  ]);
});

it('counts a test with the tag whole as left out of the default run, and as skipped in a whole one', () => {
  const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 2 };
  const skipped = { fullName: 'x', title: 'x', status: 'skipped' };
  const assertionResults = [{ ...skipped, tags: ['whole'] }, skipped];
  const testResults = [{ name: join(root, 'server/app.test.ts'), assertionResults }];
  writeFileSync(file, JSON.stringify({ ...counts, testResults }));
  const [inPart, whole] = [readVitest(file, false), readVitest(file, true)];
  expect(inPart).toMatchObject({ leftOut: 1, skipped: 1 });
  expect(inPart.ran.map(({ status }) => status)).toEqual(['left out', 'skipped']);
  expect(whole).toMatchObject({ leftOut: 0, skipped: 2 });
});

it('reads the browser tests that a run leaves out, and fails without the list', () => {
  const suites = [{ specs: [spec('walk 1', 'skipped')] }];
  const config = { rootDir: join(root, 'tests/browser') };
  writeFileSync(file, JSON.stringify({ config, stats: {}, suites }));
  expect(readLeftOut(file)).toEqual([
    { file: 'tests/browser/paths/tray.spec.ts', title: 'walk 1', status: 'left out' },
  ]);
  expect(() => readLeftOut(`${file}.none`)).toThrow('did not list');
});
