import { expect, type Page } from '@playwright/test';
import type { AnyActorRef } from 'xstate';
import { dealStatus } from '../../../contract/deal-status.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { overlayDescriptor } from '../../../machines/overlay/overlay.descriptor.ts';
import { recordOf } from '../../../machines/testing/samples.ts';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { eachWay, isByEscape } from './question.ts';
import { letTaskEnd } from './real-tasks.ts';
import {
  choosePhoto,
  crash,
  goTo,
  openPage,
  press,
  quiet,
  reconnect,
  shownRecord,
  untilShown,
  uploadTicket,
  words,
} from './scene.ts';

type Samples = Readonly<Record<string, object>>;

const opened = overlayDescriptor.charts?.['overlay.opened'] as unknown as Samples;
const measured = overlayDescriptor.charts?.['overlay.measured'] as unknown as Samples;
const inSight = 'with a counter';
const outOfSight = 'out of sight';
const nearlyDone = 'almost everything';
const noConnection = 'no connection';

/** The page gives a call up that waits for news longer than this. */
const watchMs = 40_000;

type Context = {
  percent: number;
  showsCounter: boolean;
  measured: { remainingMs: object | null } | null;
};

/** By its chart: its title changes when all is done. */
const overlay = (page: Page) => page.locator('dialog[data-actor="overlay"]');
const button = (page: Stage['page'], id: Parameters<typeof words>[0]) =>
  page.getByRole('button', { name: words(id), exact: true });

