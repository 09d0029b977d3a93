import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import type {} from '../tools/queue-bench/bench-page.ts';
import { measureFlush, measureTakeover } from '../tools/queue-bench/measure-page.ts';
import { type Played, play, type Subject } from '../tools/queue-bench/play.ts';
import { queueGzipBytes } from '../tools/queue-bench/queue-size.ts';
import { servePages } from '../tools/queue-bench/serve-pages.ts';
import { ensureBrowser } from '../tools/testing/ensure-browser.ts';

/*
 * npm run bench:queue [-- --json] [--events n] [--faults n] [--seed n] [--scale n] [--help]
 * One fault script against our analytics queue and the one of Amplitude's SDK, in three tabs of a real
 * browser, with all pauses of both divided by the scale; then what one more event costs the main
 * thread, what sending 10 000 kept ones costs it, and how long it takes until another tab sends after
 * the sending one has died. Counts events, not requests. A target is missed when ours loses, doubles or
 * reorders one, repeats more than acknowledgements were lost, or is slower than issue 12 allows.
 */
const usage = `npm run bench:queue -- [options]
  --json       one JSON object as the last line
  --events n   events at least (10000)
  --faults n   faults at least (2000)
  --seed n     of the dice (1)
  --scale n    by which pauses are divided (100)`;

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000' },
    faults: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '100' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const flushed = 10_000;

/** Most that is allowed, but for what has to happen at all, which is least. */
const targets = {
  events: Number(options.events),
  faults: Number(options.faults),
  flushedEvents: flushed,
  oursLost: 0,
  oursDuplicated: 0,
  oursOutOfOrder: 0,
  oursEnqueueMicroseconds: 20,
  oursEnqueueMicrosecondsAt100000: 20,
  gzipBytes: 6 * 1024,
  flushTasksOver16Milliseconds: 0,
  takeoverLongestMilliseconds: 2000,
};
const leastOf = ['events', 'faults', 'flushedEvents'] as const;

const say = (line: string) => {
  if (!options.json) console.log(line);
};

const tenth = (value: number) => Math.round(value * 10) / 10;

async function measure(browser: Browser, site: string, subject: Subject, queued: number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site}/${subject}.html`);
  const cost = await page.evaluate((count) => window.bench?.measure(count, 41), queued);
  await context.close();
  return { call: tenth(cost?.call ?? Number.NaN), whole: tenth(cost?.whole ?? Number.NaN) };
}

/** What one more event costs, with ten and with 100 000 queued before. */
const measureBoth = async (browser: Browser, site: string, subject: Subject) =>
  [
    await measure(browser, site, subject, 10),
    await measure(browser, site, subject, 100_000),
  ] as const;

async function run() {
  const site = await servePages(['ours', 'stock']);
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox'],
  });
  try {
    const plan = {
      site: site.url,
      events: Number(options.events),
      faults: Number(options.faults),
      seed: Number(options.seed),
      scale: Number(options.scale),
    };
    const ours = await play(browser, 'ours', plan);
    say(`ours  ${JSON.stringify(ours)}`);
    const stock = await play(browser, 'stock', plan);
    say(`stock ${JSON.stringify(stock)}`);
    const [few, many] = await measureBoth(browser, site.url, 'ours');
    const [stockFew, stockMany] = await measureBoth(browser, site.url, 'stock');
    const flush = await measureFlush(browser, site.url, flushed);
    const takeovers = await measureTakeover(browser, site.url, 10);
    const gzip = await queueGzipBytes();
    const figures = {
      ...figuresOf(ours, stock),
      oursEnqueueMicroseconds: few.call,
      oursEnqueueMicrosecondsAt100000: many.call,
      oursEnqueueWithStorageMicroseconds: few.whole,
      oursEnqueueWithStorageMicrosecondsAt100000: many.whole,
      stockEnqueueMicroseconds: stockFew.call,
      stockEnqueueMicrosecondsAt100000: stockMany.call,
      flushedEvents: flush.taken,
      flushTasks: flush.tasks,
      flushTasksOver16Milliseconds: flush.long,
      flushLongestMilliseconds: tenth(flush.longest),
      takeoverLongestMilliseconds: Math.round(Math.max(...takeovers)),
      gzipBytes: gzip.queue,
      gzipBytesWithSender: gzip.withSender,
      gzipBytesWithSenderAndIdb: gzip.withIdb,
    };
    return figures;
  } finally {
    await browser.close();
    await site.close();
  }
}

const figuresOf = (ours: Played, stock: Played) => ({
  events: ours.events,
  faults: ours.faults,
  stockEvents: stock.events,
  stockFaults: stock.faults,
  oursLost: ours.lost,
  oursDuplicated: ours.duplicated,
  oursOutOfOrder: ours.outOfOrder,
  oursRedelivered: ours.redelivered,
  acknowledgementsLost: ours.acknowledgementsLost,
  acknowledgementsUnheard: ours.acknowledgementsUnheard,
  oursDrainSeconds: ours.drainSeconds,
  stockLost: stock.lost,
  stockDuplicated: stock.duplicated,
  stockOutOfOrder: stock.outOfOrder,
  stockRedelivered: stock.redelivered,
  stockAcknowledgementsLost: stock.acknowledgementsLost,
  stockAcknowledgementsUnheard: stock.acknowledgementsUnheard,
  stockDrainSeconds: stock.drainSeconds,
});

const figures = await run();
const ratios = {
  stockToOursEnqueue: tenth(figures.stockEnqueueMicroseconds / figures.oursEnqueueMicroseconds),
};
const missed = [
  ...Object.entries(targets).flatMap(([name, target]) => {
    const figure = figures[name as keyof typeof targets];
    const isMet = leastOf.includes(name as never) ? figure >= target : figure <= target;
    return isMet ? [] : [name];
  }),
  ...(figures.oursRedelivered <= figures.acknowledgementsLost ? [] : ['oursRedelivered']),
];
const met = missed.length === 0;
for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(44)}${value}`);
say(met ? 'All targets met.' : `Missed: ${missed.join(', ')}`);
if (options.json) console.log(JSON.stringify({ name: 'queue', figures, ratios, targets, met }));
// a missed target is told; not to be able to measure is an error
process.exit(Object.values(figures).some(Number.isNaN) ? 1 : 0);
