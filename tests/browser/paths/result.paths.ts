import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { resultDescriptor } from '../../../machines/result/result.descriptor.ts';
import { measuredRecord } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { type Look, oneOf } from './look.ts';
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

type Context = { record: TaskRecord | null; sinceNewsMs: number };
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

type WordId = Parameters<typeof words>[0];

const heading = (page: Stage['page'], id: WordId) =>
  main(page).getByRole('heading', { name: words(id), includeHidden: true });

/** What a page about a record can be about; the title of the overlay is no heading of the page. */
const about = oneOf((page) => ({
  loading: main(page).getByText(words('result.loading')),
  shown: heading(page, 'result.title'),
  rejected: heading(page, 'rejected.title'),
  failed: heading(page, 'failure.title'),
  notFound: heading(page, 'result.notFound.title'),
  gone: heading(page, 'result.gone.title'),
  failedToLoad: heading(page, 'result.failedToLoad.title'),
  removing: main(page).getByText(words('result.removing')),
}));

const inMain = (role: 'button' | 'link', id: WordId) => (page: Stage['page']) => [
  main(page).getByRole(role, { name: words(id), exact: true }),
];

const picture = (page: Stage['page'], alt: WordId, address: string) =>
  main(page)
    .getByRole('img', { name: words(alt), exact: true })
    .and(page.locator(`[src*="${address}"]`));

type Finished = { before: string; after: string; download: string; credits: number };

/** Which picture is which, by its address, and the price. */
const finished =
  ({ before, after, download, credits }: Finished) =>
  (page: Stage['page']): Look => {
    const { shown, hidden } = about('shown')(page);
    const link = main(page).getByRole('link', { name: words('result.download') });
    return {
      shown: [
        ...shown,
        picture(page, 'compare.originalAlt', before),
        picture(page, 'compare.resultAlt', after),
        link.and(page.locator(`[href*="${download}"]`)),
        main(page).getByText(words('price.credits', { count: credits }), { exact: true }),
      ],
      hidden: [
        ...hidden,
        picture(page, 'compare.originalAlt', after),
        picture(page, 'compare.resultAlt', before),
        question(page),
      ],
    };
  };

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
    // each news is one revision later than the last
    reads: (({ record, sinceNewsMs }: Context) => [
      record?.dealStatus,
      record?.progress !== null,
      sinceNewsMs >= 9000,
    ]) as never,
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
    reaches: 'result.removed',
    can: ({ says }) =>
      says === 'loadRecord answers (it is done)' ||
      /^((removal|download)\.pressed|dialog\.answered|deleteRecord answers)/.test(says),
    open: async (stage) => {
      const [record] = await makeRealRecords(stage, 1);
      await openPage(stage, `/result/${record?.id}`, quiet);
    },
    looks: {
      'result.shown': finished({
        before: 'before',
        after: 'after',
        download: 'disposition',
        credits: 1,
      }),
    },
  },
  looks: {
    'result.loading': about('loading'),
    'result.waiting.news.inTouch': (page) => ({
      shown: [
        heading(page, 'result.waiting.title'),
        main(page).getByText(words('result.waiting.text')),
      ],
      hidden: [
        tryNow(page),
        heading(page, 'result.title'),
        main(page).getByText(words('result.lost')),
        main(page).getByText(words('result.stopped')),
      ],
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
      shown: inMain('button', 'overlay.cancel')(page),
      hidden: inMain('button', 'stage.cancelling')(page),
    }),
    'result.waiting.cancel.cancelling': (page) => ({
      shown: inMain('button', 'stage.cancelling')(page),
      hidden: inMain('button', 'overlay.cancel')(page),
    }),
    'result.waiting.pace.unmeasured': (page) => ({
      hidden: [timeLeft(page), page.getByText(words('overlay.long'))],
    }),
    'result.waiting.pace.timed': (page, { leaves }) => {
      const isTold = leaves.includes('result.waiting.news.inTouch');
      const late = page.getByText(words('overlay.long'));
      return isTold
        ? { shown: [timeLeft(page)], hidden: [late] }
        : { hidden: [timeLeft(page), late] };
    },
    'result.waiting.pace.late': (page, { leaves }) => {
      const isTold = leaves.includes('result.waiting.news.inTouch');
      const late = page.getByText(words('overlay.long'));
      return isTold ? { shown: [late], hidden: [timeLeft(page)] } : { hidden: [late] };
    },
    'result.shown': finished({
      before: '?before',
      after: '?after',
      download: '?download',
      credits: shownRecord.credits.charged,
    }),
    'result.rejected': about('rejected', inMain('button', 'result.another')),
    'result.failed': about('failed', inMain('button', 'result.another')),
    'result.cancelled': (page) => ({
      shown: [
        heading(page, 'result.cancelled.title'),
        main(page).getByText(words('result.cancelled.text')),
      ],
      hidden: [heading(page, 'result.title'), heading(page, 'failure.title'), question(page)],
    }),
    'result.notFound': about('notFound', inMain('link', 'result.toRecords')),
    'result.gone': about('gone', inMain('link', 'result.toRecords')),
    'result.failedToLoad': about('failedToLoad', inMain('button', 'failure.retry')),
    'result.confirming': (page) => ({
      shown: [
        question(page),
        question(page).getByRole('button', { name: words('dialog.cancel'), exact: true }),
        question(page).getByText(words('dialog.deleteRecord.message')),
      ],
      hidden: [main(page).getByText(words('result.removing'))],
    }),
    'result.removing': (page) => ({
      shown: [main(page).getByText(words('result.removing'))],
      hidden: [question(page)],
    }),
    // the page leads back to the list at once
    'result.removed': (page) => ({
      shown: [heading(page, 'records.title'), main(page).getByText(words('records.empty.title'))],
      hidden: [heading(page, 'result.title'), question(page)],
    }),
  },
  isGone: ({ leaves }) => leaves.includes('result.removed'),
};
