import { readFileSync } from 'node:fs';
import { dealStatus } from '../../../contract/deal-status.ts';
import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { keptPhoto, order, recordOf } from '../../../machines/testing/samples.ts';
import { photoFile } from '../studio-page.ts';
import { attemptLooks } from './attempt.looks.ts';
import { attemptInBrowser, canHappen, isByItself } from './attempt.steps.ts';
import { answerWatch, arrive, askedFor, placeOf, untilAt } from './attempt-ends.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { answerOf } from './browser-walker.ts';
import { failActor, holdActors, passActor, scriptActor } from './held-actors.ts';
import { letTaskEnd } from './real-tasks.ts';
import {
  chooseFaces,
  choosePhoto,
  closeDialog,
  crash,
  faceFinder,
  openStill,
  press,
  quiet,
  sayOnline,
  shownRecord,
  untilShown,
  uploadTicket,
  words,
} from './scene.ts';
import type { Call } from './scripted-answer.ts';
import { trayButton as button, startButton } from './tray.looks.ts';

const coffee = readFileSync(photoFile('coffee.png')).toString('base64');

/** Its actor is named by the number of attempts before. */
const within = (child: string): string => `attempt\\.\\d+/${child}`;

const ofDevice = ['createKey', 'preparePhoto', 'keepPhoto'].map(within);

const openHome = async (
  stage: Stage,
  held: readonly string[],
  background: Partial<Parameters<typeof openStill>[2]> = {},
): Promise<void> => {
  await holdActors(stage.context, held);
  await openStill(stage, '/', { ...quiet, ...background });
};

/** As an earlier page has left it. */
const openKept = async (stage: Stage, attempt: KeptPhoto['attempt'], held: readonly string[]) => {
  await openHome(stage, ['tray/takeKeptPhoto', ...held]);
  const output = { ...keptPhoto, attempt };
  await scriptActor(stage.page, 'tray/takeKeptPhoto', { output }, coffee);
  await untilShown(stage.page, button(stage.page, 'card.show'));
};

const pressStart = async (stage: Stage): Promise<void> => {
  await choosePhoto(stage);
  await press(stage.page, startButton(stage.page));
};

const openings: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a photo': async (stage) => {
    await openHome(stage, ofDevice);
    await pressStart(stage);
  },
  'the photo is there': async (stage) => {
    const { page, layer } = stage;
    await openHome(stage, ofDevice);
    await chooseFaces(stage);
    await press(page, faceFinder(page).getByRole('button', { name: words('faces.find') }));
    await layer.answer('requestUpload', uploadTicket);
    await layer.answer('upload', { obj: null });
    await layer.answer('findRegions', { obj: { regions: [] } });
    await untilShown(page, faceFinder(page).getByText(words('faces.none')));
    await press(page, startButton(page));
  },
  'pressed again': async (stage) => {
    const { page, layer } = stage;
    await openHome(stage, []);
    await pressStart(stage);
    await arrive(stage);
    await layer.answer('startTask', 'broken');
    await untilAt(stage, 'attempt.1', 'missing');
    await page.clock.runFor(2000);
    await layer.answer('findAttempt', { code: 'record_not_found' });
    await press(page, page.locator('.ended .button--primary'));
    await layer.asked('startTask');
  },
  'the photo was on its way': (stage) =>
    openKept(stage, { step: 'sending', idempotencyKey: order.idempotencyKey }, ofDevice),
  'the start was on its way': (stage) =>
    openKept(stage, { step: 'asked', order }, [within('startTask')]),
  'found again': async (stage) => {
    const records = [recordOf('r1', 1)];
    await openHome(stage, [], { findRunningTask: { obj: { records, nextCursor: null } } });
    await untilShown(stage.page, button(stage.page, 'card.show'));
  },
};

/** The id of the attempt on the page: only an opening has begun one before it. */
const newest = ({ page }: Stage): Promise<string> =>
  page.evaluate(() => {
    const tray = window.__lightwell?.root.system.get('tray')?.getSnapshot();
    return `attempt.${tray?.context.begun}`;
  });

/** Answered as planned; a sign-in that the root asks for lies over the page. */
const answer =
  (call: Call): Driver =>
  async ({ page, layer }, step) => {
    await layer.answer(call, answerOf(step));
    if (step.says.includes('sign in')) await closeDialog(page);
  };

const held = (child: string): Readonly<Record<string, Driver>> => ({
  [`${child} answers`]: async (stage) => passActor(stage.page, `${await newest(stage)}/${child}`),
  [`${child} fails`]: async (stage, step) => {
    if (step.kind !== 'error') throw new Error(`“${step.says}” is no failure`);
    await failActor(stage.page, `${await newest(stage)}/${child}`, failureOf(step.error));
  },
});

const recordNews: Driver = async (stage, step) => {
  if (step.kind !== 'sent') throw new Error(`“${step.says}” is no news`);
  const { type, record } = step.event;
  const { revision } = await placeOf(stage, await newest(stage));
  const known = type === 'record.ended' ? shownRecord : record;
  const obj = { ...known, revision: revision + 1 };
  await answerWatch(stage, { obj });
  if (type === 'record.ended') stage.layer.background('loadRecord', { obj });
};

