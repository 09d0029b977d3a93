import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
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
 * npm run bench:page [-- --json] [--loads n] [--taps n]
 * Measures the cost of the home page on a cheap phone (slow 4G, a processor four times slower).
 * Loads without any action alternate with loads that are touched at once, with loads of the page
 * without scripts and with loads of a page that its scripts render. After each load without action
 * a sample is tapped and other functions are tapped. A tap on the page without scripts shows how
 * long this machine takes for the least answer, a button that looks pressed.
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

/**
 * Figures of one load: the bytes of the scripts that ran, and the times of the first and of the
 * largest paint.
 */
type Load = Unrest & { scriptBytes: number; paintMs: number; largestMs: number };

const bootScript = /<script[^>]*data-entry="([^"]+)"[^>]*>[\s\S]*?<\/script>/;

/** The kinds of loads. Some change the HTML of the page. */
const kinds: Record<string, ((html: string) => string) | null> = {
  alone: null,
  touched: null,
  withoutScripts: (html) => html.replace(bootScript, ''),
  renderedByScripts: (html) =>
    html
      .replace(/(<div id="app">)[\s\S]*(<div id="bootNote")/, '$1</div>$2')
      .replace(bootScript, '<script type="module" src="$1"></script>'),
};

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
    const seen = { tappedAt: 0, photoMs: 0, readyMs: 0 };
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
    const events: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => events.push(...list.getEntries()));
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, {
      /** Returns the times so far, and the slowest interaction since the last call. */
      seenChoice: async () => {
        // the browser reports an event after the paint that follows it
        for (let frame = 0; frame < 2; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => setTimeout(resolve));
        const reported = [...events.splice(0), ...observer.takeRecords()];
        return { ...seen, slowestMs: Math.max(0, ...reported.map(({ duration }) => duration)) };
      },
    });
  });

type Seen = Pick<Choice, 'photoMs' | 'readyMs' | 'slowestMs'>;

const seenIn = (page: Page): Promise<Seen> =>
  page.evaluate(() => Reflect.get(window, 'seenChoice')());

async function tapSample(page: Page) {
  const sample = page.locator('.sample').nth(1);
  await sample.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await sample.tap({ timeout: waitMs });
}

async function chooseOnce(page: Page): Promise<Choice> {
  const studio = page.locator('[data-actor="studio"]');
  await tapSample(page);
  await studio.and(page.locator('[data-state^="chosen"]')).waitFor({ timeout: waitMs });
  const tools = studio.locator('label:has(input[name="function"])');
  await tools.first().waitFor({ timeout: waitMs });
  const { slowestMs: reactionMs, ...times } = await seenIn(page);
  for (const tool of (await tools.all()).slice(0, 4)) await tool.tap({ timeout: waitMs });
  const { slowestMs } = await seenIn(page);
  return { ...times, reactionMs, slowestMs };
}

const observeLargest = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { largestMs: Number.NaN });
    new PerformanceObserver((list) =>
      Object.assign(window, { largestMs: list.getEntries().at(-1)?.startTime }),
    ).observe({ type: 'largest-contentful-paint', buffered: true });
  });

/** Waits two seconds after the load of the page, as long as the prefetch of the product waits. */
const untilQuiet = (page: Page) =>
  page.waitForFunction(
    () => {
      const [navigation] = performance.getEntriesByType('navigation');
      const { loadEventEnd } = navigation as PerformanceNavigationTiming;
      return loadEventEnd > 0 && performance.now() > loadEventEnd + 2000;
    },
    undefined,
    { timeout: waitMs, polling: 100 },
  );

/**
 * Changes the HTML of a page after it has come over the slow network. Playwright's own routes would
 * fetch it over the fast one, and would disable the cache.
 */
async function changeHtml(tap: CDPSession, url: string, change: (html: string) => string) {
  tap.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders }) => {
    const { body, base64Encoded } = await tap.send('Fetch.getResponseBody', { requestId });
    const html = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString();
    await tap.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode ?? 200,
      responseHeaders: (responseHeaders ?? []).filter(
        ({ name }) => !/^content-(encoding|length)$/i.test(name),
      ),
      body: Buffer.from(change(html)).toString('base64'),
    });
  });
  await tap.send('Fetch.enable', { patterns: [{ urlPattern: url, requestStage: 'Response' }] });
}

/** `stillMs` is the time until a page without scripts has answered a tap. */
type Opened = { load: Load; choice: Choice | null; stillMs: number | null };

