import { dialogsDescriptor } from '../../../machines/dialogs/dialogs.descriptor.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import {
  doneRecords,
  openPage,
  pageOf,
  press,
  quiet,
  reconnect,
  untilShown,
  words,
} from './scene.ts';

const samples = dialogsDescriptor.charts?.['dialog.opened'] as unknown as Record<string, unknown>;
const withdrawals = dialogsDescriptor.charts?.['dialog.withdrawn'] as unknown as Record<
  string,
  unknown
>;
const removal = 'of the records';
const signIn = 'that nobody waits for';

type Open = { open: unknown };

const dialog = ({ page }: Stage) => page.getByRole('dialog');

/** Leaving the record list is what takes its question away. */
const leaveRecords = async ({ page }: Stage): Promise<void> => {
  if (!page.url().endsWith('/record')) {
    await page.goForward();
    await page.waitForURL('**/record');
    await untilShown(page, page.getByRole('article'));
  }
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
};

const askForRemoval = async ({ page }: Stage): Promise<void> => {
  if (!page.url().endsWith('/record')) await page.goForward();
  await press(page, page.getByRole('article').first().getByRole('button'));
};

/** The server asks for a sign-in whenever the page asks who is here. */
const refuseVisitor = async (stage: Stage): Promise<void> => {
  if (!stage.layer.isHeld('refreshUser')) await reconnect(stage);
  await stage.layer.answer('refreshUser', { code: '10009' });
};

export const dialogsPaths: BrowserChart = {
  chart: 'dialogs',
  longest: 60,
  model: {
    ...dialogsDescriptor,
    charts: {
      // a modal dialog keeps the page below out of reach
      'dialog.opened': ({ open }: Open) => ({
        ...(open ? {} : { [removal]: samples[removal] }),
        [signIn]: samples[signIn],
      }),
      'dialog.withdrawn': { 'by the records': withdrawals['by the records'] },
    } as never,
  },
  open: async (stage) => {
    const { refreshUser: _, ...background } = quiet;
    const records = pageOf(doneRecords(6));
    await openPage(stage, '/', {
      ...background,
      listRecords: records,
      deleteRecord: { obj: null },
    });
    await stage.layer.asked('refreshUser');
    await press(stage.page, stage.page.getByRole('link', { name: words('nav.records') }));
    await untilShown(stage.page, stage.page.getByRole('article'));
  },
  drivers: {
    'dialog.opened': (stage, step) =>
      step.says.includes(signIn) ? refuseVisitor(stage) : askForRemoval(stage),
    'dialog.withdrawn': leaveRecords,
    'dialog.confirmed': (stage) => press(stage.page, dialog(stage).getByRole('button').last()),
    'dialog.cancelled': async (stage) => {
      await untilShown(stage.page, dialog(stage));
      await stage.page.keyboard.press('Escape');
    },
  },
  looks: {
    'dialogs.closed': (page) => ({ hidden: [page.getByRole('dialog')] }),
    'dialogs.open': (page) => ({ shown: [page.getByRole('dialog')] }),
  },
  hasElement: ({ leaves }) => leaves.includes('dialogs.open'),
};
