import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { FrameReport, GalleryState } from '../../src/devtools/gallery/gallery-data.ts';
import { halve, type Picture } from './picture.ts';
import { addressOf, type Variant } from './variants.ts';

/** What came of one state in one variant. */
export type Taken = {
  state: string;
  variant: string;
  picture: Picture;
  /** sentences: what is wrong with the page, whatever it looks like */
  faults: readonly string[];
};

/** The day on which everything happens, so that no date on screen ever moves. */
const today = new Date('2027-01-01T10:00:30Z');

/** A page that is longer than this is cut. */
const longest = 4000;

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

/* Whatever goes wrong in a page is written down for the state that is open in it. */
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

/** Of an error what it says, not where it was thrown. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text;

const sentences = (report: FrameReport, seen: readonly string[]): string[] => [
  ...report.missing.map((id) => `has no message “${id}”`),
  ...(report.overflow > 0 ? [`is ${report.overflow} px wider than its window`] : []),
  ...new Set([...seen, ...report.faults].map(firstLine)),
];

const pixels = ({ x, y, width, height }: NonNullable<FrameReport['box']>) => ({
  x: Math.floor(x),
  y: Math.floor(y),
  width: Math.ceil(width),
  height: Math.min(longest, Math.ceil(height)),
});

/** What sticks to an edge of the window would lie somewhere in a picture that is higher. */
const unstick = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).position !== 'sticky') continue;
  Object.assign(element.style, { position: 'relative', inset: 'auto' });
}`;

async function photograph(page: Page, { box }: FrameReport): Promise<Buffer> {
  const quiet = { animations: 'disabled', caret: 'hide' } as const;
  if (!box) return await page.screenshot(quiet);
  await page.evaluate(unstick);
  return await page.screenshot({ ...quiet, fullPage: true, clip: pixels(box) });
}

const unsettled: FrameReport = { messages: [], missing: [], faults: [], overflow: 0, box: null };

/** A page that does not come to rest is photographed as it is. */
async function settled(page: Page): Promise<FrameReport> {
  try {
    return (await page.evaluate('window.galleryFrame.settled')) as FrameReport;
  } catch (thrown) {
    return { ...unsettled, faults: [String(thrown)] };
  }
}

type Task = {
  browser: Browser;
  url: string;
  variant: Variant;
  states: readonly GalleryState[];
  /** for people to look at, not to be compared */
  isTrue: boolean;
};

/** Every state in one variant, as soon as it is there, in any order. */
export async function takePictures(
  { browser, url, variant, states, isTrue }: Task,
  onTaken: (taken: Taken) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, variant);
  const waiting = [...states];
  const work = async () => {
    const { page, faults } = await openPage(context, url);
    for (let state = waiting.shift(); state; state = waiting.shift()) {
      faults.length = 0;
      await page.goto(`${url}${addressOf(state.id, variant)}`);
      const report = await settled(page);
      const picture = await halve(await photograph(page, report), { isTrue });
      const told = sentences(report, faults);
      await onTaken({ state: state.id, variant: variant.name, picture, faults: told });
    }
  };
  try {
    await Promise.all(Array.from({ length: pagesAtOnce }, work));
  } finally {
    await context.close();
  }
}
