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
 * Loads without any action alternate with loads that are touched at once. After each load without
 * action a sample is tapped and other functions are tapped.
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

/**
 * Times after a tap on a sample photo: until the page reacts, shows the photo, and offers the
 * functions for it; and the slowest interaction (INP) of the taps on functions after it.
 */
type Choice = { reactionMs: number; photoMs: number; readyMs: number; slowestMs: number };

const untilRunning = (page: Page) =>
  page
    .locator('[data-actor="studio"][data-state^="choosing"]')
    .waitFor({ state: 'attached', timeout: waitMs });

/** Notes, in the page, when it reacts to a chosen photo and shows it, and how long taps take. */
const observeChoice = (page: Page) =>
  page.addInitScript(() => {
    const seen = { tappedAt: 0, reactionMs: 0, photoMs: 0, readyMs: 0, slowestMs: 0 };
    const isDecoded = (url: string) =>
      Object.assign(new Image(), { src: url })
        .decode()
        .then(
          () => true,
          () => false,
        );
    const look = async () => {
      const studio = document.querySelector<HTMLElement>('[data-actor="studio"]');
      const stage = studio?.querySelector('.studio');
      if (!seen.tappedAt || !stage) return;
      const passed = performance.now() - seen.tappedAt;
      if (/^chosen/.test(studio?.dataset.state ?? '')) seen.readyMs ||= passed;
      const early = getComputedStyle(stage, '::after').backgroundImage.match(/url\("(.+)"\)/)?.[1];
      const shown = early ?? stage.querySelector<HTMLImageElement>('.canvas img')?.src;
      if (!shown || seen.photoMs || !(await isDecoded(shown))) return;
      requestAnimationFrame(() => {
        seen.photoMs ||= performance.now() - seen.tappedAt;
      });
    };
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        seen.tappedAt ||= timeStamp;
      },
      true,
    );
    // after the paint that follows a change of the page
    const later = () => requestAnimationFrame(() => setTimeout(look));
    new MutationObserver(later).observe(document, {
      attributes: true,
      childList: true,
      subtree: true,
    });
    const read = (entries: PerformanceEntryList) => {
      for (const { startTime, duration } of entries) {
        // the first tap is the choice of the photo
        if (seen.readyMs === 0 || startTime < seen.tappedAt + seen.readyMs)
          seen.reactionMs = Math.max(seen.reactionMs, duration);
        else seen.slowestMs = Math.max(seen.slowestMs, duration);
      }
    };
    const events = new PerformanceObserver((list) => read(list.getEntries()));
    events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, {
      /** Returns the figures when the browser has reported the events before the last paint. */
      seenChoice: async () => {
        for (let frame = 0; frame < 2; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => setTimeout(resolve));
        read(events.takeRecords());
        return seen;
      },
    });
  });

async function chooseOnce(page: Page): Promise<Choice> {
  const studio = page.locator('[data-actor="studio"]');
  const sample = page.locator('.sample').nth(1);
  await sample.scrollIntoViewIfNeeded();
  await sample.tap({ timeout: waitMs });
  await studio.and(page.locator('[data-state^="chosen"]')).waitFor({ timeout: waitMs });
  const tools = studio.locator('label:has(input[name="function"])');
  for (const tool of (await tools.all()).slice(0, 4)) await tool.tap({ timeout: waitMs });
  return await page.evaluate(() => Reflect.get(window, 'seenChoice')());
}

type Opened = { load: Load; choice: Choice | null };

async function loadOnce(url: string, isTouched: boolean): Promise<Opened> {
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
  await observeChoice(page);
  await page.goto('/', { timeout: waitMs });
  if (isTouched) {
    await page.getByRole('banner').getByRole('link').first().hover();
    await untilRunning(page);
  } else await untilPrefetched(page, waitMs);
  const unrest = await unrestOf(page);
  const bytesBefore = scriptBytes;
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const choice = isTouched ? null : await chooseOnce(page);
  await browser.close();
  return { load: { ...unrest, scriptBytes: bytesBefore, paintMs }, choice };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const summary = (all: readonly Load[]) => ({
  scriptBytes: Math.max(...all.map(({ scriptBytes }) => scriptBytes)),
  blockedMs: Math.round(median(all.map(({ blockedMs }) => blockedMs))),
  shift: Math.max(...all.map(({ shift }) => shift)),
  firstPaintMs: Math.round(median(all.map(({ paintMs }) => paintMs))),
});

const choiceSummary = (all: readonly Choice[]) => ({
  reactionMs: Math.round(median(all.map(({ reactionMs }) => reactionMs))),
  photoMs: Math.round(median(all.map(({ photoMs }) => photoMs))),
  readyMs: Math.round(median(all.map(({ readyMs }) => readyMs))),
  slowestTapMs: Math.round(Math.max(...all.map(({ slowestMs }) => slowestMs))),
});

ensureBuild('production');
const product = await startProduct(productionEnvAnywhere);
const alone: Load[] = [];
const touched: Load[] = [];
const choices: Choice[] = [];
try {
  for (let load = 0; load < loads; load += 1) {
    const untouched = await loadOnce(product.url, false);
    alone.push(untouched.load);
    if (untouched.choice) choices.push(untouched.choice);
    touched.push((await loadOnce(product.url, true)).load);
  }
} finally {
  await product.stop();
}
const result = {
  loads,
  leftAlone: summary(alone),
  touched: summary(touched),
  chosen: choiceSummary(choices),
};
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
  const { reactionMs, photoMs, readyMs, slowestTapMs } = result.chosen;
  console.log(
    `A sample tapped after the scripts are in the cache: reaction after ${reactionMs} ms, photo on ` +
      `screen after ${photoMs} ms, functions after ${readyMs} ms (medians); slowest tap on a ` +
      `function ${slowestTapMs} ms`,
  );
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
