import type { Page } from '@playwright/test';
import type { TaskEnd } from '../../../machines/model/task-record.ts';
import { outcomeInHand } from '../../../machines/tray/tray.attempts.ts';
import { endOf } from '../../../machines/tray/tray.ends.ts';
import type { TrayContext } from '../../../machines/tray/tray.types.ts';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import { words } from './scene.ts';

type WordId = Parameters<typeof words>[0];

export const trayButton = (page: Page, id: WordId) =>
  page.getByRole('button', { name: words(id), exact: true });

export const taskOverlay = (page: Page) =>
  page.getByRole('dialog', { name: words('overlay.title') });

/** Offline it says that it will wait. */
export const startButton = (page: Page) =>
  trayButton(page, 'studio.start').or(trayButton(page, 'studio.startOffline'));

const drop = (page: Page) => ({ shown: [page.getByRole('group', { name: words('drop.label') })] });

const ended = (id: WordId) => (page: Page) => ({
  shown: [page.locator('.ended').getByText(words(id), { exact: true })],
});

const contextOf = ({ context }: Expectation) => context as TrayContext;

const looking = (page: Page) => ({
  shown: [
    page.getByRole('status').getByText(words('studio.checking')),
    trayButton(page, 'overlay.cancel'),
  ],
  hidden: [trayButton(page, 'waiting.tryNow')],
});

const refusal = (page: Page, expected: Expectation) => {
  const { held } = contextOf(expected);
  const failure = held.kind === 'refused' ? held.failure : null;
  const why: Record<string, WordId> = {
    offline: 'failure.offline',
    unsupported: 'failure.unsupported',
  };
  return {
    shown: [page.getByText(words((failure && why[failure.reason]) ?? 'problem.notAnImage'))],
  };
};

const endIn = (expected: Expectation): TaskEnd | null => {
  const outcome = outcomeInHand(contextOf(expected));
  return outcome && endOf(outcome);
};

/** What a toast says, unless the page says it in a dialog (R35), or the visitor knows. */
const toasts: Partial<Record<TaskEnd, WordId>> = {
  succeeded: 'toast.task.succeeded',
  failed: 'toast.task.failed',
  limited: 'toast.task.limited',
  notStarted: 'toast.task.notStarted',
  unsure: 'toast.task.unsure',
};

const toast = (page: Page) => page.locator('.toast');

/** Only a result needs a toast: any other end of the attempt in hand is on the page. */
const missed = (page: Page, expected: Expectation) => {
  const end = endIn(expected);
  const said = toast(page).getByText(words((end && toasts[end]) ?? 'toast.task.failed'));
  return end === 'succeeded' ? { shown: [said] } : { hidden: [said] };
};

export const isWatchedSuccess = ({ leaves }: Expectation): boolean =>
  leaves.includes('tray.ended.outcome.succeeded') && leaves.includes('tray.ended.notice.watched');

/** What a person sees of the tray, by state. */
export const trayLooks: BrowserChart['looks'] = {
  'tray.resuming.looking': drop,
  'tray.resuming.asking': drop,
  'tray.choosing.empty': drop,
  'tray.choosing.unasked': drop,
  'tray.choosing.refused': refusal,
  'tray.checking': looking,
  'tray.postponed': (page) => ({
    shown: [
      page.getByRole('status').getByText(words('stage.waiting')),
      trayButton(page, 'waiting.tryNow'),
    ],
  }),
  'tray.returning': looking,
  'tray.chosen': (page) => ({
    shown: [startButton(page)],
    hidden: [page.getByRole('group', { name: words('drop.label') })],
  }),
  'tray.working.watched': (page) => ({ shown: [taskOverlay(page)] }),
  'tray.working.away': (page) => ({
    shown: [trayButton(page, 'card.show')],
    hidden: [taskOverlay(page)],
  }),
  'tray.ended.outcome.succeeded': (page, expected) => ({
    shown: [
      isWatchedSuccess(expected)
        ? page.getByRole('heading', { name: words('result.title') })
        : page.locator('.drop').getByRole('link', { name: words('card.succeeded.open') }),
    ],
  }),
  'tray.ended.outcome.rejected': ended('rejected.title'),
  'tray.ended.outcome.cancelled': ended('card.cancelled.title'),
  'tray.ended.outcome.limited': ended('limit.title'),
  'tray.ended.outcome.notStarted': ended('notStarted.title'),
  'tray.ended.outcome.unsure': ended('unsure.title'),
  'tray.ended.outcome.failed': ended('failure.title'),
  'tray.ended.notice.watched': (page, expected) => {
    const end = endIn(expected);
    const id = (end && toasts[end]) ?? 'toast.task.failed';
    return { hidden: [toast(page).getByText(words(id))] };
  },
  'tray.ended.notice.missed': missed,
};
