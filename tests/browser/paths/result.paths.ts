import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { resultDescriptor } from '../../../machines/result/result.descriptor.ts';
import { recordOf, refused } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
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

const changes = ({ record }: Context) => {
  const revision = (record?.revision ?? 0) + 1;
  return {
    'it runs': { type: 'record.changed', record: recordOf('r1', 1, { revision }) },
    'it is done': { type: 'record.changed', record: { ...shownRecord, revision } },
    // a watch forgives for half a minute what passes by itself; it does not forgive this
    refused: { type: 'watch.failed', failure: refused('internal_error') },
  };
};

const question = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });

const removalButton = (page: Stage['page']) => page.locator('.retention').getByRole('button');

const heading = (id: Parameters<typeof words>[0]) => (page: Stage['page']) => ({
  shown: [page.getByRole('main').getByRole('heading', { name: words(id), includeHidden: true })],
});

/** The note that the core refused the photo lies over the page. */
const dismissCoreNote = async ({ page }: Stage): Promise<void> => {
  const state = await page.locator('[data-actor="app"]').getAttribute('data-state');
  if (!state?.includes('core.rejected')) return;
  await press(page, page.getByRole('button', { name: words('rejected.dismiss') }));
};

export const resultPaths: BrowserChart = {
  chart: 'result',
  longest: 60,
  model: {
    ...resultDescriptor,
    actors: {
      ...actors,
      loadRecord: {
        ...actors.loadRecord,
        done: { ...actors.loadRecord?.done, 'it is done': shownRecord },
      },
      watchRecord: { ...actors.watchRecord, sends: changes },
    } as never,
  },
  open: (stage) => openPage(stage, '/result/r1', quiet),
  drivers: {
    'result.retried': ({ page }) =>
      press(page, page.getByRole('main').getByRole('button', { name: words('failure.retry') })),
    'cancel.pressed': ({ page }) =>
      press(page, page.getByRole('main').getByRole('button', { name: words('overlay.cancel') })),
    'removal.pressed': async (stage) => {
      await dismissCoreNote(stage);
      await press(stage.page, removalButton(stage.page));
    },
    'connection.restored': reconnect,
    'dialog.answered': async ({ page }, step) => {
      await untilShown(page, question(page));
      if (step.says.includes('yes')) await press(page, question(page).getByRole('button').last());
      else await page.keyboard.press('Escape');
    },
    'watchRecord fails': ({ page }) => crash(page, 'result', 'watchRecord'),
  },
  looks: {
    'result.loading': (page) => ({ shown: [page.getByText(words('result.loading'))] }),
    'result.waiting.following': heading('result.waiting.title'),
    'result.waiting.lost': (page) => ({ shown: [page.getByText(words('result.lost'))] }),
    'result.waiting.cancelling': (page) => ({
      shown: [page.getByRole('button', { name: words('stage.cancelling') })],
    }),
    'result.shown': heading('result.title'),
    'result.rejected': heading('rejected.title'),
    'result.failed': heading('failure.title'),
    'result.cancelled': heading('result.cancelled.title'),
    'result.notFound': heading('result.notFound.title'),
    'result.gone': heading('result.gone.title'),
    'result.failedToLoad': heading('result.failedToLoad.title'),
    'result.confirming': (page) => ({ shown: [question(page)] }),
    'result.removing': (page) => ({ shown: [page.getByText(words('result.removing'))] }),
    // the way back to the list is taken at once
    'result.removed': heading('records.title'),
  },
  isGone: ({ leaves }) => leaves.includes('result.removed'),
};
