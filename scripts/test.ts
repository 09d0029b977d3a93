import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ensureModels, root, stop } from '../tools/build/prepare.ts';
import { unprovenRequirements } from '../tools/checks/requirement-proofs.ts';
import { forgetMeasurements } from '../tools/coverage/measurement.ts';
import { ensureHeadlessBrowser } from '../tools/testing/ensure-browser.ts';
import { readPlaywright, readVitest, slowestOf } from '../tools/testing/test-reports.ts';

/* What both runners report stays there until the next run. */
const reports = join(root, 'test-results', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

/* Hundreds of processes load the same sources: what one of them has compiled is kept for the next. */
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');

type Output = 'inherit' | 'pipe';

function start(script: string, args: string[], output: Output, env: Record<string, string> = {}) {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  });
}

const isOk = async (child: ChildProcess): Promise<boolean> => {
  const [code] = await once(child, 'close');
  return code === 0;
};

/** Holds what a process prints; the returned function prints that and what follows, until the end. */
function hold(child: ChildProcess): () => Promise<void> {
  const output = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false });
  child.once('close', () => output.end());
  return () => pipeline(output, process.stdout, { end: false });
}

forgetMeasurements('server');
/* The build uses one processor: models are converted beside it, and unit tests need no pages. */
const building = start('scripts/build.ts', [], 'inherit', { LIGHTWELL_BUILD: 'development' });
const built = isOk(building);
ensureModels();
const browser = ensureHeadlessBrowser();

/* Side by side: each of the two waits half of its time, for clocks and for single processes (0266). */
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
const unitTests = start(
  'node_modules/vitest/vitest.mjs',
  ['run', '--retry=1', ...reporters],
  'inherit',
);
const vitest = isOk(unitTests);
if (!(await built)) {
  unitTests.kill();
  await vitest;
  stop('The build failed. Run `npm run build` to see it alone.');
}
const browserTests = start(
  'node_modules/@playwright/test/cli.js',
  ['test', '--reporter=list,json'],
  'pipe',
  { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
);
const playwright = isOk(browserTests);
const show = hold(browserTests);
const unitOk = await vitest;
await show();
const browserOk = await playwright;

const unit = readVitest(vitestReport);
const { walks, ...journeys } = readPlaywright(playwrightReport);

/* An aborted test leaves coverage incomplete. */
console.log('\nTransitions taken in the browser:');
const covered = ['--measured', ...(unitOk && browserOk ? ['--write'] : [])];
const chartsOk = await isOk(start('scripts/coverage-charts.ts', covered, 'inherit'));
console.log(`\n${walks.paths} paths walked in the browser in ${Math.round(walks.seconds)} s`);

const unproven = unprovenRequirements([...unit.ran, ...journeys.ran]);
for (const sentence of unproven) console.log(`docs/requirements.md, ${sentence}`);

console.log('\nThe ten slowest tests:');
for (const { title, seconds } of slowestOf([...unit.timed, ...journeys.timed])) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
}

for (const title of [...unit.repeated, ...journeys.repeated]) {
  console.log(`Passed only at the second try: ${title}`);
}
/* Repeated here: both runners print their errors far above. */
for (const { file, title, error } of [...unit.broken, ...journeys.broken]) {
  console.log(`\nFailed: ${file}: ${title}\n${error}`);
}

const said = (hasPassed: boolean) => (hasPassed ? 'passed' : 'failed');
const passed = unit.passed + journeys.passed;
const counted = unit.failed + journeys.failed + (chartsOk ? 0 : 1) + (unproven.length > 0 ? 1 : 0);
const failed = Math.max(counted, unitOk && browserOk ? 0 : 1);
const skipped = unit.skipped + journeys.skipped;
console.log(
  `vitest ${said(unitOk)}, playwright ${said(browserOk)}, coverage of the charts ${said(chartsOk)}, proofs of the requirements ${said(unproven.length === 0)}`,
);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