async function tapWithoutScripts(page: Page): Promise<number> {
  await tapSample(page);
  return (await seenIn(page)).slowestMs;
}

async function loadOnce(url: string, kind: string): Promise<Opened> {
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
  await observeLargest(page);
  await changeHtml(tap, `${url}/`, kinds[kind] ?? ((html) => html));
  await page.goto('/', { timeout: waitMs });
  if (kind === 'touched') await page.getByRole('banner').getByRole('link').first().hover();
  if (kind === 'touched' || kind === 'renderedByScripts') await untilRunning(page);
  if (kind === 'alone') await untilPrefetched(page, waitMs);
  else await untilQuiet(page);
  const unrest = await unrestOf(page);
  const bytesBefore = scriptBytes;
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const largestMs: number = await page.evaluate(() => Reflect.get(window, 'largestMs'));
  const choice = kind === 'alone' ? await chooseOnce(page) : null;
  const stillMs = kind === 'withoutScripts' ? await tapWithoutScripts(page) : null;
  await browser.close();
  return { load: { ...unrest, scriptBytes: bytesBefore, paintMs, largestMs }, choice, stillMs };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const summary = (all: readonly Load[]) => ({
  scriptBytes: Math.max(...all.map(({ scriptBytes }) => scriptBytes)),
  blockedMs: Math.round(median(all.map(({ blockedMs }) => blockedMs))),
  shift: Math.max(...all.map(({ shift }) => shift)),
  firstPaintMs: Math.round(median(all.map(({ paintMs }) => paintMs))),
  largestPaintMs: Math.round(median(all.map(({ largestMs }) => largestMs))),
});

const choiceSummary = (all: readonly Choice[]) => ({
  reactionMs: Math.round(median(all.map(({ reactionMs }) => reactionMs))),
  photoMs: Math.round(median(all.map(({ photoMs }) => photoMs))),
  readyMs: Math.round(median(all.map(({ readyMs }) => readyMs))),
  slowestTapMs: Math.round(Math.max(...all.map(({ slowestMs }) => slowestMs))),
});

ensureBuild('production');
const product = await startProduct(productionEnvAnywhere);
const all = new Map<string, Load[]>(Object.keys(kinds).map((kind) => [kind, []]));
const choices: Choice[] = [];
const stillTaps: number[] = [];
try {
  for (let load = 0; load < loads; load += 1) {
    for (const [kind, done] of all) {
      const opened = await loadOnce(product.url, kind);
      done.push(opened.load);
      if (opened.choice) choices.push(opened.choice);
      if (opened.stillMs !== null) stillTaps.push(opened.stillMs);
    }
  }
} finally {
  await product.stop();
}
const pages = Object.fromEntries([...all].map(([kind, done]) => [kind, summary(done)]));
const chosen = choiceSummary(choices);
const alone = summary(all.get('alone') ?? []);
const still = summary(all.get('withoutScripts') ?? []);
const stillTapMs = median(stillTaps);
const figures = { pages, chosen, stillTapMs };
const ratios = {
  largestPaint: alone.largestPaintMs / still.largestPaintMs,
  blocked: alone.blockedMs / still.blockedMs,
  reaction: chosen.reactionMs / stillTapMs,
};
const targets = {
  scriptBytes: 0,
  largestPaint: 1,
  reactionMs: 100,
  photoMs: 400,
  slowestTapMs: 100,
};
const met =
  alone.scriptBytes <= targets.scriptBytes &&
  ratios.largestPaint <= targets.largestPaint &&
  chosen.reactionMs <= targets.reactionMs &&
  chosen.photoMs <= targets.photoMs &&
  chosen.slowestTapMs <= targets.slowestTapMs;
console.log(
  `The home page on a slow phone, ${loads} loads each (medians; bytes and shift: the most):`,
);
console.table(pages);
console.log(
  `A sample tapped after the scripts are in the cache: reaction after ${chosen.reactionMs} ms, photo ` +
    `on screen after ${chosen.photoMs} ms, functions after ${chosen.readyMs} ms (medians); slowest ` +
    `tap on a function ${chosen.slowestTapMs} ms. Without scripts, a tap is answered after ` +
    `${stillTapMs} ms (median)`,
);
if (options.json) console.log(JSON.stringify({ name: 'page', figures, ratios, targets, met }));

if (taps > 0) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--project=journeys-deep', 'early-taps', '--reporter=list'];
  ensureBuild('development');
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: ensureBrowser(), LIGHTWELL_TAPS: String(taps) },
  });
  process.exitCode = status ?? 1;
}
