import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { resultDescriptor } from '../../../machines/result/result.descriptor.ts';
import { measuredRecord } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { answersIn, cancelDialog, confirmDialog } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import { canCome, newsDrivers, newsIn } from './record-news.ts';
import {
  crash,
  openPage,
  press,
  quiet,
  reconnect,
  shownRecord,
  untilShown,
  words,
} from './scene.ts';

type Context = { record: TaskRecord | null };
type Samples = Record<string, Record<string, unknown>>;

const actors = resultDescriptor.actors as unknown as Record<string, Samples>;

const news = newsIn(shownRecord);

const measured = ({ record }: Context) => ({
  type: 'record.changed',
  record: { ...measuredRecord, revision: (record?.revision ?? 0) + 1 },
});

const newsOf = (value: unknown): string | undefined =>
  (value as { waiting?: { news: string } }).waiting?.news;

const main = (page: Stage['page']) => page.getByRole('main');

const tryNow = (page: Stage['page']) =>
  main(page).getByRole('button', { name: words('waiting.tryNow') });

const timeLeft = (page: Stage['page']) => main(page).getByText(/ left$/);

const question = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });

const removalButton = (page: Stage['page']) => page.locator('.retention').getByRole('button');

const heading = (id: Parameters<typeof words>[0]) => (page: Stage['page']) => ({
  shown: [page.getByRole('main').getByRole('heading', { name: words(id), includeHidden: true })],
});

export const resultPaths: BrowserChart = {
  chart: 'result',
  longest: 60,
  model: {
    ...resultDescriptor,
    people: {
      ...resultDescriptor.people,
      'dialog.answered': answersIn(resultDescriptor.charts?.['dialog.answered' as never]),
    } as never,
    charts: { 'connection.lost': {}, 'connection.restored': {} } as never,
    actors: {
      ...actors,
      loadRecord: {
        ...actors.loadRecord,
        done: { ...actors.loadRecord?.done, 'it is done': shownRecord },
      },
      recordWatch: {
        ...actors.recordWatch,
        sends: (context: Context) => ({ ...news(context), 'it runs, measured': measured(context) }),
      },
    } as never,
  },
  allows: (step, { snapshot }) => {
    const now = newsOf(snapshot.value);
    if (!canCome(step, now)) return false;
    // pauses would let the measured range pass
    if (step.kind === 'sent' && ['record.lost', 'record.found'].includes(step.event.type)) {
      return snapshot.matches({ waiting: { pace: 'unmeasured' } });
    }
    if (step.kind !== 'event' || !step.event.type.startsWith('connection.')) return true;
    // pending calls would fail with the connection
    if (snapshot.matches({ waiting: { cancel: 'cancelling' } })) return false;
    return now === undefined || now === 'refused';
  },
  // a loss precedes every return of the connection; the range is counted down every second
  noise: (id) => id.startsWith('result.waiting | connection.') || id.endsWith('pace.timed ⟲'),
  open: (stage) => openPage(stage, '/result/r1', quiet),
  drivers: {
    'result.retried': ({ page }) =>
      press(
        page,
        main(page)
          .getByRole('button', { name: words('failure.retry') })
          .or(tryNow(page)),
      ),
    'download.pressed': ({ page }) =>
      press(page, main(page).getByRole('link', { name: words('result.download') })),
    'cancel.pressed': ({ page }) =>
      press(page, page.getByRole('main').getByRole('button', { name: words('overlay.cancel') })),
    'removal.pressed': ({ page }) => press(page, removalButton(page)),
    'connection.lost': reconnect,
    'connection.restored': reconnect,
    'dialog.answered': async ({ page }, step) => {
      await untilShown(page, question(page));
      if (step.says.includes('yes')) await confirmDialog(page, 'dialog.deleteRecord.confirm');
      else await cancelDialog(page, step.says);
    },
    ...newsDrivers('result'),
    'recordWatch fails': ({ page }) => crash(page, 'result', 'recordWatch'),
  },
  real: {
    can: ({ says }) =>
      says === 'loadRecord answers (it is done)' ||
      /^((removal|download)\.pressed|dialog\.answered|deleteRecord answers)/.test(says),
    open: async (stage) => {
      const [record] = await makeRealRecords(stage, 1);
      await openPage(stage, `/result/${record?.id}`, quiet);
    },
  },
  looks: {
    'result.loading': (page) => ({ shown: [page.getByText(words('result.loading'))] }),
    'result.waiting.news.inTouch': (page) => ({
      ...heading('result.waiting.title')(page),
      hidden: [tryNow(page)],
    }),
    'result.waiting.news.lost': (page) => ({
      shown: [page.getByText(words('result.lost')), tryNow(page)],
      hidden: [timeLeft(page)],
    }),
    'result.waiting.news.refused': (page) => ({
      shown: [page.getByText(words('result.stopped')), tryNow(page)],
      hidden: [timeLeft(page)],
    }),
    'result.waiting.cancel.possible': (page) => ({
      shown: [main(page).getByRole('button', { name: words('overlay.cancel') })],
    }),
    'result.waiting.cancel.cancelling': (page) => ({
      shown: [page.getByRole('button', { name: words('stage.cancelling') })],
    }),
    'result.waiting.pace.unmeasured': (page) => ({
      hidden: [timeLeft(page), page.getByText(words('overlay.long'))],
    }),
    'result.waiting.pace.timed': (page, { leaves }) => {
      const isTold = leaves.includes('result.waiting.news.inTouch');
      return isTold ? { shown: [timeLeft(page)] } : { hidden: [timeLeft(page)] };
    },
    'result.waiting.pace.late': (page, { leaves }) => {
      const isTold = leaves.includes('result.waiting.news.inTouch');
      const late = page.getByText(words('overlay.long'));
      return isTold ? { shown: [late], hidden: [timeLeft(page)] } : { hidden: [late] };
    },
    'result.shown': heading('result.title'),
    'result.rejected': heading('rejected.title'),
    'result.failed': heading('failure.title'),
    'result.cancelled': heading('result.cancelled.title'),
    'result.notFound': heading('result.notFound.title'),
    'result.gone': heading('result.gone.title'),
    'result.failedToLoad': heading('result.failedToLoad.title'),
    'result.confirming': (page) => ({ shown: [question(page)] }),
    'result.removing': (page) => ({ shown: [page.getByText(words('result.removing'))] }),
    // the page leads back to the list at once
    'result.removed': heading('records.title'),
  },
  isGone: ({ leaves }) => leaves.includes('result.removed'),
};
