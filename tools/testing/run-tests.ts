import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root, stop } from '../build/prepare.ts';
import { ensureHeadlessBrowser } from './ensure-browser.ts';
import { ensurePostgres } from './ensure-postgres.ts';

/** A script of the project on this Node. */
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

export const isOk = async (child: ChildProcess): Promise<boolean> => {
  const [code] = await once(child, 'close');
  return code === 0;
};

export const startVitest = (args: readonly string[]): ChildProcess =>
  start('node_modules/vitest/vitest.mjs', ['run', '--reporter=default', ...args]);

export const startPlaywright = (
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess => start('node_modules/@playwright/test/cli.js', ['test', ...args], env);

/** @returns the environment that tells Playwright where its browser is */
export function prepareTests(): Record<string, string> {
  /* Hundreds of processes load the same sources: what one of them has compiled is kept for the next. */
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  try {
    if (!process.env.TEST_DATABASE_URL) ensurePostgres();
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
  return ensureHeadlessBrowser();
}
