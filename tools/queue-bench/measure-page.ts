import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startCollector } from '../collector/collector.ts';
import type {} from './bench-page.ts';
import { crash } from './play.ts';

/** A task of the main thread in the browser's trace; microseconds. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  /** of the processor */
  tdur?: number;
  args?: { name?: string };
};

/** Milliseconds of the tasks of a page's main thread, longest first. */
export function tasksOf(events: readonly TraceEvent[]): number[] {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => {
      const isTask = name === 'RunTask' || name === 'ThreadControllerImpl::RunTask';
      return isTask && ph === 'X' && mains.has(`${pid} ${tid}`);
    })
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
    .toSorted((one, other) => other - one);
}

const longMs = 16;

async function open(context: BrowserContext, site: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}/ours.html`);
  return page;
}

/** What sending `count` kept events costs the main thread: how many of its tasks are over 16 ms. */
export async function measureFlush(browser: Browser, site: string, count: number) {
  const context = await browser.newContext();
  let taken = 0;
  const all = Promise.withResolvers<void>();
  const collector = await startCollector(0, {
    choose: () => 'ok',
    heard: ({ events }) => {
      taken += events.length;
      if (taken >= count) all.resolve();
    },
  });
  try {
    const before = await open(context, site);
    await before.evaluate((some) => window.bench?.fill?.(some), count);
    await before.close();
    const page = await open(context, site);
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await page.evaluate((url) => window.bench?.start({ url, scale: 1 }), collector.url);
    await all.promise;
    const trace = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    const tasks = tasksOf(trace.traceEvents);
    return {
      taken,
      tasks: tasks.length,
      longest: tasks[0] ?? Number.NaN,
      long: tasks.filter((ms) => ms > longMs).length,
    };
  } finally {
    await context.close();
    await collector.close();
  }
}

/** Milliseconds from the death of the sending tab until another one has delivered, one for each try. */
export async function measureTakeover(browser: Browser, site: string, tries: number) {
  const context = await browser.newContext();
  let heard = Promise.withResolvers<void>();
  const collector = await startCollector(0, { choose: () => 'ok', heard: () => heard.resolve() });
  const start = async () => {
    const page = await open(context, site);
    await page.evaluate((url) => window.bench?.start({ url, scale: 1 }), collector.url);
    return page;
  };
  try {
    const times: number[] = [];
    let sender = await start();
    for (let turn = 0; turn < tries; turn += 1) {
      const next = await start();
      heard = Promise.withResolvers();
      await next.evaluate((numbers) => window.bench?.track(numbers), [turn]);
      const begun = performance.now();
      // the reply never comes when the page is gone
      void crash(sender).catch(() => {});
      await heard.promise;
      times.push(performance.now() - begun);
      await sender.close();
      sender = next;
    }
    return times;
  } finally {
    await context.close();
    await collector.close();
  }
}
