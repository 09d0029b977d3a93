import { messageBoxDescriptor } from '../../../machines/message-box/message-box.descriptor.ts';
import type { BrowserChart } from './browser-chart.ts';
import {
  dialogButtons,
  doneRecords,
  openPage,
  pageOf,
  press,
  quiet,
  untilShown,
  words,
} from './scene.ts';

export const messageBoxPaths: BrowserChart = {
  chart: 'messageBox',
  model: messageBoxDescriptor,
  open: async (stage, path) => {
    const { page } = stage;
    const isNotice = path.start.says === 'a notice';
    await openPage(stage, '/record', {
      ...quiet,
      ...(isNotice ? { refreshUser: { code: '10009' } } : {}),
      listRecords: pageOf(doneRecords(1)),
      deleteRecord: { obj: null },
    });
    if (!isNotice) await press(page, page.getByRole('article').getByRole('button'));
    await untilShown(page, page.getByRole('dialog'));
  },
  drivers: {
    'dialog.confirmed': ({ page }) => press(page, dialogButtons(page).last()),
    'dialog.cancelled': async ({ page }) => page.keyboard.press('Escape'),
  },
  looks: {
    'messageBox.asking': (page, { context }) => {
      const { mode } = context as { mode: string };
      const cancel = page.getByRole('button', { name: words('dialog.cancel'), exact: true });
      const box = page.getByRole('dialog');
      return mode === 'notice' ? { shown: [box], hidden: [cancel] } : { shown: [box, cancel] };
    },
    'messageBox.confirmed': (page) => ({ hidden: [page.getByRole('dialog')] }),
    'messageBox.cancelled': (page) => ({ hidden: [page.getByRole('dialog')] }),
  },
  isGone: ({ status }) => status === 'done',
};
