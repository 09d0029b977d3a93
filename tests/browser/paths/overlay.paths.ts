import type { Page } from '@playwright/test';
import { dealStatus } from '../../../contract/deal-status.ts';
import { overlayDescriptor } from '../../../machines/overlay/spec/overlay.descriptor.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import { type BrowserChart, both, type Stage } from './browser-chart.ts';
import { eachWay, isByEscape } from './question.ts';
import { letTaskEnd } from './real-tasks.ts';
import { choosePhoto, goTo, openPage, press, untilShown, words } from './scene.ts';

type Samples = Readonly<Record<string, object>>;

const opened = overlayDescriptor.charts?.['overlay.opened'] as unknown as Samples;
const measured = overlayDescriptor.charts?.['overlay.measured'] as unknown as Samples;
const inSight = 'with a counter';
const outOfSight = 'out of sight';

type Context = {
  percent: number;
  showsCounter: boolean;
  measured: { remainingMs: object | null } | null;
};

/** The overlay. It is found by its chart, because its title changes when the task ends. */
const overlay = (page: Page) => page.locator('dialog[data-actor="overlay"]');
const button = (page: Stage['page'], id: Parameters<typeof words>[0]) =>
  page.getByRole('button', { name: words(id), exact: true });

/** Starts a task and resolves when the server works on it. */
export const startTask = async (stage: Stage): Promise<void> => {
  const { page, layer } = stage;
  if (layer.isHeld('findRunningTask')) {
    await layer.answer('findRunningTask');
  }
  if (!page.url().endsWith('/')) await goTo(page, 'home');
  await choosePhoto(stage);
  await press(page, button(page, 'studio.start'));
  await layer.answer('requestUpload');
  await layer.answer('upload');
  await layer.answer('startTask');
  await layer.asked('watchRecord');
};

/** Leaves the overlay in the way that the step's label names. */
export const leaveOverlay = async (page: Page, says: string): Promise<void> => {
  await untilShown(page, overlay(page));
  if (isByEscape(says)) await page.keyboard.press('Escape');
  else await press(page, button(page, 'overlay.leave'));
};

/**
 * Returns true while the progress bar moves. Only then are the remaining time and the tips shown.
 */
const isMoving = (leaves: readonly string[]): boolean =>
  ['climbing', 'holding'].some((progress) => leaves.includes(`overlay.open.progress.${progress}`));

type TipId = 'overlay.tip.first' | 'overlay.tip.second';

/** Returns the look of a tip. After some time, a notice of the delay replaces the tips. */
const tip = (shown: TipId, other: TipId) => (page: Page, expected: Expectation) => {
  const [one, another] = [page.getByText(words(shown)), page.getByText(words(other))];
  const isTold = expected.leaves.includes('overlay.open.sight.shown') && isMoving(expected.leaves);
  if (!isTold) return { hidden: [one, another] };
  const long = page.getByText(words('overlay.long'));
  return { shown: [one.or(long)], hidden: [another] };
};

const timeLeft = (page: Page) => page.getByText(/(second|minute)s? left$/);

export const overlayPaths: BrowserChart = {
  chart: 'overlay',
  longest: 60,
  model: {
    ...overlayDescriptor,
    charts: {
      // only a task that was restored after a reload begins in the background
      'overlay.opened': ({ showsCounter }: Context) => ({
        [inSight]: opened[inSight],
        ...(showsCounter ? {} : { [outOfSight]: { counter: true, away: true } }),
      }),
      'overlay.measured': measured,
      'overlay.finished': {},
      'overlay.closed': {},
    } as never,
    people: { 'overlay.left': eachWay('', {}), 'overlay.returned': {} } as never,
    reads: (({ percent, showsCounter, measured: last }: Context) => [
      percent >= 98,
      showsCounter,
      Boolean(last?.remainingMs),
    ]) as never,
  },
  allows: both(
    (step, { snapshot }) => {
      const moves = ['climbing', 'holding'].some((progress) =>
        snapshot.matches({ open: { progress } }),
      );
      const isInSight = snapshot.matches({ open: { sight: 'shown' } });
      // the overlay with a full progress bar closes by itself, so the only step is passing time
      if (snapshot.matches({ open: { progress: 'full' } })) return step.kind === 'time';
      // a longer wait would trigger retries in other charts
      if (step.kind === 'time') return moves || step.ms < 1000;
      if (step.kind !== 'event') return true;
      switch (step.event.type) {
        case 'overlay.opened':
          return snapshot.matches('hidden');
        case 'overlay.finished':
          return isInSight;
        case 'overlay.closed':
          return moves;
        default:
          return true;
      }
    },
    (step, { snapshot }) =>
      step.kind !== 'time' || snapshot.matches({ open: { progress: 'full' } }),
  ),
  noise: (id) =>
    /overlay\.measured|⟲|^overlay\.open\.(tips|progress\.(climbing|holding|stalled))/.test(id),
  open: async (stage) => {
    await openPage(stage, '/');
    await stage.layer.asked('findRunningTask');
  },
  drivers: {
    'overlay.opened': startTask,
    'overlay.finished': async (stage) => {
      await letTaskEnd(stage, dealStatus.succeeded);
      await stage.page.waitForURL('**/result/*');
    },
    'overlay.left': ({ page }, { says }) => leaveOverlay(page, says),
    'overlay.returned': ({ page }) => press(page, button(page, 'card.show')),
  },
  holds: ['findRunningTask', 'requestUpload', 'upload', 'startTask', 'watchRecord', 'loadRecord'],
  reaches: 'overlay.open.progress.full',
  can: ({ says, kind }) =>
    /^overlay\.(opened \(with a counter|left|returned|finished)/.test(says) || kind === 'time',
  unplanned: /open\.tips\./,
  looks: {
    'overlay.hidden': (page) => ({ hidden: [overlay(page)] }),
    'overlay.open.sight.shown': (page) => ({
      shown: [overlay(page), button(page, 'overlay.leave')],
      hidden: [page.getByRole('group', { name: words('drop.label') })],
    }),
    'overlay.open.sight.away': (page) => ({
      hidden: [overlay(page)],
      shown: [button(page, 'card.show')],
    }),
    'overlay.open.progress.climbing': (page, { context }) => ({
      shown: [page.getByRole('progressbar', { name: words('overlay.progress') })],
      hidden: [
        page.getByText('100%'),
        button(page, 'waiting.tryNow'),
        ...((context as Context).measured?.remainingMs ? [] : [timeLeft(page)]),
      ],
    }),
    'overlay.open.tips.first': tip('overlay.tip.first', 'overlay.tip.second'),
    'overlay.open.progress.full': (page) => ({
      shown: [page.getByText('100%')],
      hidden: [page.getByText('98%'), button(page, 'waiting.tryNow')],
    }),
  },
  hasElement: ({ leaves }) => leaves.includes('overlay.open.sight.shown'),
};
