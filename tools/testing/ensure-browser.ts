import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { root, stop } from '../build/prepare.ts';
import { installDebianPackage } from './debian-package.ts';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const systemShellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path));
}

const systemBrowser = (): string | undefined =>
  onPath(systemNames) ?? (existsSync(macChrome) ? macChrome : undefined);

function ownBrowser(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/**
 * Returns true if Playwright's headless shell is installed. The shell is in a folder beside
 * Playwright's Chromium and has the same revision.
 */
const hasOwnShell = (): boolean =>
  existsSync(
    chromium
      .executablePath()
      .replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2'),
  );

function download() {
  console.log('Downloading a browser for the tests …');
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', '--with-deps', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  });
}

const missing = (): never =>
  stop(
    'The browser tests need a Chromium. Install one (`npx playwright install chromium`, or your system’s chromium package) and run `npm test` again.',
  );

/**
 * Returns the path of a Chromium that can open windows. Tries in this order: Playwright's own, one
 * of the system, a download of Playwright's own, and Debian's package if this process is root.
 */
export function ensureBrowser(): string {
  const present = ownBrowser() ?? systemBrowser();
  if (present) return present;
  download();
  const fetched = ownBrowser();
  if (fetched) return fetched;
  installDebianPackage('chromium');
  return systemBrowser() ?? missing();
}

type Headless = { CHROMIUM_PATH: string };

/**
 * Returns an installed headless shell, or otherwise an installed browser. With an empty path,
 * Playwright uses its own headless shell.
 */
function presentHeadless(): Headless | undefined {
  if (hasOwnShell()) return { CHROMIUM_PATH: '' };
  const path = onPath(systemShellNames) ?? ownBrowser() ?? systemBrowser();
  return path ? { CHROMIUM_PATH: path } : undefined;
}

/**
 * Returns the environment variables by which Playwright finds a headless Chromium. Prefers a
 * headless shell, which has no process for menus and tabs and takes a third less time.
 */
export function ensureHeadlessBrowser(): Headless {
  const present = presentHeadless();
  if (present) return present;
  download();
  const fetched = presentHeadless();
  if (fetched) return fetched;
  installDebianPackage('chromium-headless-shell');
  const installed = presentHeadless();
  if (installed) return installed;
  installDebianPackage('chromium');
  return presentHeadless() ?? missing();
}
