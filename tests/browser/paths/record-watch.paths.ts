import { dealStatus } from '../../../contract/deal-status.ts';
import { recordWatchDescriptor } from '../../../machines/record-watch/record-watch.descriptor.ts';
import { recordOf } from '../../../machines/testing/samples.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { answerOf } from './browser-walker.ts';
import { cancelRealTask, letTaskEnd, startRealTask } from './real-tasks.ts';
import { closeDialog, openPage, press, quiet, sayOnline, words } from './scene.ts';

/** The sign-in dialog of the root covers the page. */
const answerTo =
  (call: 'watchRecord' | 'loadRecord'): Driver =>
  async ({ page, layer }, step) => {
    await layer.answer(call, answerOf(step));
    if (step.says.includes('sign in')) await closeDialog(page);
  };

const tryNow = (page: Stage['page']) =>
  page.getByRole('main').getByRole('button', { name: words('waiting.tryNow') });

const calm = (page: Stage['page']) => ({ hidden: [tryNow(page)] });
/* When asked again after a refusal, the page keeps showing it until the record is found. */
const lost = (page: Stage['page']) => ({
  shown: [
    page
      .getByText(words('result.lost'))
      .or(page.getByText(words('result.unanswered')))
      .or(page.getByText(words('result.stopped'))),
    tryNow(page),
  ],
  hidden: [page.getByRole('heading', { name: words('result.title') })],
});

export const recordWatchPaths: BrowserChart = {
  chart: 'recordWatch',
  parent: 'result',
  longest: 60,
  model: recordWatchDescriptor,
  // the root reports a restored connection only after a loss
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'connection.restored' ||
    snapshot.matches({ lost: 'offline' }),
  open: async (stage) => {
    await openPage(stage, '/result/r1', quiet);
    await stage.layer.answer('loadRecord', { obj: recordOf('r1', 0) });
    await stage.layer.asked('watchRecord');
  },
  drivers: {
    'watch.retried': ({ page }) => press(page, tryNow(page)),
    'connection.lost': async ({ page }) => {
      await sayOnline(page, true);
      await sayOnline(page, false);
    },
    'connection.restored': ({ page }) => sayOnline(page, true),
    'awaitRecord answers': answerTo('watchRecord'),
    'awaitRecord fails': answerTo('watchRecord'),
    'loadRecord answers': answerTo('loadRecord'),
    'loadRecord fails': answerTo('loadRecord'),
    'findRecord answers': answerTo('loadRecord'),
    'findRecord fails': answerTo('loadRecord'),
  },
  real: {
    reaches: 'recordWatch.ended',
    can: ({ says }) => says === 'awaitRecord answers (it is done)',
    open: async (stage) => {
      const { id } = await startRealTask(stage, 'upscale-4x-fine');
      await openPage(stage, `/result/${id}`, quiet);
      await stage.layer.answer('loadRecord', { obj: recordOf('r1', 0) });
      await stage.layer.asked('watchRecord');
    },
    // a task that is stopped ends at once, however slow the machine is
    drivers: {
      'awaitRecord answers': async (stage) => {
        await cancelRealTask(stage, stage.page.url().split('/').at(-1) ?? '');
        await letTaskEnd(stage, dealStatus.cancelled);
      },
    },
    noise: (id) => id.startsWith('recordWatch.following'),
  },
  looks: {
    'recordWatch.following.asking': calm,
    'recordWatch.following.resting': calm,
    'recordWatch.doubting.pausing': calm,
    'recordWatch.doubting.asking': calm,
    'recordWatch.lost.pausing': lost,
    'recordWatch.lost.asking': lost,
    'recordWatch.lost.offline': lost,
    'recordWatch.refused': (page) => ({
      shown: [page.getByText(words('result.stopped')), tryNow(page)],
      hidden: [page.getByText(words('result.lost')), page.getByText(words('result.unanswered'))],
    }),
    'recordWatch.gone': (page) => ({
      shown: [
        page.getByRole('heading', { name: words('result.gone.title') }),
        page.getByText(words('result.gone.text')),
      ],
      hidden: [tryNow(page)],
    }),
    'recordWatch.ended': (page) => ({ hidden: [tryNow(page)] }),
  },
  hasElement: () => false,
  isGone: ({ status }) => status === 'done',
};
