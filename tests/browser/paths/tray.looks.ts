import type { Page } from '@playwright/test';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import { words } from './scene.ts';
import { isWatched } from './tray.steps.ts';

type WordId = Parameters<typeof words>[0];

export const taskButton = (page: Page, id: WordId) =>
  page.getByRole('button', { name: words(id), exact: true });

export const taskOverlay = (page: Page) =>
  page.getByRole('dialog', { name: words('overlay.title') });

const drop = (page: Page) => ({ shown: [page.getByRole('group', { name: words('drop.label') })] });

const workingPlace = (page: Page, expected: Expectation) =>
  isWatched(expected) ? taskOverlay(page) : taskButton(page, 'card.show');

const working = (page: Page, expected: Expectation) => ({
  shown: [workingPlace(page, expected)],
  hidden: [taskButton(page, 'waiting.tryNow')],
});

const waiting = (page: Page, expected: Expectation) => ({
  shown: [workingPlace(page, expected), taskButton(page, 'waiting.tryNow')],
});

const ended = (id: WordId) => (page: Page) => ({
  shown: [page.locator('.ended').getByText(words(id))],
});

const long = (page: Page) => page.getByText(words('overlay.long'));

const isWaiting = ({ leaves }: Expectation): boolean =>
  leaves.some((leaf) => /waiting|lost/.test(leaf));

const refusal = (page: Page, { context }: Expectation) => {
  const { failure } = context as { failure: unknown };
  return { shown: [page.getByText(words(failure ? 'failure.offline' : 'problem.notAnImage'))] };
};

/** What a person sees of a task, by state. */
export const trayLooks: BrowserChart['looks'] = {
  'tray.resuming': drop,
  'tray.choosing.empty': drop,
  'tray.choosing.unasked': drop,
  'tray.choosing.refused': refusal,
  'tray.checking': (page) => ({ shown: [page.getByText(words('studio.checking'))] }),
  'tray.chosen': (page) => ({ shown: [taskButton(page, 'studio.start')] }),
  'tray.working.step.claiming': working,
  'tray.working.step.preparing': working,
  'tray.working.step.uploading.signing': working,
  'tray.working.step.uploading.sending': working,
  'tray.working.step.uploading.waiting': waiting,
  'tray.working.step.starting.asking.eager': working,
  'tray.working.step.starting.asking.stopping': working,
  'tray.working.step.starting.waiting': waiting,
  'tray.working.step.starting.looking': working,
  'tray.working.step.following.queued': working,
  'tray.working.step.following.running': working,
  'tray.working.step.following.lost': waiting,
  'tray.working.step.cancelling': working,
  'tray.working.pace.unmeasured': (page) => ({ hidden: [long(page)] }),
  'tray.working.pace.usual': (page) => ({ hidden: [long(page)] }),
  // while it waits, the way to try at once is in that place
  'tray.working.pace.long': (page, expected) =>
    isWaiting(expected) ? { hidden: [long(page)] } : { shown: [long(page)] },
  'tray.succeeded': (page, expected) => ({
    shown: [
      isWatched(expected)
        ? page.getByRole('heading', { name: words('result.title') })
        : page.getByRole('link', { name: words('card.succeeded.open') }),
    ],
  }),
  'tray.rejected': ended('rejected.title'),
  'tray.failed': ended('failure.title'),
  'tray.cancelled': ended('card.cancelled.title'),
  'tray.limited': ended('limit.title'),
};
