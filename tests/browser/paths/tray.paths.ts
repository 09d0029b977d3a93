import { fileURLToPath } from 'node:url';
import { guest } from '../../../machines/testing/samples.ts';
import type { Step } from '../../../tools/paths/step.ts';
import { photoFile } from '../studio-page.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import type { Answer } from './fault-layer.ts';
import { chooseFile, pressKey } from './keyboard.ts';
import { dropFile, pasteFile } from './photo-arrival.ts';
import {
  clearDialogs,
  crash,
  goTo,
  openPage,
  pageOf,
  press,
  quiet,
  reconnect,
  shownRecord,
  untilShown,
  uploadTicket,
  withoutCrypto,
} from './scene.ts';
import { taskButton as button, taskOverlay as overlay, trayLooks } from './tray.looks.ts';
import {
  canHappen,
  isByItself,
  isWatched,
  trayInBrowser,
  trayOffer,
  withoutRandomness,
} from './tray.steps.ts';

/** The first sample, and the worker that makes photos smaller. */
const held = /\/samples\/chelsea\.png|shrink\.worker/;

const found = (step: Step): Answer => {
  const records = step.kind === 'done' && step.output ? [step.output] : [];
  return { obj: { records, nextCursor: null } };
};

const noPhoto = fileURLToPath(import.meta.url);

/** Empty on pages that do not show the task. */
const stateOf = (page: Stage['page']): Promise<string> =>
  page.evaluate(
    () => document.querySelector('[data-actor="tray"]')?.getAttribute('data-state') ?? '',
  );

const goHome = async (page: Stage['page']): Promise<void> => {
  await clearDialogs(page);
  // Playwright's own word for it comes late
  if ((await page.evaluate(() => location.pathname)) === '/') return;
  await goTo(page, 'home');
  await untilShown(page, page.locator('[data-actor="tray"]'));
};

/** By the input where there is one; otherwise pasted, or dropped on the page. */
const bringFile: Driver = async ({ page }, _, next) => {
  const isBad = next[0]?.says.includes('not an image') ?? false;
  const file = isBad ? noPhoto : photoFile('coffee.png');
  const at = await stateOf(page);
  if (/resuming|choosing|succeeded/.test(at)) {
    await chooseFile(page, file);
  } else if (isBad || !/checking|chosen/.test(at)) await dropFile(page, file);
  else await pasteFile(page, file);
};

const chooseSample: Driver = async ({ page }) => press(page, page.locator('.sample').first());

/** A record's page leads on to another photo, whatever became of the one that was refused. */
const removeFromAfar = async ({ page }: Stage): Promise<void> => {
  await goTo(page, 'records');
  await press(page, page.getByRole('article').getByRole('link'));
  await press(page, button(page, 'result.another'));
};

const removePhoto: Driver = async (stage) => {
  const { page } = stage;
  await clearDialogs(page);
  const at = await stateOf(page);
  if (at === 'choosing.refused') await removeFromAfar(stage);
  else if (at === 'checking') await press(page, button(page, 'overlay.cancel'));
  else {
    const ways = button(page, 'studio.remove').or(button(page, 'problem.another'));
    await press(page, ways.or(button(page, 'result.another')));
  }
  await page.waitForURL((url) => url.pathname === '/');
};

export const trayPaths: BrowserChart = {
  chart: 'tray',
  model: trayInBrowser,
  allows: canHappen,
  longest: 60,
  byItself: isByItself,
  // the session tells of the user when it likes, a refused call among its reasons
  noise: (id) => id.includes('upload.progressed') || id.includes('user.changed'),
  open: async (stage) => {
    const { loadSetup: _, findRunningTask: __, refreshUser: ___, ...background } = quiet;
    const records = pageOf([shownRecord]);
    await openPage(stage, '/', {
      ...background,
      listRecords: records,
      loadRecord: { obj: shownRecord },
    });
    stage.layer.holdFiles(held);
  },
  drivers: {
    'setup.loaded': ({ layer }) => layer.answer('loadSetup', { obj: trayOffer }),
    'user.changed': ({ layer }) => layer.answer('refreshUser', { obj: guest }),
    'findRunningTask answers': ({ layer }, step) => layer.answer('findRunningTask', found(step)),
    'lookForTask answers': ({ layer }, step) => layer.answer('findRunningTask', found(step)),
    'lookForTask fails': ({ layer }) => layer.answer('findRunningTask', 'broken'),
    'requestUpload answers': ({ layer }) => layer.answer('requestUpload', uploadTicket),
    'photo.chosen': async (stage, step, next) => {
      await goHome(stage.page);
      await (step.says.includes('sample') ? chooseSample : bringFile)(stage, step, next);
    },
    'inspectPhoto answers': ({ layer }) => layer.release('pass'),
    'inspectPhoto fails': ({ layer }) => layer.release('broken'),
    'preparePhoto answers': ({ layer }) => layer.release('pass'),
    'photo.removed': removePhoto,
    'function.selected': async ({ page }, step) => {
      await clearDialogs(page);
      const code = step.kind === 'event' ? step.event.code : '';
      await pressKey(page, page.locator(`input[type=radio][value="${code}"]`), ' ');
    },
    'start.pressed': async ({ page }, _, next) => {
      await clearDialogs(page);
      const start = button(page, 'studio.start');
      await untilShown(page, start);
      if (next[0]?.says.includes(withoutRandomness))
        await withoutCrypto(page, () => press(page, start));
      else await press(page, start);
    },
    'retry.pressed': async ({ page }) => {
      await clearDialogs(page);
      await press(page, page.locator('.ended .button--primary').or(button(page, 'waiting.tryNow')));
    },
    'cancel.pressed': async ({ page, layer }) => {
      await press(page, button(page, 'overlay.cancel').or(button(page, 'card.cancel')));
      // a browser would keep the next worker waiting for the file of this one
      layer.breakFiles();
    },
    'task.detached': ({ page }) => press(page, button(page, 'card.another')),
    'overlay.left': async ({ page }) => {
      await untilShown(page, overlay(page));
      await page.keyboard.press('Escape');
    },
    'overlay.returned': ({ page }) => press(page, button(page, 'card.show')),
    'connection.restored': reconnect,
    'upload sends upload.completed': ({ layer }) => layer.answer('upload', { obj: null }),
    'upload sends upload.failed': ({ layer }, step) => {
      if (step.says.includes('large')) return layer.answer('upload', { code: 'EntityTooLarge' });
      return layer.answer('upload', step.says.includes('server') ? { status: 500 } : 'broken');
    },
    'upload fails': ({ page }) => crash(page, 'tray', 'upload'),
    'watchRecord fails': ({ page }) => crash(page, 'tray', 'watchRecord'),
  },
  looks: trayLooks,
  hasElement: (expected) => !(expected.value === 'succeeded' && isWatched(expected)),
};
