import type { Page } from '@playwright/test';
import { resultDescriptor } from '../../../machines/result/spec/result.descriptor.ts';
import { recordOf } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { type Look, oneOf } from './look.ts';
import { answersIn, cancelDialog, confirmDialog } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import { openPage, press, untilShown, words } from './scene.ts';

type Samples = Record<string, Record<string, unknown>>;

const actors = resultDescriptor.actors as unknown as Record<string, Samples>;

const doneRecord = recordOf('r1', 2);

const main = (page: Stage['page']) => page.getByRole('main');

const question = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });

const saveMenu = (page: Stage['page']) =>
  main(page).getByRole('group', { name: words('result.formats.label') });

const removalButton = (page: Stage['page']) => page.locator('.retention').getByRole('button');

type WordId = Parameters<typeof words>[0];

const heading = (page: Stage['page'], id: WordId) =>
  main(page).getByRole('heading', { name: words(id), includeHidden: true });

/**
 * Finds the alternative contents of a record's page. The title of the overlay is not a heading of
 * the page.
 */
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

type Finished = { before: string; after: string; download: string };

/** Returns the look of a finished record: its pictures, found by their URLs, and the folded facts. */
const finished =
  ({ before, after, download }: Finished) =>
  (page: Stage['page']): Look => {
    const { shown, hidden } = about('shown')(page);
    const link = main(page).getByRole('link', { name: words('result.download') });
    return {
      shown: [
        ...shown,
        picture(page, 'compare.originalAlt', before),
        picture(page, 'compare.resultAlt', after),
        link.and(page.locator(`[href*="${download}"]`)),
        main(page).getByText(words('result.details'), { exact: true }),
      ],
      hidden: [
        ...hidden,
        picture(page, 'compare.originalAlt', after),
        picture(page, 'compare.resultAlt', before),
        question(page),
      ],
    };
  };

/** The look of the comparison, which appears by itself after a moment. */
const compared = (page: Page) => ({
  shown: [main(page).getByRole('slider', { name: words('compare.divider') })],
  hidden: [question(page)],
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
        done: { ...actors.loadRecord?.done, 'it is done': doneRecord },
      },
    } as never,
  },
  open: async (stage) => {
    const [record] = await makeRealRecords(stage, 1);
    await openPage(stage, `/result/${record?.id}`);
  },
  drivers: {
    'result.retried': ({ page }) =>
      press(page, main(page).getByRole('button', { name: words('failure.retry') })),
    'download.pressed': ({ page }) =>
      press(page, main(page).getByRole('link', { name: words('result.download') })),
    'removal.pressed': ({ page }) => press(page, removalButton(page)),
    'dialog.answered': async ({ page }, step) => {
      await untilShown(page, question(page));
      if (step.says.includes('yes')) await confirmDialog(page, 'dialog.deleteRecord.confirm');
      else await cancelDialog(page, step.says);
    },
  },
  noise: (id) => /findPictureWays|findChange|comparison/.test(id),
  // the survey ends by itself within a moment
  unplanned: /shown\.comparison\./,
  holds: ['watchRecord'],
  reaches: 'result.removed',
  can: ({ says }) =>
    says === 'loadRecord answers (it is done)' ||
    /^(result\.retried|(removal|download)\.pressed|dialog\.answered|deleteRecord answers)/.test(
      says,
    ),
  looks: {
    'result.loading': about('loading'),
    'result.shown.record.current': finished({
      before: 'before',
      after: 'after',
      download: 'disposition',
    }),
    'result.shown.comparison.surveying': compared,
    'result.shown.comparison.open': compared,
    'result.shown.files.closed': (page) => ({ hidden: [saveMenu(page)] }),
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
