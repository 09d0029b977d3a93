import type { Page } from '@playwright/test';
import { isStalled } from '../../../machines/model/overlay-stage.ts';
import type { RunContext } from '../../../machines/run/run.types.ts';
import { stageWords } from '../../../src/i18n/stage-words.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import type { Look } from './look.ts';
import { words } from './scene.ts';
import { startButton, studioButton } from './studio.looks.ts';

const viewOf = ({ context }: Expectation) => (context as RunContext).view;

/**
 * Returns the look of the run's stage, in the overlay or on the studio's card. A waiting run also
 * has the retry button.
 */
const stage = (page: Page, expected: Expectation) => {
  const { stage: now } = viewOf(expected);
  const said = page.getByText(words(stageWords[now]), { exact: true }).filter({ visible: true });
  const tryNow = studioButton(page, 'waiting.tryNow').filter({ visible: true });
  const over = page.locator('.ended');
  return isStalled(now)
    ? { shown: [said, tryNow], hidden: [over] }
    : { shown: [said], hidden: [tryNow, over] };
};

const long = (page: Page) => page.getByText(words('overlay.long')).filter({ visible: true });

const usual = (page: Page): Look => ({ hidden: [long(page)] });

/**
 * Returns the look of a delayed run. A waiting run shows the retry button instead of the notice of
 * the delay.
 */
const delayed = (page: Page, expected: Expectation): Look =>
  isStalled(viewOf(expected).stage)
    ? { hidden: [long(page)] }
    : { shown: [long(page)], hidden: [page.locator('.ended')] };

const ends = [
  'card.cancelled.title',
  'limit.title',
  'failure.title',
  'notStarted.title',
  'unsure.title',
] as const;

const ended = (id: (typeof ends)[number]) => (page: Page) => ({
  shown: [page.locator('.ended').getByText(words(id), { exact: true })],
  hidden: ends
    .filter((other) => other !== id)
    .map((other) => page.locator('.ended').getByText(words(other), { exact: true })),
});

/** Returns the look of the result, in the studio or on its own page. */
const result = (page: Page) => ({
  shown: [
    page
      .getByRole('heading', { name: words('result.title') })
      .or(page.locator('.drop').getByRole('link', { name: words('card.succeeded.open') })),
  ],
  hidden: ends.map((id) => page.locator('.ended').getByText(words(id), { exact: true })),
});

const atItsEnd = (page: Page, { context }: Expectation) => {
  const { record } = (context as RunContext).view;
  return record?.dealStatus === 5 ? ended('card.cancelled.title')(page) : result(page);
};

const asBefore = (page: Page) => ({
  shown: [startButton(page)],
  hidden: [page.locator('.ended'), studioButton(page, 'card.show')],
});

/** The visible parts of a run, by state. */
export const runLooks: BrowserChart['looks'] = {
  'run.claiming': stage,
  'run.preparing': stage,
  'run.uploading.signing': stage,
  'run.uploading.sending': stage,
  'run.uploading.paused.waiting': stage,
  'run.uploading.paused.silent': stage,
  'run.announcing': stage,
  'run.starting.answer.awaited': stage,
  'run.starting.answer.missing.waiting': stage,
  'run.starting.answer.missing.silent': stage,
  'run.starting.answer.asking': stage,
  'run.starting.wish.wanted': (page) => ({
    shown: [studioButton(page, 'overlay.cancel').or(studioButton(page, 'card.cancel'))],
    hidden: [page.getByText(words('stage.cancelling'), { exact: true })],
  }),
  'run.starting.wish.unwanted': stage,
  'run.onServer.link.listening.inTouch.queued': stage,
  'run.onServer.link.listening.inTouch.running': stage,
  'run.onServer.link.listening.lost.waiting': stage,
  'run.onServer.link.listening.lost.silent': stage,
  'run.onServer.link.cancelling': stage,
  'run.onServer.pace.unmeasured': usual,
  'run.onServer.pace.usual.untimed': usual,
  'run.onServer.pace.usual.timed': usual,
  'run.onServer.pace.usual.late': delayed,
  'run.onServer.pace.delayed': delayed,
  'run.unfollowed': stage,
  'run.ended': atItsEnd,
  'run.gone': (page) => ({
    shown: [page.getByRole('group', { name: words('drop.label') })],
    hidden: [page.locator('.ended'), startButton(page)],
  }),
  'run.cancelled': asBefore,
  'run.turnedAway': asBefore,
  'run.limited': ended('limit.title'),
  'run.failed': ended('failure.title'),
  'run.notStarted': ended('notStarted.title'),
  'run.unsure': ended('unsure.title'),
};
