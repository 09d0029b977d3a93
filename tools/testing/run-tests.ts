import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBuild, ensureModels, root, stop } from '../build/prepare.ts';
import { forgetMeasurements } from '../coverage/measurement.ts';
import { ensureHeadlessBrowser } from './ensure-browser.ts';
import { ensurePostgres } from './ensure-postgres.ts';
import { embeddedProject } from './suites-of-concurrency.ts';
import { wholeTag } from './whole-tag.ts';

/** A script of the project on this Node. */
export function start(
  script: string,
  args: string[],
  output: 'inherit' | 'ignore',
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  });
}

export const isOk = async (child: ChildProcess): Promise<boolean> => {
  const [code] = await once(child, 'close');
  return code === 0;
};

/** Where the runners write their reports. */
type Files = { vitest: string; playwright: string; leftOut: string };

const playwrightCli = 'node_modules/@playwright/test/cli.js';

function startVitest({ vitest }: Files, isWhole: boolean): ChildProcess {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`];
  const some = isWhole ? [] : ['--tagsFilter=!whole', `--project=!${embeddedProject}`];
  return start('node_modules/vitest/vitest.mjs', ['run', ...some, ...reporters], 'inherit');
}

function startPlaywright({ playwright }: Files, isWhole: boolean, browser: Record<string, string>) {
  const some = isWhole ? [] : [`--grep-invert=${wholeTag}`];
  return start(playwrightCli, ['test', '--reporter=list,json', ...some], 'inherit', {
    ...browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwright,
  });
}

/** Playwright's report has nothing of the tests that the run leaves out. */
const listLeftOut = ({ leftOut }: Files): ChildProcess =>
  start(playwrightCli, ['test', '--list', `--grep=${wholeTag}`, '--reporter=json'], 'ignore', {
    PLAYWRIGHT_JSON_OUTPUT_FILE: leftOut,
  });

function preparePostgres(): void {
  if (process.env.TEST_DATABASE_URL) return;
  try {
    ensurePostgres();
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}

/** Vitest first, then Playwright: side by side each makes the other late. */
export async function runTests(files: Files, isWhole: boolean) {
  /* Hundreds of processes load the same sources: what one of them has compiled is kept for the next. */
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  forgetMeasurements('server');
  preparePostgres();
  const browser = ensureHeadlessBrowser();
  ensureModels();
  const unitOk = await isOk(startVitest(files, isWhole));
  ensureBuild('development');
  const browserOk = await isOk(startPlaywright(files, isWhole, browser));
  if (!isWhole) await isOk(listLeftOut(files));
  return { unitOk, browserOk };
}
