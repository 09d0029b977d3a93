import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './ensure-browser.ts';
import { ensureBuild, ensureModels, root } from './prepare.ts';

const reports = mkdtempSync(join(tmpdir(), 'lightwell-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

function bin(packagePath: string, args: string[], env: Record<string, string>) {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', packagePath), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** A runner that died before it wrote its report counts as one failure. */
function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

ensureModels();
ensureBuild('development');
const browser = ensureBrowser();

const unitOk = bin(
  'vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  {},
);
const browserOk = bin('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
  CHROMIUM_PATH: browser,
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
});

const unit = read<VitestReport>(vitestReport);
const journeys = read<PlaywrightReport>(playwrightReport)?.stats;
rmSync(reports, { recursive: true, force: true });

const passed = (unit?.numPassedTests ?? 0) + (journeys?.expected ?? 0);
const counted = (unit?.numFailedTests ?? 1) + (journeys ? journeys.unexpected + journeys.flaky : 1);
const failed = Math.max(counted, unitOk && browserOk ? 0 : 1);
const skipped = (unit?.numPendingTests ?? 0) + (journeys?.skipped ?? 0);
console.log(
  `\nvitest ${unitOk ? 'passed' : 'failed'}, playwright ${browserOk ? 'passed' : 'failed'}`,
);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
