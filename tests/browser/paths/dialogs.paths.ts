import type { DialogsContext } from '../../../machines/dialogs/dialogs.types.ts';
import { dialogsDescriptor } from '../../../machines/dialogs/spec/dialogs.descriptor.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { cancelDialog, confirmDialog, eachWay, isByEscape } from './question.ts';
import { makeRealRecords } from './real-tasks.ts';
import {
  failToLoadDialog,
  failToShowDialog,
  openPage,
  press,
  reconnect,
  untilShown,
  words,
} from './scene.ts';

type Samples = Record<string, unknown>;

const requests = dialogsDescriptor.charts?.['dialog.requested'] as unknown as Samples;
const withdrawals = dialogsDescriptor.charts?.['dialog.withdrawn'] as unknown as Samples;
const removal = 'of the records';
const signIn = 'of the session';

const signInDialog = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('signIn.title') });

const closeButton = (page: Stage['page']) =>
  signInDialog(page).getByRole('button', { name: words('dialog.close') });

const removalQuestion = (page: Stage['page']) =>
  page.getByRole('dialog', { name: words('dialog.deleteRecord.title') });

const dialog = ({ page }: Stage) => page.getByRole('dialog');

const openRecords = async (page: Stage['page']): Promise<void> => {
  await page.evaluate(() =>
    window.__lightwell?.root.send({ type: 'navigation.requested', to: '/record' }),
  );
  await page.waitForURL('**/record');
  await untilShown(page, page.getByRole('article'));
};

/**
 * Leaves the record list, which withdraws the list's question. Navigates by script, because an open
 * dialog blocks the page's links.
 */
const leaveRecords = async ({ page }: Stage): Promise<void> => {
  if (!page.url().endsWith('/record')) await openRecords(page);
  await page.evaluate(() =>
    window.__lightwell?.root.send({ type: 'navigation.requested', to: '/' }),
  );
  await page.waitForURL((url) => url.pathname === '/');
};

const askForRemoval = async ({ page }: Stage): Promise<void> => {
  if (!page.url().endsWith('/record')) await openRecords(page);
  await press(page, page.getByRole('article').first().getByRole('button'));
};

/** Makes the server require a sign-in when the page asks for the user. */
const refuseVisitor = async (stage: Stage): Promise<void> => {
  if (!stage.layer.isHeld('refreshUser')) await reconnect(stage);
  await stage.layer.answer('refreshUser', { code: '10009' });
};

const isLoad = (step: Step): boolean =>
  (step.kind === 'done' || step.kind === 'error') && step.actor === 'loadDialog';
const isUnshown = (step: Step): boolean =>
  step.kind === 'event' && step.event.type === 'dialog.failed';

/** Prepares failures of the following steps before their dialog is loaded. */
const arrange = async ({ page }: Stage, next: readonly Step[]): Promise<void> => {
  if (next.some(({ kind }) => kind === 'error')) await failToLoadDialog(page);
  if (next.some(isUnshown)) await failToShowDialog(page);
};

export const dialogsPaths: BrowserChart = {
  chart: 'dialogs',
  longest: 60,
  model: {
    ...dialogsDescriptor,
    charts: {
      // an open dialog blocks the page below the dialog
      'dialog.requested': ({ queue: [first] }: DialogsContext) => ({
        ...(first ? {} : { [removal]: requests[removal] }),
        // a dialog that cannot be loaded fails at once, so no other step can come before the
        // failure
        ...(first?.kind === 'signIn' ? {} : { [signIn]: requests[signIn] }),
      }),
      'dialog.withdrawn': { 'by the records': withdrawals['by the records'] },
      'dialog.failed': ({ queue: [first, second] }: DialogsContext) =>
        first && !second ? { '': { id: first.id, failure: { reason: 'unexpected' } } } : {},
    } as never,
    actors: {
      ...dialogsDescriptor.actors,
      dialog: {
        ...dialogsDescriptor.actors?.dialog,
        // signing in has walks of its own
        done: ({ queue: [first] }: DialogsContext) => ({
          ...(first?.kind !== 'signIn' && { confirmed: 'confirmed' }),
          ...eachWay('cancelled', 'cancelled'),
        }),
      },
    } as never,
  },
  byPeople: (step) => step.kind === 'done' && step.actor === 'dialog',
  // between a request and an open dialog, only the loader's answer is possible
  allows: (step, { snapshot }) => !snapshot.matches('loading') || isLoad(step),
  byItself: (step) => isLoad(step) || isUnshown(step),
  open: async (stage) => {
    await openPage(stage, '/');
    await press(stage.page, stage.page.getByRole('link', { name: words('nav.records') }));
    await untilShown(stage.page, stage.page.getByRole('article'));
  },
  drivers: {
    'dialog.requested': async (stage, step, next) => {
      await arrange(stage, next);
      await (step.says.includes(signIn) ? refuseVisitor(stage) : askForRemoval(stage));
    },
    'dialog.withdrawn': async (stage, _, next) => {
      await arrange(stage, next);
      await leaveRecords(stage);
    },
    'dialog answers': async (stage, step, next) => {
      await arrange(stage, next);
      const { page } = stage;
      await untilShown(page, dialog(stage));
      if (step.says.includes('confirmed')) await confirmDialog(page, 'dialog.deleteRecord.confirm');
      else if (!(await signInDialog(page).isVisible())) await cancelDialog(page, step.says);
      else if (isByEscape(step.says)) await page.keyboard.press('Escape');
      else await press(page, closeButton(page));
    },
  },
  holds: ['refreshUser'],
  reaches: 'dialogs.open',
  can: ({ says }) =>
    /^(loadDialog|dialog) answers/.test(says) || /\((of|by) the records\)$/.test(says),
  prepare: (stage) => makeRealRecords(stage, 2),
  looks: {
    'dialogs.closed': (page) => ({ hidden: [page.getByRole('dialog')] }),
    'dialogs.loading': () => ({ unseen: 'a dialog whose code is here opens in the same breath' }),
    'dialogs.open': (page, { context }) => {
      const { queue } = context as DialogsContext;
      const [asked, told] = [removalQuestion(page), signInDialog(page)];
      const cancel = page.getByRole('button', { name: words('dialog.cancel'), exact: true });
      return queue[0]?.kind !== 'signIn'
        ? {
            shown: [asked, cancel, asked.getByText(words('dialog.deleteRecord.message'))],
            hidden: [told],
          }
        : { shown: [told, closeButton(page)], hidden: [asked, cancel] };
    },
  },
  hasElement: ({ leaves }) => leaves.includes('dialogs.open'),
  console: [/a fault/],
};
