import type { Page } from '@playwright/test';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import { words } from './scene.ts';
import { isWatched } from './task.steps.ts';

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
export const taskLooks: BrowserChart['looks'] = {
  'task.resuming': drop,
  'task.choosing.empty': drop,
  'task.choosing.unasked': drop,
  'task.choosing.refused': refusal,
  'task.checking': (page) => ({ shown: [page.getByText(words('studio.checking'))] }),
  'task.chosen': (page) => ({ shown: [taskButton(page, 'studio.start')] }),
  'task.working.step.claiming': working,
  'task.working.step.preparing': working,
  'task.working.step.uploading.signing': working,
  'task.working.step.uploading.sending': working,
  'task.working.step.uploading.waiting': waiting,
  'task.working.step.starting.asking.eager': working,
  'task.working.step.starting.asking.stopping': working,
  'task.working.step.starting.waiting': waiting,
  'task.working.step.starting.looking': working,
  'task.working.step.following.queued': working,
  'task.working.step.following.running': working,
  'task.working.step.following.lost': waiting,
  'task.working.step.cancelling': working,
  'task.working.pace.unmeasured': (page) => ({ hidden: [long(page)] }),
  'task.working.pace.usual': (page) => ({ hidden: [long(page)] }),
  // while it waits, the way to try at once is in that place
  'task.working.pace.long': (page, expected) =>
    isWaiting(expected) ? { hidden: [long(page)] } : { shown: [long(page)] },
  'task.succeeded': (page, expected) => ({
    shown: [
      isWatched(expected)
        ? page.getByRole('heading', { name: words('result.title') })
        : page.getByRole('link', { name: words('card.succeeded.open') }),
    ],
  }),
  'task.rejected': ended('rejected.title'),
  'task.failed': ended('failure.title'),
  'task.cancelled': ended('card.cancelled.title'),
  'task.limited': ended('limit.title'),
};
