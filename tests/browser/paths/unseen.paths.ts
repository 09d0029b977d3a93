import type { Page } from '@playwright/test';
import { dealStatus } from '../../../contract/deal-status.ts';
import { unseenDescriptor } from '../../../machines/unseen/spec/unseen.descriptor.ts';
import type { UnseenContext } from '../../../machines/unseen/unseen.types.ts';
import type { BrowserChart } from './browser-chart.ts';
import { leaveOverlay, startTask } from './overlay.paths.ts';
import { byEscape } from './question.ts';
import { letTaskEnd } from './real-tasks.ts';
import { goTo, openPage, press, words } from './scene.ts';

const ends = unseenDescriptor.charts?.['task.ended'] as unknown as Record<string, object>;
const refused = 'refused, unseen';
const places = { records: { path: '/record' }, 'the terms': { path: '/terms' } };

/** Returns the links that lead to another page. A link to the page on screen changes nothing. */
const elsewhere = ({ path }: UnseenContext) =>
  Object.fromEntries(Object.entries(places).filter(([, place]) => place.path !== path));

const badge = (page: Page, id: Parameters<typeof words>[0]) =>
  page.getByRole('banner').getByRole('link', { name: words(id) });

/** The task ends on the home page, because the record list would also follow the task. */
export const unseenPaths: BrowserChart = {
  chart: 'unseen',
  model: {
    ...unseenDescriptor,
    charts: {
      'task.ended': {
        'done, unseen': ends['done, unseen'],
        [refused]: { ...ends['done, unseen'], end: 'rejected' },
      },
      'location.changed': elsewhere,
    },
    reads: ({ path }: UnseenContext) => path,
  } as never,
  allows: (step, { snapshot }) =>
    !(step.kind === 'event' && step.event.type === 'task.ended') ||
    (snapshot.context as UnseenContext).path === '/',
  hasElement: () => false,
  open: async (stage) => {
    await openPage(stage, '/');
    await startTask(stage);
    await leaveOverlay(stage.page, byEscape);
  },
  drivers: {
    'task.ended': (stage) => letTaskEnd(stage, dealStatus.succeeded),
    'location.changed': async ({ page }, step) => {
      if (step.says.includes('records')) await goTo(page, 'records');
      else await press(page, page.getByRole('link', { name: words('footer.terms') }));
    },
  },
  holds: ['requestUpload', 'upload', 'startTask', 'watchRecord', 'loadRecord'],
  reaches: 'unseen.some.ready',
  can: ({ says }) => !says.includes(refused),
  looks: {
    'unseen.none': (page) => ({ hidden: [page.locator('.nav-badge')] }),
    'unseen.some.ready': (page) => ({
      shown: [badge(page, 'nav.records.unseen')],
      hidden: [badge(page, 'nav.records.news')],
    }),
  },
};
