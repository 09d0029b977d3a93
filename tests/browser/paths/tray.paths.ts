import { readFileSync } from 'node:fs';
import type { AnyEventObject } from 'xstate';
import { dealStatus } from '../../../contract/deal-status.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { guest, recordOf } from '../../../machines/testing/samples.ts';
import type { Step } from '../../../tools/paths/step.ts';
import { photoFile } from '../studio-page.ts';
import { arrive, endAttempt, moveAttempt } from './attempt-ends.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { failActor, holdActors, passActor, scriptActor } from './held-actors.ts';
import { chooseFile, pressKey } from './keyboard.ts';
import { dropFile, pasteFile } from './photo-arrival.ts';
import { isByEscape } from './question.ts';
import { letTaskEnd } from './real-tasks.ts';
import {
  clearDialogs,
  crash,
  goTo,
  openStill,
  ownFile,
  pageOf,
  press,
  quiet,
  sayOnline,
  shownRecord,
  untilShown,
  wireOffer,
  words,
} from './scene.ts';
import type { Answer } from './scripted-answer.ts';
import {
  trayButton as button,
  isWatchedSuccess,
  realChosen,
  startButton,
  taskOverlay,
  trayLooks,
} from './tray.looks.ts';
import { canHappen, trayInBrowser } from './tray.steps.ts';

/** The device answers when the walk says so. */
const held = ['tray/takeKeptPhoto', 'tray/watchKeptPhotos', 'tray/inspectPhoto'];

const coffee = readFileSync(photoFile('coffee.png')).toString('base64');

const foundTask = (step: Step): Answer => {
  const records = step.kind === 'done' && step.output ? [step.output] : [];
  return { obj: { records, nextCursor: null } };
};

const failHeld =
  (name: string): Driver =>
  ({ page }, step) => {
    if (step.kind !== 'error') throw new Error(`“${step.says}” is no failure`);
    return failActor(page, name, failureOf(step.error));
  };

const sendHeld =
  (name: string): Driver =>
  ({ page }, step) => {
    if (step.kind !== 'sent') throw new Error(`“${step.says}” is no event`);
    return scriptActor(page, name, { event: step.event }, coffee);
  };

const isHome = (page: Stage['page']): Promise<boolean> =>
  page.evaluate(() => location.pathname === '/');

const goHome = async (page: Stage['page']): Promise<void> => {
  await clearDialogs(page);
  // Playwright's own word for it comes late
  if (await isHome(page)) return;
  // the overlay over a result closes when it was seen full
  await page.clock.runFor(600);
  await goTo(page, 'home');
  await untilShown(page, page.locator('[data-actor="tray"]'));
};

/** By the input where there is one; otherwise pasted, or dropped on the page. */
const bringFile = async ({ page, layer }: Stage): Promise<void> => {
  const file = photoFile('coffee.png');
  const view = await page.locator('.studio').getAttribute('data-view');
  if (view === 'drop') await chooseFile(page, await ownFile(layer));
  else if (view === 'working') await dropFile(page, file);
  else await pasteFile(page, file);
};

/** A record's page leads on to another photo, whatever became of the one that was refused. */
const removeFromAfar = async ({ page, layer }: Stage): Promise<void> => {
  layer.background('loadRecord', { obj: shownRecord });
  await goTo(page, 'records');
  await press(page, page.getByRole('article').getByRole('link'));
  await press(page, button(page, 'result.another'));
};

