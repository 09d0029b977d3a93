import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { provenRequirements } from '../tools/checks/requirement-proofs.ts';
import { obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { folderVariable } from '../tools/coverage/measurement.ts';
import {
  chooseTests,
  type DefaultRun,
  measuredInPart,
  usualSeed,
} from '../tools/testing/default-run.ts';
import { keepPassed, type Prints, printsNow } from '../tools/testing/passed.ts';
import { isOk, runBoth, start } from '../tools/testing/run-both.ts';
import { countOfConcurrency } from '../tools/testing/suites-of-concurrency.ts';
import { tellCounts, tellTests } from '../tools/testing/tell-run.ts';
import { readLeftOut, readPlaywright, readVitest } from '../tools/testing/test-reports.ts';
import { readAnswers } from '../tools/testing/vitest-answers.ts';

const usage = `npm test                     the default run: all but long tests and journeys, and what an earlier run has proved of charts, screens and the engine while they stay as they are
npm test -- --seed 4f2a      which walks of unchanged charts are taken all the same; otherwise the commit says it
npm test -- --whole          every test; keeps in docs/ what the charts took, and that the engine passed
Both keep in docs/passed.json which explorations of charts and screens have passed.
One file: node_modules/.bin/vitest run FILE, or npm run paths -- --run CHART --browser`;

const options = {
  whole: { type: 'boolean', default: false },
  seed: { type: 'string' },
} as const;

/* What both runners report stays there until the next run. */
const reports = join(root, 'test-results', 'reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const leftOutReport = join(reports, 'left-out.json');

/** What the charts took: a whole run keeps it, any other asks only for charts that it walked whole. */
async function checkCoverage(choice: DefaultRun | undefined, hasPassed: boolean): Promise<boolean> {
  if (choice && choice.walks.whole.length === 0) {
    console.log('\nNo chart has changed since its coverage was kept: it is not measured again.');
    return true;
  }
  console.log('\nTransitions taken in the browser:');
  const keep = hasPassed ? ['--write'] : [];
  const args = choice ? ['--only', choice.walks.whole.join(',')] : ['--measured', ...keep];
  return isOk(start('scripts/coverage-charts.ts', args, 'inherit'));
}

async function test(choice: DefaultRun | undefined, before: Prints): Promise<boolean> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const files = { vitestReport, playwrightReport, leftOutReport };
  const { unitOk, browserOk } = await runBoth(files, choice);
  const answers = readAnswers(vitestReport, choice?.leftOutTags);
  if (answers) keepPassed({ before, answers, isOk: unitOk, isWhole: !choice });
  const unit = readVitest(vitestReport, choice?.leftOutTags);
  const { walks, ...journeys } = readPlaywright(playwrightReport);
  const absent = choice ? readLeftOut(leftOutReport) : { walks: 0, journeys: 0, ran: [] };

  const chartsOk = await checkCoverage(choice, unitOk && browserOk);
  console.log(`\n${walks.paths} paths walked in the browser in ${Math.round(walks.seconds)} s`);

  const ran = [...unit.ran, ...journeys.ran, ...(absent?.ran ?? [])];
  const { unproven, leftOut: proofs } = provenRequirements(ran);
  for (const sentence of unproven) console.log(`docs/requirements.md, ${sentence}`);

  tellTests([unit, journeys]);
  return tellCounts({
    ...{ unit, journeys, unitOk, browserOk, chartsOk, isProven: unproven.length === 0 },
    isListed: absent !== undefined,
    leftOut: {
      ...{ walks: 0, journeys: 0, ...absent, tests: unit.leftOut, proofs },
      embedded: choice ? countOfConcurrency(unit.ran) : 0,
    },
  });
}

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  const before = printsNow();
  if (values.whole) return test(undefined, before);
  /* What the last whole run has measured stays. */
  process.env[folderVariable] = measuredInPart;
  return test(await chooseTests(values.seed ?? usualSeed(), before), before);
});
process.exit();
