import type { Browser, BrowserContext } from '@playwright/test';
import type { FrameReport, GalleryState } from './page/gallery-data.ts';
import { photograph, settled } from './photograph.ts';
import { addressOf, type Variant } from './variants.ts';

type Taken = {
  state: string;
  png: Buffer;
  /** sentences about errors of the page, other than its look */
  faults: readonly string[];
};

/** A fixed time, so that dates on screen do not change. */
export const today = new Date('2027-01-01T10:00:30Z');

const pagesAtOnce = 3;

async function openContext(browser: Browser, { locale, theme, width, height }: Variant) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  await context.clock.setFixedTime(today);
  return context;
}

/* Opens a page. Its errors are recorded for the state that it shows at that time. */
async function openPage(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) {
      faults.push(`asks ${url.origin}`);
    }
    if (url.pathname.startsWith('/v1')) faults.push(`calls ${url.pathname}`);
  });
  return { page, faults };
}

/** The message of an error, without its stack. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text;

const sentences = (report: FrameReport, seen: readonly string[]): string[] => [
  ...report.missing.map((id) => `has no message “${id}”`),
  ...report.cutOff.map((words) => `cuts off “${words}”`),
  ...(report.overflow > 0 ? [`is ${report.overflow} px wider than its window`] : []),
  ...new Set([...seen, ...report.faults].map(firstLine)),
];

type Task = {
  browser: Browser;
  url: string;
  variant: Variant;
  states: readonly GalleryState[];
};

type Camera = Awaited<ReturnType<typeof openPage>>;

async function take(
  { page, faults }: Camera,
  state: string,
  { url, variant }: Task,
): Promise<Taken> {
  faults.length = 0;
  await page.goto(`${url}${addressOf(state, variant)}`);
  const report = await settled(page);
  const png = await photograph(page, report);
  return { state, png, faults: sentences(report, faults) };
}

/** Takes a picture of every state in one variant, in any order. Calls `onTaken` for each. */
export async function takePictures(task: Task, onTaken: (taken: Taken) => void): Promise<void> {
  const context = await openContext(task.browser, task.variant);
  const waiting = [...task.states];
  const work = async () => {
    const camera = await openPage(context, task.url);
    for (let state = waiting.shift(); state; state = waiting.shift()) {
      onTaken(await take(camera, state.id, task));
    }
  };
  try {
    await Promise.all(Array.from({ length: pagesAtOnce }, work));
  } finally {
    await context.close();
  }
}
