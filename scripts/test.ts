import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureModels, root } from '../tools/build/prepare.ts';
import { obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { printCounts, printTests } from '../tools/testing/print-run.ts';
import { isOk, prepareTests, startPlaywright, startVitest } from '../tools/testing/run-tests.ts';
import { readPlaywright, readVitest } from '../tools/testing/test-reports.ts';
import { forgetMeasurements } from '../workshop/paths/coverage/measurement.ts';

const usage = `npm test              the tests of every change
npm run test:deep     everything that takes long
One file: node_modules/.bin/vitest run FILE, or npm run paths -- --run CHART --browser`;

/* The reports of both runners stay there until the next run. */
const reports = join(root, 'test-results', 'reports');
const vitest = join(reports, 'vitest.json');
const playwright = join(reports, 'playwright.json');

/** Vitest first, then Playwright: side by side each makes the other late. */
async function test(): Promise<boolean> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  forgetMeasurements('server');
  const browser = prepareTests();
  ensureModels();
  const unitOk = await isOk(
    startVitest(['--project=!deep*', '--reporter=json', `--outputFile.json=${vitest}`]),
  );
  ensureBuild('development');
  const browserOk = await isOk(
    startPlaywright(['--project=journeys', '--project=walks', '--reporter=list,json'], {
      ...browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwright,
    }),
  );
  const runs = [readVitest(vitest), readPlaywright(playwright)];
  printTests(runs);
  printCounts(runs);
  /* a test that is skipped proves nothing */
  return unitOk && browserOk && runs.every(({ skipped }) => skipped === 0);
}

await obeyCall(usage, (args) => {
  readOptions(args, { options: {}, allowPositionals: false });
  return test();
});
process.exit();
