import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { ensureBuild, ensureModels, root } from '../build/prepare.ts';
import { ensureHeadlessBrowser } from '../testing/ensure-browser.ts';
import { type CoverageRow, gapsOf, rowOf } from './coverage-record.ts';
import { readMeasured } from './measured.ts';
import { folderVariable } from './measurement.ts';

/**
 * What the walks of one chart take in a browser. The measurements of the last whole run stay as
 * they are: these are written to a folder of their own. Undefined when a walk fails.
 * @param files test files, from the root of the repository: its walks, and what takes the rest
 */
export const measureAlone = (
  chart: string,
  model: ChartDescriptor,
  files: readonly string[],
): { row: CoverageRow; gaps: string[] } | undefined => {
  ensureModels();
  ensureBuild('development');
  const folder = mkdtempSync(join(tmpdir(), 'lightwell-coverage-'));
  try {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
    const env = { ...process.env, ...ensureHeadlessBrowser(), [folderVariable]: folder };
    const args = [cli, 'test', ...files];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    const measured = status === 0 ? readMeasured(folder) : undefined;
    if (!measured) return undefined;
    const row = rowOf(chart, model, measured);
    return { row, gaps: gapsOf({ charts: [row] }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
