import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild, ensureModels, root } from '../../tools/build/prepare.ts';
import { ensureBrowser } from '../../tools/testing/ensure-browser.ts';

/** `stepMs` is the minimum duration of a step. `path` is the number of the only path, if any. */
export type Showing = { isHeaded: boolean; stepMs: number; path: number | undefined };

/** The reason why no window can open on this machine; undefined if it can. */
export const noWindow = (
  platform: string = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined =>
  platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY
    ? 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open. Without --headed: --run --browser walks in a Chromium without a window, --run alone on the running charts'
    : undefined;

/** Playwright's arguments that select the walks. */
export const walksOf = (charts: readonly string[], path: number | undefined): string[] => [
  '--project=walks',
  '--project=walks-deep',
  '-g',
  `paths of the (${charts.join('|')}) chart ${path ?? '\\d+'}\\. `,
];

/** Walks the paths of these charts in turn, in Chromium on the running product. */
export const walkInBrowser = (
  charts: readonly string[],
  { isHeaded, stepMs, path }: Showing,
): boolean => {
  ensureModels();
  ensureBuild('development');
  const env = {
    ...process.env,
    CHROMIUM_PATH: ensureBrowser(),
    LIGHTWELL_STEP_MS: String(stepMs),
  };
  const args = [
    'test',
    '--workers=1',
    '--reporter=./tests/browser/paths/walk-reporter.ts',
    ...(isHeaded ? ['--headed'] : []),
    ...walksOf(charts, path),
  ];
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const result = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit', env });
  return result.status === 0;
};
