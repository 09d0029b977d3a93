import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readPlaywright, readVitest, slowestOf } from './test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'lightwell-report-'));
const file = join(folder, 'report.json');
afterEach(() => rmSync(file, { force: true }));

const spec = (title: string, status: string) => ({
  title,
  tests: [
    {
      projectName: 'paths',
      status,
      results: [{ startTime: '2027-01-01T10:00:00.000Z', duration: 2000 }],
    },
  ],
});

it('counts a test that passed at the second try as passed, and names it', () => {
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      { specs: [spec('walk 1', 'expected')], suites: [{ specs: [spec('walk 2', 'flaky')] }] },
    ],
  };
  writeFileSync(file, JSON.stringify(report));
  expect(readPlaywright(file)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
    walks: { paths: 2, seconds: 2 },
    repeated: ['walk 2'],
    timed: [
      { title: 'walk 1', seconds: 2 },
      { title: 'walk 2', seconds: 2 },
    ],
  });
});

it('counts a runner that died before its report as one failure', () => {
  expect(readPlaywright(file)).toMatchObject({ passed: 0, failed: 1, repeated: [] });
});

it('reads how long each test took, and names the slowest first', () => {
  const assertionResults = [
    { fullName: 'quick', duration: 20 },
    { fullName: 'slow', duration: 4000 },
    { fullName: 'never begun', duration: null },
  ];
  const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0 };
  writeFileSync(file, JSON.stringify({ ...counts, testResults: [{ assertionResults }] }));
  const { timed, ...rest } = readVitest(file);
  expect(rest).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(slowestOf(timed, 2)).toEqual([
    { title: 'slow', seconds: 4 },
    { title: 'quick', seconds: 0.02 },
  ]);
});
