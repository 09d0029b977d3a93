import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { recordsDescriptor } from '../../../machines/records/records.descriptor.ts';
import { recordOf, refused } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { crash, openPage, press, quiet, reconnect, untilShown, words } from './scene.ts';

type Context = { records: TaskRecord[]; nextCursor: string | null };

const underWay = ({ records }: Context): TaskRecord | undefined =>
  records.find(({ dealStatus }) => dealStatus < 2);

/** A watch forgives for half a minute what passes by itself; it does not forgive this. */
const refusal = refused('internal_error');

const changes = (context: Context) => {
  const revision = (underWay(context)?.revision ?? 0) + 1;
  const now = (status: 1 | 2) => ({
    type: 'record.changed',
    record: recordOf('r1', status, { revision }),
  });
  return {
    'it runs': now(1),
    'it is done': now(2),
    'it is gone': { type: 'watch.failed', failure: refused('record_gone') },
    refused: { type: 'watch.failed', failure: refusal },
  };
};

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
      // a task that is under way has no such button
      'removal.pressed': ({ records }: Context) => {
        const done = records.find(({ dealStatus }) => dealStatus >= 2);
        return done ? { 'the newest': { id: done.id } } : {};
      },
    } as never,
    actors: {
      ...recordsDescriptor.actors,
      watchRecord: { ...recordsDescriptor.actors?.watchRecord, sends: changes },
    } as never,
  },
  // what is on its way would break with the connection
  allows: (step, { snapshot }) => {
    if (step.kind !== 'event' || step.event.type !== 'connection.restored') return true;
    return !['loadingMore', 'removing'].some((list) => snapshot.matches({ listed: { list } }));
  },
  open: (stage) => {
    const { listRecords: _, ...background } = quiet;
    return openPage(stage, '/record', background);
  },
  drivers: {
    'records.retried': ({ page }) =>
      press(page, page.getByRole('main').getByRole('button', { name: words('failure.retry') })),
    'records.moreRequested': ({ page }) =>
      press(page, page.locator('.records-more').getByRole('button')),
    'removal.pressed': ({ page }) => press(page, page.locator('.record-delete')),
    'connection.restored': reconnect,
    'dialog.answered': async ({ page }, step) => {
      await untilShown(page, question(page));
      if (step.says.includes('yes')) await press(page, question(page).getByRole('button').last());
      else await page.keyboard.press('Escape');
    },
    'watchRecord fails': ({ page }) => crash(page, 'records', 'watchRecord'),
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
    'records.listed.live.still': (page) => ({ hidden: [page.getByText(words('records.lost'))] }),
    'records.listed.live.following': (page) => ({
      shown: [page.getByText(words('status.queued')).or(page.getByText(words('status.running')))],
      hidden: [page.getByText(words('records.lost'))],
    }),
    'records.listed.live.lost': (page) => ({ shown: [page.getByText(words('records.lost'))] }),
  },
};
