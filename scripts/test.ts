import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { unprovenRequirements } from '../tools/checks/requirement-proofs.ts';
import { obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { printCounts, printTests } from '../tools/testing/print-run.ts';
import { isOk, runTests, start } from '../tools/testing/run-tests.ts';
import { readLeftOut, readPlaywright, readVitest } from '../tools/testing/test-reports.ts';

const usage = `npm test              every test but those with the tag “whole”, which take long
npm test -- --whole   every test
One file: node_modules/.bin/vitest run FILE, or npm run paths -- --run CHART --browser`;

const options = { whole: { type: 'boolean', default: false } } as const;

/* The reports of both runners stay there until the next run. */
const reports = join(root, 'test-results', 'reports');
const files = {
  vitest: join(reports, 'vitest.json'),
  playwright: join(reports, 'playwright.json'),
  leftOut: join(reports, 'left-out.json'),
};

async function test(isWhole: boolean): Promise<boolean> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const { unitOk, browserOk } = await runTests(files, isWhole);
  const unit = readVitest(files.vitest, isWhole);
  const { walks, ...browser } = readPlaywright(files.playwright);
  const leftOut = isWhole ? [] : readLeftOut(files.leftOut);

  console.log('\nTransitions that the charts took in the browser:');
  await isOk(start('scripts/coverage-charts.ts', [], 'inherit'));
  console.log(`\n${walks.paths} walks in the browser took ${Math.round(walks.seconds)} s`);

  const unproven = unprovenRequirements([...unit.ran, ...browser.ran, ...leftOut]);
  for (const sentence of unproven) console.log(`docs/requirements.md, ${sentence}`);

  printTests([unit, browser]);
  const isProven = unproven.length === 0;
  const isRight = unitOk && browserOk && isProven;
  printCounts([unit, browser], { isRight, leftOut: unit.leftOut + leftOut.length });
  return isRight;
}

await obeyCall(usage, (args) => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  return test(values.whole);
});
process.exit();
