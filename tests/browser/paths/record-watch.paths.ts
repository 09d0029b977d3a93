import { dealStatus } from '../../../contract/deal-status.ts';
import { recordWatchDescriptor } from '../../../machines/record-watch/spec/record-watch.descriptor.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { cancelRealTask, letTaskEnd, startRealTask } from './real-tasks.ts';
import { openPage, words } from './scene.ts';

const tryNow = (page: Stage['page']) =>
  page.getByRole('main').getByRole('button', { name: words('waiting.tryNow') });

const calm = (page: Stage['page']) => ({ hidden: [tryNow(page)] });
export const recordWatchPaths: BrowserChart = {
  chart: 'recordWatch',
  parent: 'result',
  longest: 60,
  model: recordWatchDescriptor,
  // the root reports a restored connection only after a lost one
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'connection.restored' ||
    snapshot.matches({ lost: 'offline' }),
  open: async (stage) => {
    const { id } = await startRealTask(stage, 'upscale-4x-fine');
    await openPage(stage, `/result/${id}`);
    await stage.layer.answer('loadRecord');
    await stage.layer.asked('watchRecord');
  },
  drivers: {
    'awaitRecord answers': async (stage) => {
      await cancelRealTask(stage, stage.page.url().split('/').at(-1) ?? '');
      await letTaskEnd(stage, dealStatus.cancelled);
    },
  },
  holds: ['watchRecord'],
  reaches: 'recordWatch.ended',
  can: ({ says }) => says === 'awaitRecord answers (it is done)',
  noise: (id) => id.startsWith('recordWatch.following'),
  looks: {
    'recordWatch.following.asking': calm,
    'recordWatch.ended': (page) => ({ hidden: [tryNow(page)] }),
  },
  hasElement: () => false,
  isGone: ({ status }) => status === 'done',
};
