import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensureModels, root } from '../tools/build/prepare.ts';
import { forgetMeasurements } from '../tools/coverage/measurement.ts';
import { ensureHeadlessBrowser } from '../tools/testing/ensure-browser.ts';
import { readPlaywright, readVitest, slowestOf } from '../tools/testing/test-reports.ts';

const reports = mkdtempSync(join(tmpdir(), 'lightwell-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

function run(script: string, args: string[], env: Record<string, string> = {}) {
  const result = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

forgetMeasurements('server');
ensureModels();
ensureBuild('development');
const browser = ensureHeadlessBrowser();

const unitOk = run('node_modules/vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
const browserOk = run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
  ...browser,
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
});

const unit = readVitest(vitestReport);
const { walks, repeated, ...journeys } = readPlaywright(playwrightReport);
rmSync(reports, { recursive: true, force: true });

/* An aborted test leaves coverage incomplete. */
console.log('\nTransitions taken in the browser:');
const chartsOk = run('scripts/coverage-charts.ts', [
  '--measured',
  ...(unitOk && browserOk ? ['--write'] : []),
]);
console.log(`\n${walks.paths} paths walked in the browser in ${Math.round(walks.seconds)} s`);

console.log('\nThe ten slowest tests:');
for (const { title, seconds } of slowestOf([...unit.timed, ...journeys.timed])) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
}

for (const title of repeated) console.log(`Passed only at the second try: ${title}`);

const said = (isOk: boolean) => (isOk ? 'passed' : 'failed');
const passed = unit.passed + journeys.passed;
const counted = unit.failed + journeys.failed + (chartsOk ? 0 : 1);
const failed = Math.max(counted, unitOk && browserOk ? 0 : 1);
const skipped = unit.skipped + journeys.skipped;
console.log(
  `vitest ${said(unitOk)}, playwright ${said(browserOk)}, coverage of the charts ${said(chartsOk)}`,
);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
