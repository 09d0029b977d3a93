import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../tests/browser/product-process.ts';
import { smallPhoto } from '../../tests/browser/studio-page.ts';
import { ensureModels, root } from '../../tools/build/prepare.ts';
import { fail, obeyCall, readOptions } from '../../tools/cli/bad-call.ts';
import { installDebianPackage } from '../../tools/testing/debian-package.ts';
import { DrivenPage, type Driver } from './driven-page.ts';
import { openFirefox } from './firefox.ts';
import { steps } from './steps.ts';
import { openWebKit } from './webkit.ts';

const usage = `npm run browsers -w workshop/browsers                      the main job, sign-in and a purchase in Firefox and WebKit
npm run browsers -w workshop/browsers -- --only webkit     in one of them
npm run browsers -w workshop/browsers -- --install         installs the missing Debian packages first; needs root`;

const options = {
  only: { type: 'string' },
  install: { type: 'boolean', default: false },
} as const;

const firefox = '/usr/bin/firefox-esr';
const webKit = {
  driver: '/usr/bin/WebKitWebDriver',
  browser: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
  display: '/usr/bin/Xvfb',
};

type Browser = {
  /** required programs, with their Debian packages */
  programs: Readonly<Record<string, string>>;
  open: () => Promise<Driver>;
};

const browsers: Readonly<Record<string, Browser>> = {
  firefox: { programs: { [firefox]: 'firefox-esr' }, open: () => openFirefox(firefox) },
  webkit: {
    programs: {
      [webKit.driver]: 'webkit2gtk-driver',
      [webKit.browser]: 'webkit2gtk-driver',
      [webKit.display]: 'xvfb',
    },
    open: () => openWebKit(webKit),
  },
};

function chosenBrowsers(only: string | undefined): [string, Browser][] {
  const chosen = Object.entries(browsers).filter(([name]) => !only || name === only);
  return chosen.length > 0 ? chosen : fail(`--only takes firefox or webkit, not “${only}”`);
}

const missingPackages = (chosen: readonly [string, Browser][]): string[] => {
  const programs = chosen.flatMap(([, { programs }]) => Object.entries(programs));
  return [...new Set(programs.flatMap(([path, name]) => (existsSync(path) ? [] : [name])))];
};

function ensurePackages(chosen: readonly [string, Browser][], install: boolean): void {
  if (install) for (const name of missingPackages(chosen)) installDebianPackage(name);
  const missing = missingPackages(chosen);
  if (missing.length === 0) return;
  fail(
    `Not installed: ${missing.join(', ')}. Run \`npm run browsers -w workshop/browsers -- --install\` as root on Debian, or \`apt-get install ${missing.join(' ')}\`.`,
  );
}

/** Each step depends on the previous one, so all steps after a failure count as failed. */
async function walk(name: string, { open }: Browser, given: { url: string; photo: string }) {
  const page = new DrivenPage(await open());
  const pictures = join(root, 'test-results', 'browsers');
  const passed: string[] = [];
  try {
    for (const [title, step] of Object.entries(steps)) {
      await step({ ...given, page });
      const faults = page.driver.faults();
      if (faults.length > 0)
        throw new Error(`The browser's console contains errors: ${faults.join('\n')}`);
      passed.push(title);
      console.log(`✓ ${name}: ${title}`);
    }
  } catch (error) {
    mkdirSync(pictures, { recursive: true });
    const picture = join(pictures, `${name}.png`);
    await page.driver.photograph(picture);
    console.log(`✗ ${name}: ${Object.keys(steps)[passed.length]} (${picture})\n`, error);
  } finally {
    await page.driver.close();
  }
  return passed.length;
}

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  const chosen = chosenBrowsers(values.only);
  ensurePackages(chosen, values.install);
  ensureModels();
  const folder = mkdtempSync(join(tmpdir(), 'lightwell-browsers-'));
  const photo = join(folder, 'coffee.png');
  writeFileSync(photo, (await smallPhoto()).buffer);
  const { url, stop } = await startProduct({ RUN_ENV: 'test' });
  let passed = 0;
  try {
    for (const [name, browser] of chosen) passed += await walk(name, browser, { url, photo });
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
  const failed = chosen.length * Object.keys(steps).length - passed;
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
});
process.exit();
