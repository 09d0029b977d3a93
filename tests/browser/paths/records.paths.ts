import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { recordsDescriptor } from '../../../machines/records/spec/records.descriptor.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { oneOf } from './look.ts';
import { cancelDialog, eachWay } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import { openPage, press, untilShown, words } from './scene.ts';

type Context = { records: TaskRecord[]; nextCursor: string | null; removals: string[] };

const main = (page: Stage['page']) => page.getByRole('main');

const tryNow = (page: Stage['page']) =>
  page.getByRole('main').getByRole('button', { name: words('waiting.tryNow') });

const question = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });

/** Finds the alternative contents of the page, of which exactly one is shown. */
const whole = oneOf((page) => ({
  loading: main(page).getByText(words('records.loading')),
  empty: main(page).getByText(words('records.empty.title')),
  failed: main(page).getByText(words('records.failed.title')),
  listed: main(page).getByRole('article'),
}));

/** Finds the activities of the list. At most one activity is shown. */
const busy = (page: Stage['page']) => ({
  loadingMore: main(page).getByRole('button', { name: words('records.loadingMore') }),
  moreFailed: main(page).getByText(words('records.moreFailed')),
  confirming: question(page),
});

const listed = (name: keyof ReturnType<typeof busy> | 'idle') =>
  name === 'idle'
    ? (page: Stage['page']) => ({
        shown: [main(page).getByRole('article')],
        hidden: Object.values(busy(page)),
      })
    : oneOf(busy)(name);

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
      // the chart `removals` deletes the record after a confirmation (record-selection.spec.ts)
      'dialog.answered': ({ removals }: Context) =>
        eachWay('no', { id: `records.removal.${removals}`, answer: 'cancelled' }),
    } as never,
    charts: { 'connection.lost': {}, 'connection.restored': {} } as never,
  },
  open: (stage) => openPage(stage, '/record'),
  drivers: {
    'records.retried': ({ page }) =>
      press(page, main(page).getByRole('button', { name: words('failure.retry') })),
    'removal.pressed': ({ page }) => press(page, page.locator('.record-delete')),
    'dialog.answered': async ({ page }, step) => {
      await untilShown(page, question(page));
      await cancelDialog(page, step.says);
    },
  },
  reaches: 'records.listed.list.confirming',
  can: ({ says }) =>
    says === 'listRecords answers (one that is done)' ||
    /^(records\.retried|removal\.pressed|dialog\.answered)/.test(says),
  prepare: (stage) => makeRealRecords(stage, 1),
  looks: {
    'records.loading': whole('loading'),
    'records.empty.current': whole('empty', (page) => [
      main(page).getByRole('link', { name: words('records.start') }),
    ]),
    'records.failed': whole('failed', (page) => [
      main(page).getByRole('button', { name: words('failure.retry') }),
    ]),
    'records.listed.list.idle': listed('idle'),
    'records.listed.list.confirming': listed('confirming'),
    'records.listed.live.still': (page) => ({ hidden: [tryNow(page)] }),
    'records.listed.renewal.current': whole('listed'),
    'records.listed.selection.off': (page) => ({ hidden: [page.getByRole('checkbox')] }),
  },
};