/** Up to the moment in which the server works on it. */
export const startTask = async (stage: Stage): Promise<void> => {
  const { page, layer } = stage;
  layer.background('loadRecord', undefined);
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

/** In the way that the step says. */
export const leaveOverlay = async (page: Page, says: string): Promise<void> => {
  await untilShown(page, overlay(page));
  if (isByEscape(says)) await page.keyboard.press('Escape');
  else await press(page, button(page, 'overlay.leave'));
};

/** The call by which the page learns of its task: it waits for news, or asks how it stands. */
const question = ({ layer }: Stage): 'loadRecord' | 'watchRecord' =>
  layer.isHeld('loadRecord') ? 'loadRecord' : 'watchRecord';

const tell = async (stage: Stage, record: TaskRecord): Promise<void> => {
  await stage.layer.answer(question(stage), { obj: record });
  await stage.layer.asked('watchRecord');
};

type Watch = { isAwaiting: boolean; isPausing: boolean; revision: number };

const watch = (page: Page): Promise<Watch> =>
  page.evaluate(() => {
    const tray = window.__lightwell?.root.system.get('tray');
    const attempts: AnyActorRef[] = Object.values(tray?.getSnapshot().children ?? {});
    const found = attempts.flatMap((attempt) => attempt.getSnapshot().children?.recordWatch ?? []);
    const snapshot = found.at(-1)?.getSnapshot();
    return {
      isAwaiting: snapshot?.matches({ following: 'asking' }) ?? false,
      isPausing: snapshot?.matches({ lost: 'pausing' }) ?? false,
      revision: snapshot?.context.revision ?? 0,
    };
  });

/** Waiting calls were given up meanwhile: until the page waits for news once more. */
const untilAwaited = async (stage: Stage): Promise<void> => {
  const { page, layer } = stage;
  const look = async () => {
    const { isAwaiting, revision: known } = await watch(page);
    if (isAwaiting && layer.isHeld('watchRecord')) return true;
    if (layer.isHeld('loadRecord')) {
      await layer.answer('loadRecord', { obj: recordOf('r1', 1, { revision: known }) });
    } else if (!isAwaiting) await page.clock.runFor(200);
    return false;
  };
  await expect.poll(look, { intervals: [25] }).toBe(true);
};

/** The connection is gone for a moment; from then on the page asks how its task stands. */
const lose = async (stage: Stage): Promise<void> => {
  const { page, layer } = stage;
  if (layer.isHeld('loadRecord')) {
    await layer.answer('loadRecord', 'broken');
    // the button is there all the time: it must not be pressed before the failure has arrived
    await expect.poll(async () => (await watch(page)).isPausing).toBe(true);
    await press(page, button(page, 'waiting.tryNow'));
  } else await reconnect(stage);
  await layer.asked('loadRecord');
};

const cancel = async ({ page, layer }: Stage): Promise<void> => {
  const isShown = await overlay(page).isVisible();
  await press(page, button(page, isShown ? 'overlay.cancel' : 'card.cancel'));
  await layer.answer('cancelTask', { obj: recordOf('r1', 5, news()) });
  await press(page, button(page, 'problem.another'));
};

/** Time and tips are told only while the bar moves. */
const isMoving = (leaves: readonly string[]): boolean =>
  ['climbing', 'holding'].some((progress) => leaves.includes(`overlay.open.progress.${progress}`));

type TipId = 'overlay.tip.first' | 'overlay.tip.second';

/** After a while the task says in their place that it takes long. */
const tip = (shown: TipId, other: TipId) => (page: Page, expected: Expectation) => {
  const [one, another] = [page.getByText(words(shown)), page.getByText(words(other))];
  const isTold = expected.leaves.includes('overlay.open.sight.shown') && isMoving(expected.leaves);
  if (!isTold) return { hidden: [one, another] };
  const long = page.getByText(words('overlay.long'));
  return { shown: [one.or(long)], hidden: [another] };
};

const timeLeft = (page: Page) => page.getByText(/(second|minute)s? left$/);
const late = (page: Page) => page.getByText(words('overlay.long'));

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
  allows: (step, { snapshot }) => {
    const moves = ['climbing', 'holding'].some((progress) =>
      snapshot.matches({ open: { progress } }),
    );
    const isInSight = snapshot.matches({ open: { sight: 'shown' } });
    // what is full closes by itself, and only the clock is needed
    if (snapshot.matches({ open: { progress: 'full' } })) return step.kind === 'time';
    // the charts that ask again would be the ones that time passes for
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
  noise: (id) => id.includes('overlay.measured') || id.includes('⟲'),
  open: async (stage) => {
    const { findRunningTask: _, ...background } = quiet;
    await openPage(stage, '/', background);
    await stage.layer.asked('findRunningTask');
  },
  drivers: {
    'overlay.opened': async (stage, step) => {
      if (!step.says.includes(outOfSight)) return startTask(stage);
      const running = { records: [recordOf('r1', 1)], nextCursor: null };
      await stage.layer.answer('findRunningTask', { obj: running });
    },
    'overlay.measured': async (stage, { says }) => {
      if (says.includes(noConnection)) return lose(stage);
      const progress = says.includes(nearlyDone)
        ? { stage: 'writing' as const, fraction: 1, remainingMs: null }
        : { stage: 'running' as const, fraction: 0.5, remainingMs: { low: 5000, high: 10_000 } };
      await tell(stage, recordOf('r1', 1, { progress, ...news() }));
    },
    'overlay.finished': async (stage) => {
      const asked = question(stage);
      // for the page of the result; while a task goes on, the same call asks how it stands
      stage.layer.background('loadRecord', { obj: shownRecord });
      await stage.layer.answer(asked, { obj: { ...shownRecord, ...news() } });
      await stage.page.waitForURL('**/result/*');
    },
    'overlay.closed': cancel,
    'time passes': async (stage, step) => {
      if (step.kind !== 'time') return;
      await stage.page.clock.runFor(step.ms);
      if (step.ms >= watchMs) await untilAwaited(stage);
    },
    'overlay.left': ({ page }, { says }) => leaveOverlay(page, says),
    'watchBack sends back.pressed': async ({ page }) => {
      await untilShown(page, overlay(page));
      await page.goBack();
    },
    'watchBack fails': ({ page }) => crash(page, 'overlay', 'watchBack'),
    'overlay.returned': ({ page }) => press(page, button(page, 'card.show')),
  },
  real: {
    reaches: 'overlay.open.progress.full',
    can: ({ says, kind }) =>
      /^overlay\.(opened \(with a counter|left|returned|finished)/.test(says) || kind === 'time',
    allows: (step, { snapshot }) =>
      step.kind !== 'time' || snapshot.matches({ open: { progress: 'full' } }),
    drivers: {
      'overlay.finished': async (stage) => {
        await letTaskEnd(stage, dealStatus.succeeded);
        await stage.page.waitForURL('**/result/*');
      },
    },
    unplanned: /open\.(pace|tips)\./,
    noise: (id) => /^overlay\.open\.(pace|tips|progress\.(climbing|holding|stalled))/.test(id),
  },
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
    'overlay.open.progress.climbing': (page) => ({
      shown: [page.getByRole('progressbar', { name: words('overlay.progress') })],
      hidden: [page.getByText('100%'), button(page, 'waiting.tryNow')],
    }),
    'overlay.open.progress.holding': (page) => ({
      shown: [page.getByText('98%')],
      hidden: [page.getByText('100%'), button(page, 'waiting.tryNow')],
    }),
    'overlay.open.tips.first': tip('overlay.tip.first', 'overlay.tip.second'),
    'overlay.open.tips.second': tip('overlay.tip.second', 'overlay.tip.first'),
    'overlay.open.progress.stalled': (page) => ({
      shown: [button(page, 'waiting.tryNow')],
      hidden: [page.getByText('100%')],
    }),
    'overlay.open.progress.full': (page) => ({
      shown: [page.getByText('100%')],
      hidden: [page.getByText('98%'), button(page, 'waiting.tryNow')],
    }),
    'overlay.open.pace.untimed': (page) => ({ hidden: [timeLeft(page)] }),
    'overlay.open.pace.timed': (page, { leaves }) =>
      isMoving(leaves)
        ? { shown: [timeLeft(page)], hidden: [button(page, 'waiting.tryNow')] }
        : { hidden: [timeLeft(page)] },
    'overlay.open.pace.late': (page, { leaves }) =>
      isMoving(leaves)
        ? { shown: [late(page)], hidden: [timeLeft(page)] }
        : { hidden: [late(page)] },
  },
  hasElement: ({ leaves }) => leaves.includes('overlay.open.sight.shown'),
};
