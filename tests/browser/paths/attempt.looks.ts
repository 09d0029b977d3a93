import type { Page } from '@playwright/test';
import type { AttemptContext } from '../../../machines/attempt/attempt.types.ts';
import { isStalled } from '../../../machines/model/overlay-stage.ts';
import { stageWords } from '../../../src/i18n/stage-words.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import type { Look } from './look.ts';
import { words } from './scene.ts';
import { startButton, trayButton } from './tray.looks.ts';

const viewOf = ({ context }: Expectation) => (context as AttemptContext).view;

/** The stage in the overlay or on the studio's card, and the retry button if the attempt waits. */
const stage = (page: Page, expected: Expectation) => {
  const { stage: now } = viewOf(expected);
  const said = page.getByText(words(stageWords[now]), { exact: true }).filter({ visible: true });
  const tryNow = trayButton(page, 'waiting.tryNow').filter({ visible: true });
  const over = page.locator('.ended');
  return isStalled(now)
    ? { shown: [said, tryNow], hidden: [over] }
    : { shown: [said], hidden: [tryNow, over] };
};

const long = (page: Page) => page.getByText(words('overlay.long')).filter({ visible: true });

/**
 * If a range was measured, the overlay shows it by its own clock; the overlay's walk covers that.
 */
const usual = (page: Page, expected: Expectation): Look =>
  viewOf(expected).record?.progress
    ? { unseen: 'the overlay counts a measured range by itself' }
    : { hidden: [long(page)] };

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

/** Shown by the tray or on its own page. */
const result = (page: Page) => ({
  shown: [
    page
      .getByRole('heading', { name: words('result.title') })
      .or(page.locator('.drop').getByRole('link', { name: words('card.succeeded.open') })),
  ],
  hidden: ends.map((id) => page.locator('.ended').getByText(words(id), { exact: true })),
});

const atItsEnd = (page: Page, { context }: Expectation) => {
  const { record } = (context as AttemptContext).view;
  return record?.dealStatus === 5 ? ended('card.cancelled.title')(page) : result(page);
};

const asBefore = (page: Page) => ({
  shown: [startButton(page)],
  hidden: [page.locator('.ended'), trayButton(page, 'card.show')],
});

/** The visible parts of an attempt, by state. */
export const attemptLooks: BrowserChart['looks'] = {
  'attempt.claiming': stage,
  'attempt.preparing': stage,
  'attempt.uploading.signing': stage,
  'attempt.uploading.sending': stage,
  'attempt.uploading.paused.waiting': stage,
  'attempt.uploading.paused.silent': stage,
  'attempt.announcing': stage,
  'attempt.starting.answer.awaited': stage,
  'attempt.starting.answer.missing.waiting': stage,
  'attempt.starting.answer.missing.silent': stage,
  'attempt.starting.answer.asking': stage,
  'attempt.starting.wish.wanted': (page) => ({
    shown: [trayButton(page, 'overlay.cancel').or(trayButton(page, 'card.cancel'))],
    hidden: [page.getByText(words('stage.cancelling'), { exact: true })],
  }),
  'attempt.starting.wish.unwanted': stage,
  'attempt.onServer.link.listening.inTouch.queued': stage,
  'attempt.onServer.link.listening.inTouch.running': stage,
  'attempt.onServer.link.listening.lost.waiting': stage,
  'attempt.onServer.link.listening.lost.silent': stage,
  'attempt.onServer.link.cancelling': stage,
  'attempt.onServer.pace.unmeasured': usual,
  'attempt.onServer.pace.usual': usual,
  // while it waits, the retry button is in that place
  'attempt.onServer.pace.delayed': (page, expected) =>
    isStalled(viewOf(expected).stage)
      ? { hidden: [long(page)] }
      : { shown: [long(page)], hidden: [page.locator('.ended')] },
  'attempt.unfollowed': stage,
  'attempt.ended': atItsEnd,
  'attempt.gone': (page) => ({
    shown: [page.getByRole('group', { name: words('drop.label') })],
    hidden: [page.locator('.ended'), startButton(page)],
  }),
  'attempt.cancelled': asBefore,
  'attempt.turnedAway': asBefore,
  'attempt.limited': ended('limit.title'),
  'attempt.failed': ended('failure.title'),
  'attempt.notStarted': ended('notStarted.title'),
  'attempt.unsure': ended('unsure.title'),
};
