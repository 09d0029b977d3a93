import type { Page } from '@playwright/test';
import { messageBoxDescriptor } from '../../../machines/message-box/spec/message-box.descriptor.ts';
import type { BrowserChart } from './browser-chart.ts';
import { cancelDialog, confirmDialog, dialogButton, eachWay, onlyEscape } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import { openPage, press, untilShown, words } from './scene.ts';

const messageBoxInBrowser = {
  ...messageBoxDescriptor,
  people: {
    'dialog.confirmed': {},
    'dialog.cancelled': ({ mode }: { mode: string }) =>
      mode === 'notice' ? onlyEscape('', {}) : eachWay('', {}),
  } as never,
};

/** Requests a notice directly, because no control on this page requests one. */
const tell = (page: Page): Promise<void> =>
  page.evaluate((input) => {
    window.__lightwell?.root.system.get('dialogs')?.send({
      type: 'dialog.requested',
      dialog: { id: 'notice', name: 'notice', requester: null, kind: 'messageBox', input },
    });
  }, messageBoxDescriptor.inputs?.['a notice']);

export const messageBoxPaths: BrowserChart = {
  chart: 'messageBox',
  model: {
    ...messageBoxInBrowser,
    inputs: { 'a question': messageBoxDescriptor.inputs?.['a question'] },
  },
  open: async (stage, path) => {
    const { page } = stage;
    const isNotice = path.start.says === 'a notice';
    await openPage(stage, '/record');
    if (isNotice) await tell(page);
    else await press(page, page.getByRole('article').getByRole('button'));
    await untilShown(page, page.getByRole('dialog'));
  },
  drivers: {
    'dialog.confirmed': async ({ page }) => {
      const isNotice = await dialogButton(page, words('dialog.close')).isVisible();
      await confirmDialog(page, isNotice ? 'dialog.close' : 'dialog.deleteRecord.confirm');
    },
    'dialog.cancelled': ({ page }, { says }) => cancelDialog(page, says),
  },
  reaches: 'messageBox.confirmed',
  can: () => true,
  prepare: (stage) => makeRealRecords(stage, 1),
  looks: {
    'messageBox.asking': (page, { context }) => {
      const { mode } = context as { mode: string };
      const cancel = page.getByRole('button', { name: words('dialog.cancel'), exact: true });
      const told = page.getByRole('dialog', { name: words('dialog.creditsNotEnough.title') });
      const asked = page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });
      return mode === 'notice'
        ? {
            shown: [told, told.getByText(words('dialog.creditsNotEnough.message'))],
            hidden: [asked, cancel],
          }
        : {
            shown: [asked, asked.getByText(words('dialog.deleteRecord.message')), cancel],
            hidden: [told],
          };
    },
    'messageBox.confirmed': (page) => ({ hidden: [page.getByRole('dialog')] }),
    'messageBox.cancelled': (page) => ({ hidden: [page.getByRole('dialog')] }),
  },
  isGone: ({ status }) => status === 'done',
};
