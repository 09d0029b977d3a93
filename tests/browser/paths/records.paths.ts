import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { recordsDescriptor } from '../../../machines/records/records.descriptor.ts';
import { recordOf } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { answersIn, cancelDialog, confirmDialog } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import { canCome, newsDrivers, newsIn } from './record-news.ts';
import { crash, openPage, press, quiet, reconnect, untilShown, words } from './scene.ts';

type Context = { records: TaskRecord[]; nextCursor: string | null };

const news = newsIn(recordOf('r1', 2));

type Live = 'still' | 'stopped' | { following: string };

const followingOf = (value: unknown): string | undefined => {
  const live = (value as { listed?: { live: Live } }).listed?.live;
  return typeof live === 'object' ? live.following : undefined;
};

const tryNow = (page: Stage['page']) =>
  page.getByRole('main').getByRole('button', { name: words('waiting.tryNow') });

const question = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });

export const recordsPaths: BrowserChart = {
  chart: 'records',
  longest: 60,
  model: {
    ...recordsDescriptor,
    people: {
      'records.retried': {},
      'records.moreRequested': ({ nextCursor }: Context) => (nextCursor ? { more: {} } : {}),
      'removal.pressed': ({ records }: Context) => {
        const done = records.find(({ dealStatus }) => dealStatus >= 2);
        return done ? { 'the newest': { id: done.id } } : {};
      },
      'dialog.answered': answersIn(recordsDescriptor.charts?.['dialog.answered' as never]),
    } as never,
    charts: { 'connection.lost': {}, 'connection.restored': {} } as never,
    actors: {
      ...recordsDescriptor.actors,
      recordWatch: { ...recordsDescriptor.actors?.recordWatch, sends: news },
    } as never,
  },
  allows: (step, { snapshot }) => {
    const following = followingOf(snapshot.value);
    if (!canCome(step, following)) return false;
    if (step.kind !== 'event' || !step.event.type.startsWith('connection.')) return true;
    // pending calls would fail with the connection
    if (['loadingMore', 'removing'].some((list) => snapshot.matches({ listed: { list } }))) {
      return false;
    }
    return following === undefined || following === 'refused';
  },
  // a loss precedes every return of the connection
  noise: (id) => id.startsWith('records.listed.live.following | connection.'),
  open: (stage) => {
    const { listRecords: _, ...background } = quiet;
    return openPage(stage, '/record', background);
  },
  drivers: {
    'records.retried': ({ page }) =>
      press(
        page,
        page
          .getByRole('main')
          .getByRole('button', { name: words('failure.retry') })
          .or(tryNow(page)),
      ),
    'records.moreRequested': ({ page }) =>
      press(page, page.locator('.records-more').getByRole('button')),
    'removal.pressed': ({ page }) => press(page, page.locator('.record-delete')),
    'connection.lost': reconnect,
    'connection.restored': reconnect,
    'dialog.answered': async ({ page }, step) => {
      await untilShown(page, question(page));
      if (step.says.includes('yes')) await confirmDialog(page, 'dialog.deleteRecord.confirm');
      else await cancelDialog(page, step.says);
    },
    ...newsDrivers('records'),
    'recordWatch fails': ({ page }) => crash(page, 'records', 'recordWatch'),
  },
  real: {
    can: ({ says }) =>
      says === 'listRecords answers (one that is done)' ||
      /^(removal\.pressed|dialog\.answered|deleteRecord answers)/.test(says),
    prepare: (stage) => makeRealRecords(stage, 1),
  },
  looks: {
    'records.loading': (page) => ({ shown: [page.getByText(words('records.loading'))] }),
    'records.empty': (page) => ({ shown: [page.getByText(words('records.empty.title'))] }),
    'records.failed': (page) => ({ shown: [page.getByText(words('records.failed.title'))] }),
    'records.listed.list.idle': (page) => ({
      shown: [page.getByRole('article')],
      hidden: [question(page)],
    }),
    'records.listed.list.loadingMore': (page) => ({
      shown: [page.getByRole('button', { name: words('records.loadingMore') })],
    }),
    'records.listed.list.moreFailed': (page) => ({
      shown: [page.getByText(words('records.moreFailed'))],
    }),
    'records.listed.list.confirming': (page) => ({ shown: [question(page)] }),
    'records.listed.list.removing': (page) => ({
      shown: [page.locator('article[aria-busy="true"]')],
    }),
    'records.listed.live.still': (page) => ({ hidden: [tryNow(page)] }),
    'records.listed.live.following.inTouch': (page) => ({
      shown: [page.getByText(words('status.queued')).or(page.getByText(words('status.running')))],
      hidden: [tryNow(page)],
    }),
    'records.listed.live.following.lost': (page) => ({
      shown: [page.getByText(words('records.lost')), tryNow(page)],
    }),
    'records.listed.live.following.refused': (page) => ({
      shown: [page.getByText(words('result.stopped')), tryNow(page)],
    }),
    'records.listed.live.stopped': (page) => ({
      shown: [page.getByText(words('result.stopped')), tryNow(page)],
    }),
  },
};