const removePhoto: Driver = async (stage) => {
  const { page } = stage;
  await clearDialogs(page);
  const ways = ['studio.remove', 'problem.another', 'overlay.cancel', 'card.another'] as const;
  const view = await page.locator('.studio').getAttribute('data-view', { timeout: 1000 });
  if (!(await isHome(page))) await press(page, button(page, 'result.another'));
  else if (view === 'drop') await removeFromAfar(stage);
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

const cardButton = (page: Stage['page'], id: Parameters<typeof words>[0]) =>
  page.locator('.attempt-cards').getByRole('button', { name: words(id) });

const eventOf = (step: Step): AnyEventObject => {
  if (step.kind !== 'event') throw new Error(`“${step.says}” is no event`);
  return step.event;
};

export const trayPaths: BrowserChart = {
  chart: 'tray',
  model: trayInBrowser,
  allows: canHappen,
  incomplete:
    'the nearest situations have all that can happen; the others are the same after more photos',
  longest: 60,
  // a start that needs a sign-in first, and what becomes of it
  besides: ['tests/browser/paths/session.spec.ts', 'tests/browser/account-journey.spec.ts'],
  // how often an attempt moves is its own walk's; the session and the root tell when they like
  noise: (id) => /attempt\.moved|user\.changed|cancel\.pressed|^tray \| connection\./.test(id),
  open: async (stage) => {
    const { loadSetup: _, findRunningTask: __, refreshUser: ___, ...background } = quiet;
    await holdActors(stage.context, held);
    await openStill(stage, '/', { ...background, listRecords: pageOf([shownRecord]) });
  },
  drivers: {
    'setup.loaded': ({ layer }) => layer.answer('loadSetup', { obj: wireOffer }),
    'user.changed': ({ layer }) => layer.answer('refreshUser', { obj: guest }),
    'connection.lost': async ({ page }) => {
      await sayOnline(page, true);
      await sayOnline(page, false);
    },
    'connection.restored': async ({ page }) => {
      await sayOnline(page, false);
      await sayOnline(page, true);
    },
    'takeKeptPhoto answers': ({ page }, step) => {
      const output = step.kind === 'done' ? step.output : null;
      return output
        ? scriptActor(page, 'tray/takeKeptPhoto', { output }, coffee)
        : passActor(page, 'tray/takeKeptPhoto');
    },
    'takeKeptPhoto fails': failHeld('tray/takeKeptPhoto'),
    'findRunningTask answers': ({ layer }, step) =>
      layer.answer('findRunningTask', foundTask(step)),
    'watchKeptPhotos sends keptPhoto.found': sendHeld('tray/watchKeptPhotos'),
    'watchKeptPhotos sends keptPhoto.elsewhere': sendHeld('tray/watchKeptPhotos'),
    'watchKeptPhotos sends keptPhoto.nowhere': sendHeld('tray/watchKeptPhotos'),
    'watchKeptPhotos fails': ({ page }) => crash(page, 'tray', 'watchKeptPhotos'),
    'photo.chosen': async (stage, step) => {
      await goHome(stage.page);
      if (step.says.includes('sample')) {
        await press(stage.page, stage.page.locator('.sample').first());
      } else await bringFile(stage);
    },
    'inspectPhoto answers': ({ page }, step) =>
      step.says.includes('not an image') && step.kind === 'done'
        ? scriptActor(page, 'tray/inspectPhoto', { output: step.output }, coffee)
        : passActor(page, 'tray/inspectPhoto'),
    'inspectPhoto fails': failHeld('tray/inspectPhoto'),
    'photo.removed': removePhoto,
    'function.selected': async ({ page }, step) => {
      const { code } = eventOf(step);
      await pressKey(page, page.locator(`input[type=radio][value="${code}"]`), ' ');
    },
    'option.changed': async ({ page }, step) => {
      const { value } = eventOf(step);
      await pressKey(page, page.locator(`input[type=radio][value="${value}"]`), ' ');
    },
    // from the dialogs in which credits were bought
    'start.resumed': ({ page }) =>
      page.evaluate(() => {
        const tray = window.__lightwell?.root.system.get('tray');
        const { photo, source } = tray?.getSnapshot().context.held ?? {};
        tray?.send({ type: 'start.resumed', photoId: (photo ?? source).id });
      }),
    'start.pressed': ({ page }) => press(page, startButton(page)),
    'retry.pressed': async ({ page }) => {
      await clearDialogs(page);
      await press(page, page.locator('.ended .button--primary').or(button(page, 'waiting.tryNow')));
    },
    'cancel.pressed': async ({ page, layer }) => {
      await press(page, button(page, 'overlay.cancel').or(button(page, 'card.cancel')));
      // so that it can go on
      await layer.answer('cancelTask', 'broken');
    },
    'card.cancelled': async ({ page, layer }) => {
      await goHome(page);
      await press(page, cardButton(page, 'card.cancel'));
      // so that it can go on
      await layer.answer('cancelTask', 'broken');
    },
    'card.hurried': async ({ page }) => {
      await goHome(page);
      await press(page, cardButton(page, 'waiting.tryNow'));
    },
    'card.dismissed': async ({ page }) => {
      await goHome(page);
      await press(page, cardButton(page, 'toast.close'));
    },
    'card.retried': async ({ page }) => {
      await goHome(page);
      await press(page, cardButton(page, 'failure.retry'));
    },
    'overlay.left': async ({ page }, { says }) => {
      await untilShown(page, taskOverlay(page));
      if (isByEscape(says)) await page.keyboard.press('Escape');
      else await press(page, button(page, 'overlay.leave'));
    },
    'overlay.returned': ({ page }) => press(page, button(page, 'card.show')),
    'attempt.1 sends attempt.moved': moveAttempt,
    'attempt.1 sends attempt.delayed': ({ page }) => page.clock.runFor(9000),
    'attempt.1 sends attempt.ended': endAttempt,
    'attempt.1 fails': ({ page }) => crash(page, 'tray', 'attempt.1'),
  },
  real: {
    reaches: 'tray.ended.outcome.succeeded',
    can: ({ says }) =>
      /^(setup\.loaded|user\.changed|(takeKeptPhoto|findRunningTask) answers \(nothing)/.test(
        says,
      ) ||
      /^(photo|function|option|overlay)\.|^start\.pressed/.test(says) ||
      ['inspectPhoto answers (a good photo)', 'attempt.ended (it is done)'].includes(says),
    // a photo without a face: the server would refuse to blur one
    allows: ({ says }, { snapshot }) =>
      says !== 'start.pressed' || snapshot.context.functionCode !== 'face-blur',
    drivers: {
      'attempt.1 sends attempt.ended': async (stage) => {
        await arrive(stage);
        await stage.layer.answer('startTask', { obj: recordOf('r1', 0) });
        await letTaskEnd(stage, dealStatus.succeeded);
      },
    },
    looks: { 'tray.chosen.ready': realChosen },
    noise: (id) => /attempt\.(moved|delayed)/.test(id),
    longest: 30,
  },
  looks: trayLooks,
  hasElement: (expected) => !isWatchedSuccess(expected),
};
