import { dealStatus } from '../../../contract/deal-status.ts';
import type { RunsContext } from '../../../machines/runs/runs.types.ts';
import { runsDescriptor } from '../../../machines/runs/spec/runs.descriptor.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { recordOf, wish } from '../../../machines/testing/samples.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import { type BrowserChart, both, type Stage } from './browser-chart.ts';
import { leaveOverlay } from './overlay.paths.ts';
import { eachWay } from './question.ts';
import { letTaskEnd } from './real-tasks.ts';
import { arrive } from './run-ends.ts';
import { choosePhoto, openStill, press, words } from './scene.ts';
import { startButton, studioButton, taskOverlay } from './studio.looks.ts';

const contextOf = ({ context }: Expectation) => context as RunsContext;

/**
 * Covers only a successful run of a photo. The walk of the chart `run` tests all other outcomes.
 */
const model = {
  ...runsDescriptor,
  people: { 'overlay.left': eachWay('', {}), 'overlay.returned': {} },
  charts: {
    'run.requested': ({ begun }: RunsContext) =>
      begun === 0 ? { 'a photo': { input: { from: 'photo', wish }, as: 'watched' } } : {},
    'hand.freed': {},
  },
  actors: {
    'run.1': {
      sends: {
        'it is done': {
          type: 'run.ended',
          id: 'run.1',
          outcome: { kind: 'ended', record: recordOf('r1', 2) },
        },
      },
    },
  },
} as unknown as ChartDescriptor;

/**
 * Presses the button for another photo, in the studio or on the page of a result, so that the
 * studio accepts the next photo.
 */
const freeHand = async ({ page }: Stage): Promise<void> => {
  // the full overlay over a result closes after 600 ms
  await page.clock.runFor(600);
  const another = studioButton(page, 'card.another').or(studioButton(page, 'result.another'));
  await press(page, another);
};

export const runsPaths: BrowserChart = {
  chart: 'runs',
  model,
  allows: both(
    (step, { snapshot }) => {
      if (step.kind !== 'event') return true;
      const { isWatched } = snapshot.context as RunsContext;
      const isFollowing = snapshot.matches('following');
      switch (step.event.type) {
        case 'overlay.left':
          return isFollowing && isWatched;
        case 'overlay.returned':
          return isFollowing && !isWatched;
        case 'hand.freed':
          // an open overlay covers all other controls
          return (isFollowing && !isWatched) || snapshot.matches('over');
        default:
          return true;
      }
    },
    (_, { snapshot }) => !snapshot.matches('free') || snapshot.context.begun === 0,
  ),
  // the result page reports that the visitor leaves it for another photo
  noise: (id) => /run\.(moved|delayed)|connection\.|record\.left/.test(id),
  faultWalks: 0,
  open: async (stage) => {
    await openStill(stage, '/');
    await choosePhoto(stage);
  },
  drivers: {
    'run.requested': ({ page }) => press(page, startButton(page)),
    'hand.freed': freeHand,
    'overlay.left': ({ page }, { says }) => leaveOverlay(page, says),
    'overlay.returned': ({ page }) => press(page, studioButton(page, 'card.show')),
    'run.1 sends run.ended': async (stage) => {
      await arrive(stage);
      await stage.layer.answer('startTask');
      await letTaskEnd(stage, dealStatus.succeeded);
    },
  },
  holds: ['requestUpload', 'upload', 'startTask', 'watchRecord', 'loadRecord'],
  reaches: 'runs.over',
  can: () => true,
  looks: {
    'runs.free': (page) => ({
      hidden: [taskOverlay(page), studioButton(page, 'card.show')],
    }),
    'runs.following': (page, expected) =>
      contextOf(expected).isWatched
        ? { shown: [taskOverlay(page)], hidden: [startButton(page)] }
        : { shown: [studioButton(page, 'card.show')], hidden: [taskOverlay(page)] },
    'runs.over': (page) => ({
      shown: [
        page
          .getByRole('heading', { name: words('result.title') })
          .or(page.locator('.drop').getByRole('link', { name: words('card.succeeded.open') })),
      ],
      hidden: [studioButton(page, 'card.show')],
    }),
  },
  hasElement: () => false,
};
