import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, stop } from '../build/prepare.ts';
import { ensureHeadlessBrowser } from './ensure-browser.ts';
import { ensurePostgres } from './ensure-postgres.ts';
import { readPlaywright, readVitest, type TestRun } from './test-reports.ts';

/** Starts a script of the project on this Node. */
export function start(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
}

/** The longest run takes 10 minutes on two busy cores. */
const limitMinutes = 25;

/** Waits for a run. Kills a hanging run, so that later runs and the report follow. */
export const isOk = async (child: ChildProcess): Promise<boolean> => {
  const limit = setTimeout(() => {
    console.error(`The run did not end within ${limitMinutes} minutes and was killed.`);
    child.kill('SIGKILL');
  }, limitMinutes * 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(limit);
  return code === 0;
};

/** A test run; `ok` is false if it failed or skipped a test. */
export type Ran = { ok: boolean; run: TestRun };

/* Returns the path of a run's report. The next run of this name replaces the report. */
const reportOf = (name: string): string => {
  const folder = join(root, 'test-results', 'reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  rmSync(file, { force: true });
  return file;
};

/**
 * Returns the verdict on a run. A run with a skipped test fails, because a skipped test proves
 * nothing. A run without a failed test fails if its runner found an error outside the tests.
 */
const judge = (name: string, exited: boolean, run: TestRun): Ran => {
  const add = (title: string, error: string) => run.broken.push({ file: name, title, error });
  if (run.skipped > 0) add(`${run.skipped} skipped tests`, 'A skipped test proves nothing.');
  if (!exited && run.broken.length === 0) {
    add('an error outside the tests', 'The runner printed it at the end of its output.');
  }
  return { ok: exited && run.skipped === 0, run };
};

/** @param name the name of the report */
export async function runVitest(name: string, args: readonly string[]): Promise<Ran> {
  const report = reportOf(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = start('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args]);
  return judge(name, await isOk(child), readVitest(report));
}

/**
 * @param name the name of the report
 * @param env contains the path of Playwright's browser
 */
export async function runPlaywright(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ran> {
  const report = reportOf(name);
  const child = start(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return judge(name, await isOk(child), readPlaywright(report));
}

/** @returns environment variables with the path of Playwright's browser */
export function prepareTests(): Record<string, string> {
  /* Hundreds of processes load the same sources, so they share the compiled code. */
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  try {
    if (!process.env.TEST_DATABASE_URL) ensurePostgres();
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
  return ensureHeadlessBrowser();
}