/** Told when the second question in a row has failed. */
const lose: Driver = async (stage, step) => {
  if (step.kind !== 'sent') throw new Error(`“${step.says}” is no news`);
  const failed = step.event.failure.reason === 'server' ? { status: 501 } : ('broken' as const);
  await stage.layer.answer('watchRecord', failed);
  await untilAt(stage, await newest(stage), 'doubting');
  await stage.page.clock.runFor(500);
  await stage.layer.answer('loadRecord', failed);
};

const find: Driver = async (stage) => {
  const { page, layer } = stage;
  const id = await newest(stage);
  const { state, revision } = await placeOf(stage, id);
  // a refusal is not asked about again before somebody wants it
  if (state.includes('refused')) await press(page, button(page, 'waiting.tryNow'));
  await layer.answer(await askedFor(stage), { obj: recordOf('r1', 1, { revision }) });
  await untilAt(stage, id, 'resting');
  await page.clock.runFor(1000);
  await layer.asked('watchRecord');
};

export const attemptPaths: BrowserChart = {
  chart: 'attempt',
  parent: 'tray',
  isNumbered: true,
  model: attemptInBrowser,
  allows: canHappen,
  byItself: isByItself,
  longest: 60,
  // the network tells how far an upload is, and gives up a start, when it likes; asking again is
  // the visitor's
  noise: (id) =>
    /startTask \| \d \| -$|upload\.progressed|listening\.lost \| retry|\| connection\.lost/.test(
      id,
    ),
  open: (stage, { start }) =>
    openings[start.says]?.(stage) ?? Promise.reject(new Error(start.says)),
  drivers: {
    ...held('createKey'),
    ...held('preparePhoto'),
    ...held('keepPhoto'),
    'requestUpload answers': ({ layer }) => layer.answer('requestUpload', uploadTicket),
    'requestUpload fails': answer('requestUpload'),
    'upload sends upload.progressed': ({ layer }) => layer.asked('upload'),
    'upload sends upload.completed': ({ layer }) => layer.answer('upload', { obj: null }),
    'upload sends upload.failed': ({ layer }, { says }) => {
      if (says.includes('large')) return layer.answer('upload', { code: 'EntityTooLarge' });
      if (says.includes('offline')) return layer.answer('upload', 'broken');
      return layer.answer('upload', {
        code: says.includes('ticket') ? 'AccessDenied' : 'InternalError',
      });
    },
    'upload fails': async (stage) => crash(stage.page, 'tray', await newest(stage), 'upload'),
    'startTask answers': async ({ layer }, step) => {
      const record = step.says.includes('done') ? shownRecord : recordOf('r1', 0);
      if (record === shownRecord) layer.background('loadRecord', { obj: record });
      await layer.answer('startTask', { obj: record });
    },
    'startTask fails': async (stage, step, next) => {
      const { page } = stage;
      if (step.says.includes('not sent')) {
        await passActor(page, `${await newest(stage)}/startTask`);
      } else if (!step.says.includes('too long')) await answer('startTask')(stage, step, next);
    },
    'findAttempt answers': async (stage, step, next) => {
      const { layer } = stage;
      if (step.says.includes('none')) {
        await layer.answer('findAttempt', { code: 'record_not_found' });
      } else await answer('findAttempt')(stage, step, next);
      if (step.says.includes('done')) layer.background('loadRecord', { obj: shownRecord });
    },
    'findAttempt fails': answer('findAttempt'),
    'cancelTask answers': answer('cancelTask'),
    'cancelTask fails': answer('cancelTask'),
    'cancel.pressed': ({ page }) =>
      press(page, button(page, 'overlay.cancel').or(button(page, 'card.cancel'))),
    'retry.pressed': ({ page }) => press(page, button(page, 'waiting.tryNow')),
    'connection.lost': async ({ page }) => {
      await sayOnline(page, true);
      await sayOnline(page, false);
    },
    'connection.restored': async ({ page }) => {
      await sayOnline(page, false);
      await sayOnline(page, true);
    },
    'recordWatch sends record.changed': recordNews,
    'recordWatch sends record.ended': recordNews,
    'recordWatch sends record.gone': (stage) => answerWatch(stage, { code: 'record_gone' }),
    'recordWatch sends record.lost': lose,
    'recordWatch sends record.found': find,
    'recordWatch sends record.refused': async (stage) => {
      await stage.layer.answer('watchRecord', { code: '10009' });
      await closeDialog(stage.page);
    },
    'recordWatch fails': async (stage) =>
      crash(stage.page, 'tray', await newest(stage), 'recordWatch'),
  },
  real: {
    reaches: 'attempt.ended',
    can: ({ says }) =>
      /^(createKey|preparePhoto|keepPhoto|requestUpload|recordWatch) answers/.test(says) ||
      /^(upload\.(progressed|completed)|startTask answers \(it is queued|record\.ended)/.test(says),
    model: { ...attemptInBrowser, inputs: { 'a photo': attemptInBrowser.inputs?.['a photo'] } },
    drivers: {
      'recordWatch sends record.ended': (stage) => letTaskEnd(stage, dealStatus.succeeded),
    },
    // how often the server tells of it, and how long it takes
    noise: (id) => /^attempt\.onServer\./.test(id) && !/ended|cancel/.test(id),
    longest: 40,
  },
  looks: attemptLooks,
  hasElement: () => false,
  isGone: ({ status }) => status === 'done',
};
