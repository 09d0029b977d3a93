import type { Page } from '@playwright/test';
import type { StudioContext } from '../../../machines/studio/studio.types.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import type { Look } from './look.ts';
import { words } from './scene.ts';

type WordId = Parameters<typeof words>[0];

/**
 * Returns a button of the studio itself. The cards of other runs have buttons with the same names.
 */
export const studioButton = (page: Page, id: WordId) =>
  page
    .getByRole('button', { name: words(id), exact: true })
    .and(page.locator(':not(.run-cards *)'));

export const taskOverlay = (page: Page) =>
  page.getByRole('dialog', { name: words('overlay.title') });

/** Returns the start button. Offline, its text says that the photo will wait. */
export const startButton = (page: Page) =>
  studioButton(page, 'studio.start').or(studioButton(page, 'studio.startOffline'));

const drop = (page: Page) => ({
  shown: [page.getByRole('group', { name: words('drop.label') })],
  hidden: [startButton(page), page.locator('.ended')],
});

const ends = [
  'rejected.title',
  'card.cancelled.title',
  'limit.title',
  'notStarted.title',
  'unsure.title',
  'failure.title',
] as const;

const ended = (id: (typeof ends)[number]) => (page: Page) => ({
  shown: [page.locator('.ended').getByText(words(id), { exact: true })],
  hidden: ends
    .filter((other) => other !== id)
    .map((other) => page.locator('.ended').getByText(words(other), { exact: true })),
});

const contextOf = ({ context }: Expectation) => context as StudioContext;

/**
 * Returns the look of a chosen photo and the price of the selected function. All functions have
 * different prices.
 */
const chosen =
  (credits: Readonly<Record<string, number>>) =>
  (page: Page, expected: Expectation): Look => {
    const { setup } = contextOf(expected);
    const drops = page.getByRole('group', { name: words('drop.label') });
    if (!setup) return { shown: [startButton(page)], hidden: [drops] };
    const priceOf = (code: string, count: number) =>
      page
        .locator('label')
        .filter({ has: page.locator(`input[value="${code}"]`) })
        .getByText(words('price.credits', { count }), { exact: true });
    const prices = Object.entries(credits);
    const wrong = prices.flatMap(([code, count]) =>
      prices.filter(([, other]) => other !== count).map(([, other]) => priceOf(code, other)),
    );
    return {
      shown: [startButton(page), ...prices.map(([code, count]) => priceOf(code, count))],
      hidden: [drops, ...wrong],
    };
  };

export const realChosen = chosen({ enhance: 1, denoise: 2 });

const looking = (page: Page) => ({
  shown: [
    page.getByRole('status').getByText(words('studio.checking')),
    studioButton(page, 'overlay.cancel'),
  ],
  hidden: [studioButton(page, 'waiting.tryNow')],
});

const refusal = (page: Page, expected: Expectation) => {
  const { held } = contextOf(expected);
  const failure = held.kind === 'refused' ? held.failure : null;
  const why: Record<string, WordId> = {
    offline: 'failure.offline',
    unsupported: 'failure.unsupported',
  };
  const said = (failure && why[failure.reason]) ?? 'problem.notAnImage';
  const others = [...Object.values(why), 'problem.notAnImage' as const].filter((id) => id !== said);
  return {
    shown: [page.getByText(words(said))],
    hidden: [startButton(page), ...others.map((id) => page.getByText(words(id)))],
  };
};

export const isSuccess = ({ leaves }: Expectation): boolean =>
  leaves.includes('studio.ended.succeeded');

/** The visible parts of the studio, by state. */
export const studioLooks: BrowserChart['looks'] = {
  'studio.resuming.looking': drop,
  'studio.resuming.asking': drop,
  'studio.choosing.empty': drop,
  'studio.choosing.unasked': drop,
  'studio.choosing.refused': refusal,
  'studio.checking': looking,
  'studio.postponed': (page) => ({
    shown: [
      page.getByRole('status').getByText(words('stage.waiting')),
      studioButton(page, 'waiting.tryNow'),
    ],
    hidden: [startButton(page)],
  }),
  'studio.returning': (page) => ({
    shown: [
      page
        .getByRole('status')
        .getByText(words('studio.functionsLoading'))
        .or(page.locator('.studio').getByText(words('degraded.text'))),
    ],
    hidden: [page.getByText(words('studio.checking'))],
  }),
  'studio.chosen.resumed': chosen({ 'upscale-2x-fast': 3, 'face-blur': 4 }),
  'studio.chosen.ready': chosen({ 'upscale-2x-fast': 3, 'face-blur': 4 }),
  'studio.working': (page) => ({
    shown: [taskOverlay(page).or(studioButton(page, 'card.show'))],
    hidden: [startButton(page), page.locator('.ended')],
  }),
  // with an open overlay, the page of the result opens behind the overlay; otherwise the studio has
  // a link to that page
  'studio.ended.succeeded': (page) => ({
    shown: [
      page
        .getByRole('heading', { name: words('result.title') })
        .or(page.locator('.drop').getByRole('link', { name: words('card.succeeded.open') })),
    ],
    hidden: ends.map((id) => page.locator('.ended').getByText(words(id), { exact: true })),
  }),
  'studio.ended.rejected': ended('rejected.title'),
  'studio.ended.cancelled': ended('card.cancelled.title'),
  'studio.ended.limited': ended('limit.title'),
  'studio.ended.notStarted': ended('notStarted.title'),
  'studio.ended.unsure': ended('unsure.title'),
  'studio.ended.failed': ended('failure.title'),
};
