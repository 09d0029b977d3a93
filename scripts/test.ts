import { ensureBuild, ensureModels } from '../tools/build/prepare.ts';
import { obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { printCounts, printFailed, printSlowest } from '../tools/testing/print-run.ts';
import { prepareTests, runPlaywright, runVitest } from '../tools/testing/run-tests.ts';
import { forgetMeasurements } from '../workshop/paths/coverage/measurement.ts';

const usage = `npm test              the tests of every change
npm run test:deep     everything that takes long
One file: node_modules/.bin/vitest run FILE, or npm run paths -- --run CHART --browser`;

/** Vitest runs first, then Playwright, because both at once would slow each other down. */
async function test(): Promise<boolean> {
  forgetMeasurements('server');
  const browser = prepareTests();
  ensureModels();
  const vitest = await runVitest('vitest', ['--project=!deep*']);
  ensureBuild('development');
  const playwright = await runPlaywright(
    'playwright',
    ['--project=journeys', '--project=walks'],
    browser,
  );
  const runs = [vitest.run, playwright.run];
  printSlowest(runs);
  printFailed(runs);
  printCounts(runs);
  return vitest.ok && playwright.ok;
}

await obeyCall(usage, (args) => {
  readOptions(args, { options: {}, allowPositionals: false });
  return test();
});
process.exit();
