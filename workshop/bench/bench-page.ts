import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { productionEnvAnywhere } from '../../server/testing/production-env.fixture.ts';
import { startProduct } from '../../tests/browser/product-process.ts';
import {
  newPhone,
  observeUnrest,
  slowDown,
  type Unrest,
  unrestOf,
  untilPrefetched,
} from '../../tests/browser/slow-phone.ts';
import { ensureBuild, root } from '../../tools/build/prepare.ts';
import { ensureBrowser } from '../../tools/testing/ensure-browser.ts';

/*
 * npm run page -w workshop/bench [-- --json] [--loads n] [--taps n]
 * Measures the cost of the home page on a cheap phone (slow 4G, a processor four times slower).
 * Loads without any action alternate with loads that are touched at once.
 * With --taps it then tries that many early taps (tests/browser/early-taps.spec.ts).
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    loads: { type: 'string', default: '5' },
    taps: { type: 'string', default: '0' },
  },
});
const loads = Math.max(1, Number(options.loads));
const taps = Math.max(0, Number(options.taps));
const waitMs = 90_000;

/** Figures of one load: the bytes of the scripts that ran and the time of the first paint. */
type Load = Unrest & { scriptBytes: number; paintMs: number };

const untilRunning = (page: Page) =>
  page
    .locator('[data-actor="studio"][data-state^="choosing"]')
    .waitFor({ state: 'attached', timeout: waitMs });

async function loadOnce(url: string, isTouched: boolean): Promise<Load> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox'],
  });
  const context = await newPhone(browser, url);
  const page = await context.newPage();
  const tap = await slowDown(page);
  let scriptBytes = 0;
  tap.on('Debugger.scriptParsed', (script) => {
    if (script.url.startsWith(`${url}/assets/`)) scriptBytes += script.length ?? 0;
  });
  await tap.send('Debugger.enable');
  await observeUnrest(page);
  await page.goto('/', { timeout: waitMs });
  if (isTouched) {
    await page.getByRole('banner').getByRole('link').first().hover();
    await untilRunning(page);
  } else await untilPrefetched(page, waitMs);
  const unrest = await unrestOf(page);
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await browser.close();
  return { scriptBytes, ...unrest, paintMs };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const summary = (all: readonly Load[]) => ({
  scriptBytes: Math.max(...all.map(({ scriptBytes }) => scriptBytes)),
  blockedMs: Math.round(median(all.map(({ blockedMs }) => blockedMs))),
  shift: Math.max(...all.map(({ shift }) => shift)),
  firstPaintMs: Math.round(median(all.map(({ paintMs }) => paintMs))),
});

ensureBuild('production');
const product = await startProduct(productionEnvAnywhere);
const alone: Load[] = [];
const touched: Load[] = [];
try {
  for (let load = 0; load < loads; load += 1) {
    alone.push(await loadOnce(product.url, false));
    touched.push(await loadOnce(product.url, true));
  }
} finally {
  await product.stop();
}
const result = { loads, leftAlone: summary(alone), touched: summary(touched) };
if (options.json) console.log(JSON.stringify(result, null, 2));
else {
  console.log(`The home page on a slow phone, ${loads} loads each:`);
  for (const [name, { scriptBytes, blockedMs, shift, firstPaintMs }] of [
    ['left alone', result.leftAlone],
    ['touched', result.touched],
  ] as const) {
    const kilobytes = (scriptBytes / 1000).toFixed(1);
    console.log(
      `${name.padEnd(11)} ${kilobytes.padStart(7)} kB of scripts ran, blocked ${blockedMs} ms ` +
        `(median), layout shift ${shift}, first paint ${firstPaintMs} ms (median)`,
    );
  }
}

if (taps > 0) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--project=journeys', 'early-taps', '--reporter=list'];
  ensureBuild('development');
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: ensureBrowser(), LIGHTWELL_TAPS: String(taps) },
  });
  process.exitCode = status ?? 1;
}
