import { messageBoxDescriptor } from '../../../machines/message-box/message-box.descriptor.ts';
import { member } from '../../../machines/testing/samples.ts';
import type { BrowserChart } from './browser-chart.ts';
import { cancelDialog, confirmDialog, dialogButton, eachWay, onlyEscape } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import { doneRecords, openPage, pageOf, press, quiet, untilShown, words } from './scene.ts';

const messageBoxInBrowser = {
  ...messageBoxDescriptor,
  people: {
    'dialog.confirmed': {},
    'dialog.cancelled': ({ mode }: { mode: string }) =>
      mode === 'notice' ? onlyEscape('', {}) : eachWay('', {}),
  } as never,
};

export const messageBoxPaths: BrowserChart = {
  chart: 'messageBox',
  model: messageBoxInBrowser,
  open: async (stage, path) => {
    const { page } = stage;
    const isNotice = path.start.says === 'a notice';
    await openPage(stage, '/record', {
      ...quiet,
      ...(isNotice ? { refreshUser: { obj: member }, listMore: { code: '51009' } } : {}),
      listRecords: pageOf(doneRecords(1), isNotice ? 'next' : null),
      deleteRecord: { obj: null },
    });
    if (isNotice) await press(page, page.getByRole('button', { name: words('records.more') }));
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
  real: {
    reaches: 'messageBox.confirmed',
    can: () => true,
    model: {
      ...messageBoxInBrowser,
      inputs: { 'a question': messageBoxDescriptor.inputs?.['a question'] },
    },
    prepare: (stage) => makeRealRecords(stage, 1),
  },
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
