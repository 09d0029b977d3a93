import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { root, stop } from '../build/prepare.ts';
import { installDebianPackage } from './debian-package.ts';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, macChrome].find((path) => existsSync(path));
}

function ownBrowser(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

function download() {
  console.log('Fetching a browser for the tests …');
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', '--with-deps', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  });
}

/**
 * The path of a Chromium for the browser tests: Playwright's own, else one of the system, else
 * Playwright's own fetched now, else Debian's package where we are root.
 */
export function ensureBrowser(): string {
  const present = ownBrowser() ?? systemBrowser();
  if (present) return present;
  download();
  const fetched = ownBrowser();
  if (fetched) return fetched;
  installDebianPackage('chromium');
  const installed = systemBrowser();
  if (installed) return installed;
  stop(
    'The browser tests need a Chromium. Install one (`npx playwright install chromium`, or your system’s chromium package) and run `npm test` again.',
  );
}
