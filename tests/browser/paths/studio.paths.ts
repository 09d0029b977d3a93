import type { AnyEventObject } from 'xstate';
import { dealStatus } from '../../../contract/deal-status.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { photoFile, smallPhoto } from '../studio-page.ts';
import { type BrowserChart, both, type Driver, type Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { chooseFile, pressKey } from './keyboard.ts';
import { dropFile, pasteFile } from './photo-arrival.ts';
import { letTaskEnd } from './real-tasks.ts';
import { arrive } from './run-ends.ts';
import { clearDialogs, goTo, openStill, press, untilShown, words } from './scene.ts';
import {
  studioButton as button,
  isSuccess,
  realChosen,
  startButton,
  studioLooks,
  taskOverlay,
} from './studio.looks.ts';
import { canHappen, studioInBrowser } from './studio.steps.ts';

/** The actors of the device whose answers the walk controls. */
const held = ['studio/takeKeptPhoto', 'studio/watchKeptPhotos', 'studio/inspectPhoto'];

const isHome = (page: Stage['page']): Promise<boolean> =>
  page.evaluate(() => location.pathname === '/');

const goHome = async (page: Stage['page']): Promise<void> => {
  await clearDialogs(page);
  // checks the page itself, because Playwright reports the navigation late
  if (await isHome(page)) return;
  // the full overlay over a result closes after 600 ms
  await page.clock.runFor(600);
  await goTo(page, 'home');
  await untilShown(page, page.locator('[data-actor="studio"]'));
};

/**
 * Chooses a photo with the file input if the studio has one. Otherwise pastes the file, or drops it
 * on the page.
 */
const bringFile = async ({ page }: Stage): Promise<void> => {
  const file = photoFile('coffee.png');
  const view = await page.locator('.studio').getAttribute('data-view');
  if (view === 'drop') await chooseFile(page, await smallPhoto());
  else if (view === 'working') await dropFile(page, file);
  else await pasteFile(page, file);
};

/** Removes the studio's photo by the button for another photo on the page of a record. */
const removeFromAfar = async ({ page }: Stage): Promise<void> => {
  await goTo(page, 'records');
  await press(page, page.getByRole('article').getByRole('link'));
  await press(page, button(page, 'result.another'));
};

const removePhoto: Driver = async (stage) => {
  const { page } = stage;
  await clearDialogs(page);
  if (!(await isHome(page))) {
    // the full overlay over a result closes after 600 ms
    await page.clock.runFor(600);
    await press(page, button(page, 'result.another'));
    await page.waitForURL((url) => url.pathname === '/');
    return;
  }
  await leaveTask(stage);
  const ways = ['studio.remove', 'problem.another', 'overlay.cancel', 'card.another'] as const;
  const view = await page.locator('.studio').getAttribute('data-view', { timeout: 1000 });
  if (view === 'drop') await removeFromAfar(stage);
  else {
    const [first, ...others] = ways.map((id) =>
      page.locator('.studio').getByRole('button', {
        name: words(id),
        exact: true,
      }),
    );
    if (first)
      await press(
        page,
        others.reduce((all, one) => all.or(one), first),
      );
  }
  await page.waitForURL((url) => url.pathname === '/');
};

/** Closes an open overlay first, because it covers all other controls. */
const leaveTask = async ({ page }: Stage): Promise<void> => {
  if (await taskOverlay(page).isVisible()) await press(page, button(page, 'overlay.leave'));
};

const eventOf = (step: Step): AnyEventObject => {
  if (step.kind !== 'event') throw new Error(`Expected an event, got the step “${step.says}”.`);
  return step.event;
};

export const studioPaths: BrowserChart = {
  chart: 'studio',
  model: studioInBrowser,
  allows: both(canHappen, ({ says }, { snapshot }) => {
    // signatures are requested one after another, so a held request would also hold the requests of
    // later runs
    if (/^photo\.(chosen|removed)/.test(says)) return !snapshot.matches('working');
    return says !== 'start.pressed' || snapshot.context.functionCode !== 'face-blur';
  }),
  incomplete:
    'the nearest situations contain every possible step; the others repeat them after more photos',
  longest: 30,
  // the session and the root send these events at any time
  noise: (id) => /user\.changed|^studio \| connection\./.test(id),
  open: async (stage) => {
    await holdActors(stage.context, held);
    await openStill(stage, '/');
  },
  drivers: {
    'setup.loaded': ({ layer }) => layer.answer('loadSetup'),
    'user.changed': ({ layer }) => layer.answer('refreshUser'),
    'takeKeptPhoto answers': ({ page }) => passActor(page, 'studio/takeKeptPhoto'),
    'photo.chosen': async (stage, step) => {
      await leaveTask(stage);
      await goHome(stage.page);
      if (step.says.includes('sample')) {
        await press(stage.page, stage.page.locator('.sample').first());
      } else await bringFile(stage);
    },
    'inspectPhoto answers': ({ page }) => passActor(page, 'studio/inspectPhoto'),
    'photo.removed': removePhoto,
    'function.selected': async ({ page }, step) => {
      const { code } = eventOf(step);
      await pressKey(page, page.locator(`input[type=radio][value="${code}"]`), ' ');
    },
    'option.changed': async ({ page }, step) => {
      const { value } = eventOf(step);
      await pressKey(page, page.locator(`input[type=radio][value="${value}"]`), ' ');
    },
    'start.pressed': ({ page }) => press(page, startButton(page)),
    'run.over': async (stage) => {
      await arrive(stage);
      await stage.layer.answer('startTask');
      await letTaskEnd(stage, dealStatus.succeeded);
    },
  },
  holds: [
    'loadSetup',
    'refreshUser',
    'requestUpload',
    'upload',
    'startTask',
    'watchRecord',
    'loadRecord',
  ],
  reaches: 'studio.ended.succeeded',
  can: ({ says }) =>
    /^(setup\.loaded|user\.changed|(takeKeptPhoto|findRunningTask) answers \(nothing)/.test(says) ||
    /^(photo|function|option)\.|^start\.pressed/.test(says) ||
    ['inspectPhoto answers (a good photo)', 'run.over (it is done)'].includes(says),
  looks: { ...studioLooks, 'studio.chosen.ready': realChosen },
  hasElement: (expected) => !isSuccess(expected),
};
