import type { Page } from '@playwright/test';
import type { FrameReport } from './page/gallery-data.ts';

/** Pixels; a longer page is cut off. */
const longest = 4000;

const pixels = ({ x, y, width, height }: NonNullable<FrameReport['box']>) => ({
  x: Math.floor(x),
  y: Math.floor(y),
  width: Math.ceil(width),
  height: Math.min(longest, Math.ceil(height)),
});

/* in a picture taller than the viewport, sticky elements would cover the middle of the page */
const unstick = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).position !== 'sticky') continue;
  Object.assign(element.style, { position: 'relative', inset: 'auto' });
}
new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/** Returns the reported part of the page as a PNG. */
export async function photograph(page: Page, { box }: FrameReport): Promise<Buffer> {
  const quiet = { animations: 'disabled', caret: 'hide' } as const;
  if (!box) return await page.screenshot(quiet);
  await page.evaluate(unstick);
  return await page.screenshot({ ...quiet, fullPage: true, clip: pixels(box) });
}

const unsettled: FrameReport = {
  messages: [],
  missing: [],
  faults: [],
  overflow: 0,
  cutOff: [],
  box: null,
};

/** Waits for the page's report. A page that does not settle is photographed anyway. */
export async function settled(page: Page): Promise<FrameReport> {
  try {
    return (await page.evaluate('window.galleryFrame.settled')) as FrameReport;
  } catch (thrown) {
    return { ...unsettled, faults: [String(thrown)] };
  }
}
