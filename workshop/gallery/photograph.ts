import type { Page } from '@playwright/test';
import type { FrameReport } from './page/gallery-data.ts';

/** Longer pages are cut off. */
const longest = 4000;

const pixels = ({ x, y, width, height }: NonNullable<FrameReport['box']>) => ({
  x: Math.floor(x),
  y: Math.floor(y),
  width: Math.ceil(width),
  height: Math.min(longest, Math.ceil(height)),
});

/* Sticky elements would end up in the middle of a picture that is taller than the viewport. */
const unstick = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).position !== 'sticky') continue;
  Object.assign(element.style, { position: 'relative', inset: 'auto' });
}
new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/** A PNG of the part of the page that the report names. */
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

/** A page that does not settle is photographed anyway. */
export async function settled(page: Page): Promise<FrameReport> {
  try {
    return (await page.evaluate('window.galleryFrame.settled')) as FrameReport;
  } catch (thrown) {
    return { ...unsettled, faults: [String(thrown)] };
  }
}
