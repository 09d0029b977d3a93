import { expect, type Page } from '@playwright/test';
import { overlayDescriptor } from '../../../machines/overlay/overlay.descriptor.ts';
import { measuredRecord, recordOf } from '../../../machines/testing/samples.ts';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import {
  choosePhoto,
  goTo,
  openPage,
  press,
  quiet,
  shownRecord,
  untilShown,
  uploadTicket,
  words,
} from './scene.ts';

const opened = overlayDescriptor.charts?.['overlay.opened'] as unknown as Record<string, unknown>;
const measured = overlayDescriptor.charts?.['overlay.measured'] as unknown as Record<
  string,
  unknown
>;
const inSight = 'with a counter';
const outOfSight = 'out of sight';
const nearlyDone = 'almost everything';

/** how long the page waits for news of a record */
const watchMs = 40_000;

type Context = { percent: number; showsCounter: boolean };

const overlay = (page: Stage['page']) => page.getByRole('dialog', { name: words('overlay.title') });
const button = (page: Stage['page'], id: Parameters<typeof words>[0]) =>
  page.getByRole('button', { name: words(id), exact: true });

const startTask = async (stage: Stage): Promise<void> => {
  const { page, layer } = stage;
  if (layer.isHeld('findRunningTask')) {
    await layer.answer('findRunningTask', { obj: { records: [], nextCursor: null } });
  }
  if (!page.url().endsWith('/')) await goTo(page, 'home');
  await choosePhoto(stage);
  await press(page, button(page, 'studio.start'));
  await layer.answer('requestUpload', uploadTicket);
  await layer.answer('upload', { obj: null });
  await layer.answer('startTask', { obj: recordOf('r1', 0) });
  await layer.asked('watchRecord');
};

let revision = 10;
const news = () => {
  revision += 1;
  return { revision };
};

const cancel = async ({ page, layer }: Stage): Promise<void> => {
  const isShown = await overlay(page).isVisible();
  await press(page, button(page, isShown ? 'overlay.cancel' : 'card.cancel'));
  await layer.answer('cancelTask', { obj: recordOf('r1', 5, news()) });
  await press(page, button(page, 'problem.another'));
};

type TipId = 'overlay.tip.first' | 'overlay.tip.second';

/** After a while the task says in their place that it takes long. */
const tip = (shown: TipId, other: TipId) => (page: Page, expected: Expectation) => {
  const [one, another] = [page.getByText(words(shown)), page.getByText(words(other))];
  const isOpen = expected.leaves.includes('overlay.open.sight.shown');
  if (!isOpen) return { hidden: [one, another] };
  const long = page.getByText(words('overlay.long'));
  return { shown: [one.or(long)], hidden: [another] };
};

export const overlayPaths: BrowserChart = {
  chart: 'overlay',
  longest: 60,
  model: {
    ...overlayDescriptor,
    charts: {
      // a task that was found again after a reload is the only one that begins out of sight
      'overlay.opened': ({ showsCounter }: Context) => ({
        [inSight]: opened[inSight],
        ...(showsCounter ? {} : { [outOfSight]: { counter: true, away: true } }),
      }),
      'overlay.measured': { [nearlyDone]: measured[nearlyDone] },
      'overlay.finished': {},
      'overlay.closed': {},
    } as never,
    reads: (({ percent, showsCounter }: Context) => [percent >= 98, showsCounter]) as never,
  },
  allows: (step, { snapshot }) => {
    if (step.kind !== 'event') return true;
    switch (step.event.type) {
      case 'overlay.opened':
        return snapshot.matches('hidden');
      case 'overlay.finished':
        return snapshot.matches({ open: { sight: 'shown' } });
      case 'overlay.closed':
        return snapshot.matches('open');
      default:
        return true;
    }
  },
  noise: (id) => id.includes('overlay.measured') || id.includes('⟲'),
  open: async (stage) => {
    const { findRunningTask: _, ...background } = quiet;
    await openPage(stage, '/', { ...background, loadRecord: { obj: shownRecord } });
    await stage.layer.asked('findRunningTask');
  },
  drivers: {
    'overlay.opened': async (stage, step) => {
      if (!step.says.includes(outOfSight)) return startTask(stage);
      const running = { records: [measuredRecord], nextCursor: null };
      await stage.layer.answer('findRunningTask', { obj: running });
    },
    'overlay.measured': async (stage) => {
      const progress = { stage: 'writing' as const, fraction: 1, remainingMs: null };
      await stage.layer.answer('watchRecord', { obj: recordOf('r1', 1, { progress, ...news() }) });
      await stage.layer.asked('watchRecord');
    },
    'overlay.finished': async ({ page, layer }) => {
      await layer.answer('watchRecord', { obj: { ...shownRecord, ...news() } });
      await page.waitForURL('**/result/*');
    },
    'overlay.closed': cancel,
    'time passes': async ({ page, layer }, step) => {
      if (step.kind !== 'time') return;
      await page.clock.runFor(step.ms);
      if (step.ms < watchMs) return;
      // the page has given the waiting call up and asks again after a pause
      await expect.poll(() => layer.isHeld('watchRecord')).toBe(false);
      await page.clock.runFor(600);
      await layer.asked('watchRecord');
    },
    'overlay.left': async ({ page }) => {
      await untilShown(page, overlay(page));
      await page.keyboard.press('Escape');
    },
    'overlay.returned': ({ page }) => press(page, button(page, 'card.show')),
  },
  looks: {
    'overlay.hidden': (page) => ({ hidden: [overlay(page)] }),
    'overlay.open.sight.shown': (page) => ({ shown: [overlay(page)] }),
    'overlay.open.sight.away': (page) => ({
      hidden: [overlay(page)],
      shown: [button(page, 'card.show')],
    }),
    'overlay.open.progress.climbing': (page) => ({
      shown: [page.getByRole('progressbar', { name: words('overlay.progress') })],
    }),
    'overlay.open.progress.holding': (page) => ({ shown: [page.getByText('98%')] }),
    'overlay.open.tips.first': tip('overlay.tip.first', 'overlay.tip.second'),
    'overlay.open.tips.second': tip('overlay.tip.second', 'overlay.tip.first'),
    'overlay.finishing': (page) => ({ shown: [page.getByText('100%')] }),
  },
  hasElement: ({ leaves }) =>
    leaves.includes('overlay.open.sight.shown') || leaves.includes('overlay.finishing'),
};
