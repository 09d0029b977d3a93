import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from '../build/fingerprint.ts';
import { readPlaywright, readVitest, slowestOf } from './test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'lightwell-report-'));
const file = join(folder, 'report.json');
const pageFile = join(folder, 'page.md');
afterEach(() => rmSync(file, { force: true }));

const spec = (title: string, status: string) => ({
  title,
  file: 'paths/studio.spec.ts',
  tests: [
    {
      status,
      results: [
        {
          duration: 2000,
          errors: status === 'unexpected' ? [{ message: '\u001b[31mno button\u001b[0m' }] : [],
          attachments: [{ name: 'error-context', path: pageFile }],
        },
      ],
    },
  ],
});

it('counts browser tests and names the failed ones', () => {
  const report = {
    config: { rootDir: join(root, 'tests/browser') },
    stats: { expected: 4, unexpected: 1, skipped: 0 },
    suites: [
      { specs: [spec('walk 1', 'unexpected')], suites: [{ specs: [spec('walk 2', 'expected')] }] },
    ],
  };
  writeFileSync(file, JSON.stringify(report));
  writeFileSync(pageFile, '# Error\n\n```yaml\n- heading "Result"\n```\n');
  const error = 'no button\nThe page:\n- heading "Result"';
  expect(readPlaywright(file)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
    broken: [{ file: 'tests/browser/paths/studio.spec.ts', title: 'walk 1', error }],
    timed: [
      { title: 'walk 1', seconds: 2 },
      { title: 'walk 2', seconds: 2 },
    ],
  });
});

it('counts a runner that died before its report as one failure', () => {
  expect(readPlaywright(file)).toMatchObject({ passed: 0, failed: 1 });
});

it('reads the duration of each test, and names the slowest first', () => {
  const failureMessages = ['Error: 3 is not 5', 'Error: 4 is not 5'];
  const assertionResults = [
    {
      fullName: 'all quick',
      status: 'passed',
      duration: 20,
    },
    { fullName: 'all slow', status: 'failed', duration: 4000, failureMessages },
    { fullName: 'all never begun', status: 'pending', duration: null },
  ];
  const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0 };
  const name = join(root, 'server/composition/app.test.ts');
  writeFileSync(file, JSON.stringify({ ...counts, testResults: [{ name, assertionResults }] }));
  const { timed, ...rest } = readVitest(file);
  const broken = [
    { file: 'server/composition/app.test.ts', title: 'all slow', error: 'Error: 4 is not 5' },
  ];
  expect(rest).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    broken,
  });
  expect(slowestOf(timed, 2)).toEqual([
    { title: 'all slow', seconds: 4 },
    { title: 'all quick', seconds: 0.02 },
  ]);
});

it('names a file that could not be loaded', () => {
  const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  const name = join(root, 'server/composition/app.test.ts');
  const testResults = [{ name, message: 'SyntaxError: x', assertionResults: [] }];
  writeFileSync(file, JSON.stringify({ ...counts, testResults }));
  expect(readVitest(file).broken).toEqual([
    { file: 'server/composition/app.test.ts', title: 'the file itself', error: 'SyntaxError: x' },
  ]);
});
