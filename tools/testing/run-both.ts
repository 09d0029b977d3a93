import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ensureModels, root, stop } from '../build/prepare.ts';
import { folderVariable, forgetMeasurements } from '../coverage/measurement.ts';
import { walkChoiceVariable, wholeTag } from './chosen-walks.ts';
import type { DefaultRun } from './default-run.ts';
import { ensureHeadlessBrowser } from './ensure-browser.ts';
import { ensurePostgres } from './ensure-postgres.ts';
import { provedVariable } from './explored.ts';
import { embeddedProject } from './suites-of-concurrency.ts';

type Output = 'inherit' | 'pipe' | 'ignore';

/** A script of the project on this Node. */
export function start(
  script: string,
  args: string[],
  output: Output,
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

/** Holds what a process prints; the returned function prints that and what follows, until the end. */
function hold(child: ChildProcess): () => Promise<void> {
  const output = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false });
  child.once('close', () => output.end());
  return () => pipeline(output, process.stdout, { end: false });
}

type Files = { vitestReport: string; playwrightReport: string; leftOutReport: string };

const playwrightCli = 'node_modules/@playwright/test/cli.js';

function startUnitTests({ vitestReport }: Files, choice: DefaultRun | undefined): ChildProcess {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const filterOf = ({ leftOutTags }: DefaultRun) =>
    leftOutTags.map((tag) => `!${tag}`).join(' && ');
  const some = choice ? [`--tagsFilter=${filterOf(choice)}`, `--project=!${embeddedProject}`] : [];
  return start(
    'node_modules/vitest/vitest.mjs',
    ['run', '--retry=1', ...some, ...reporters],
    'inherit',
    { [provedVariable]: JSON.stringify(choice?.proved ?? []) },
  );
}

/** The browser may need apt, too, which serves one process at a time. */
function preparePostgres(): void {
  if (process.env.TEST_DATABASE_URL) return;
  try {
    ensurePostgres();
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}

const walksOf = (choice: DefaultRun | undefined): Record<string, string> =>
  choice ? { [walkChoiceVariable]: JSON.stringify(choice.walks) } : {};

/** Lists the browser tests that only whole runs take: Playwright's report has nothing of them. */
function listLeftOut({ leftOutReport }: Files, choice: DefaultRun): ChildProcess {
  return start(
    playwrightCli,
    ['test', '--list', `--grep=${wholeTag}`, '--reporter=json'],
    'ignore',
    { ...walksOf(choice), PLAYWRIGHT_JSON_OUTPUT_FILE: leftOutReport },
  );
}

/**
 * Vitest and Playwright side by side: each of the two waits half of its time, for clocks and for
 * single processes (0266).
 * @param choice undefined for a whole run
 */
export async function runBoth(files: Files, choice: DefaultRun | undefined) {
  /* Hundreds of processes load the same sources: what one of them has compiled is kept for the next. */
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  forgetMeasurements('server', process.env[folderVariable]);
  preparePostgres();
  /* Nothing else is printed beside the question for a password. */
  const isAsked = process.stdin.isTTY && process.getuid?.() !== 0;
  const early = isAsked ? ensureHeadlessBrowser() : undefined;
  /*
   * The build uses one processor: models are converted beside it. Unit tests need neither pages nor a
   * browser: what is missing is fetched beside them.
   */
  const building = start('scripts/build.ts', [], 'inherit', { LIGHTWELL_BUILD: 'development' });
  const built = isOk(building);
  ensureModels();
  const unitTests = startUnitTests(files, choice);
  const vitest = isOk(unitTests);
  const end = () => unitTests.kill();
  process.once('exit', end);
  const browser = early ?? ensureHeadlessBrowser();
  process.off('exit', end);
  if (!(await built)) {
    unitTests.kill();
    await vitest;
    stop('The build failed. Run `npm run build` to see it alone.');
  }
  const browserTests = start(
    playwrightCli,
    ['test', '--reporter=list,json', ...(choice ? [`--grep-invert=${wholeTag}`] : [])],
    'pipe',
    { ...browser, ...walksOf(choice), PLAYWRIGHT_JSON_OUTPUT_FILE: files.playwrightReport },
  );
  const playwright = isOk(browserTests);
  const listed = playwright.then(() => (choice ? isOk(listLeftOut(files, choice)) : true));
  const show = hold(browserTests);
  const unitOk = await vitest;
  await show();
  await listed;
  return { unitOk, browserOk: await playwright };
}
