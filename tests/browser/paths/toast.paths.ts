import { toastDescriptor } from '../../../machines/toast/spec/toast.descriptor.ts';
import type { BrowserChart } from './browser-chart.ts';
import { makeRealRecords } from './real-tasks.ts';
import { openPage, press, words } from './scene.ts';

const samples = toastDescriptor.charts?.['toast.requested'] as unknown as Record<string, unknown>;

/** Walks the toast chart. Deleting a record shows a toast. */
export const toastPaths: BrowserChart = {
  chart: 'toast',
  longest: 60,
  model: {
    ...toastDescriptor,
    charts: { 'toast.requested': { 'a success': samples['a success'] } } as never,
  },
  open: (stage) => openPage(stage, '/record'),
  drivers: {
    'toast.requested': async ({ page }) => {
      await press(page, page.getByRole('article').first().getByRole('button'));
      const confirm = words('dialog.deleteRecord.confirm');
      await press(page, page.getByRole('dialog').getByRole('button', { name: confirm }));
    },
    'toast.dismissed': async ({ page }) => {
      await press(page, page.getByRole('button', { name: words('toast.close') }));
    },
  },
  reaches: 'toast.shown',
  can: () => true,
  prepare: (stage) => makeRealRecords(stage, 4),
  looks: {
    'toast.hidden': (page) => ({ hidden: [page.locator('.toast')] }),
    'toast.shown': (page) => ({
      shown: [
        page.getByRole('status').getByText(words('toast.recordDeleted')),
        page.getByRole('button', { name: words('toast.close') }),
      ],
      hidden: [page.getByText(words('toast.removalFailed'))],
    }),
  },
};
