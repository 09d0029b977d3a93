import {
  coreRejected,
  measuredRecord,
  ownPhoto,
  recordOf,
  refused,
} from '../../../machines/chart-samples.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { taskModel } from '../../../machines/task/task.model.ts';
import type { Expectation } from '../../paths/path.ts';
import { photoFile } from '../studio-page.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { chooseFile, pressKey } from './keyboard.ts';
import {
  clearDialogs,
  crash,
  goTo,
  openPage,
  press,
  quiet,
  reconnect,
  shownRecord,
  untilShown,
  uploadTicket,
  wireOffer,
  words,
} from './scene.ts';

type Context = { record: TaskRecord | null; watching: boolean; photo: unknown; setup: unknown };
type Samples = Record<string, Record<string, unknown>>;
type Page = Stage['page'];

const actors = taskModel.actors as unknown as Record<string, Samples>;
const charts = taskModel.charts as unknown as Record<string, unknown>;

const changes = ({ record }: Context) => {
  const revision = (record?.revision ?? 0) + 1;
  const now = (changed: TaskRecord) => ({
    type: 'record.changed',
    record: { ...changed, revision },
  });
  return {
    'it is queued': now(recordOf('r1', 0)),
    'it runs': now(measuredRecord),
    'it is done': now(shownRecord),
    'the core refused it': now(coreRejected),
    'it was rejected': now(recordOf('r1', 3)),
    'it failed': now(recordOf('r1', 4)),
    'it is gone': { type: 'watch.failed', failure: refused('record_gone') },
    // a watch forgives for half a minute what passes by itself; it does not forgive this
    refused: { type: 'watch.failed', failure: refused('internal_error') },
  };
};

const button = (page: Page, id: Parameters<typeof words>[0]) =>
  page.getByRole('button', { name: words(id), exact: true });

const overlay = (page: Page) => page.getByRole('dialog', { name: words('overlay.title') });

const isWatched = ({ context }: Expectation): boolean => (context as Context).watching;

const ended = (id: Parameters<typeof words>[0]) => (page: Page) => ({
  shown: [page.locator('.ended').getByText(words(id))],
});

const drop = (page: Page) => ({ shown: [page.getByRole('group', { name: words('drop.label') })] });

const working = (page: Page, expected: Expectation) => ({
  shown: [isWatched(expected) ? overlay(page) : button(page, 'card.show')],
});

const broken = Buffer.from('no photo at all');

const waiting = ['unasked', 'uploading.waiting', 'starting.waiting', 'following.lost'];

/** Steps that the page offers where the chart is. */
const offered: Readonly<Record<string, (at: string, context: Context) => boolean>> = {
  'photo.chosen': (at) => /choosing|resuming/.test(at),
  'photo.removed': (at, { watching }) =>
    /chosen|failed|rejected|cancelled|limited/.test(at) || (at === 'succeeded' && watching),
  'function.selected': (at, { setup }) => at === 'chosen' && setup !== null,
  'start.pressed': (_, { setup }) => setup !== null,
  // nothing on the page tries again at once while a task waits
  'retry.pressed': (at, { photo }) =>
    photo !== null && /failed|rejected|cancelled|limited/.test(at),
  'connection.restored': (at) => waiting.some((state) => at.includes(state)),
  'overlay.left': (_, { watching }) => watching,
  'overlay.returned': (_, { watching }) => !watching,
  'task.detached': (_, { watching }) => !watching,
};

const quick = ['inspectPhoto', 'createKey', 'preparePhoto'];

export const taskPaths: BrowserChart = {
  chart: 'task',
  model: {
    ...taskModel,
    people: {
      ...taskModel.people,
      'photo.chosen': { 'a file': { source: ownPhoto } },
      'function.selected': { 'face blur': { code: 'face-blur' } },
    },
    charts: { ...charts, 'connection.restored': {} },
    actors: {
      ...actors,
      inspectPhoto: {
        done: {
          'a good photo': actors.inspectPhoto?.done?.['a good photo'],
          'not an image': actors.inspectPhoto?.done?.['not an image'],
        },
      },
      createKey: { done: actors.createKey?.done },
      preparePhoto: { done: actors.preparePhoto?.done },
      upload: {
        sends: Object.fromEntries(
          Object.entries(actors.upload?.sends ?? {}).filter(([says]) => says !== 'half'),
        ),
        error: actors.upload?.error,
      },
      watchRecord: { ...actors.watchRecord, sends: changes },
    },
    reads: ((context: Context) => [taskModel.reads(context), context.watching]) as never,
  } as never,
  allows: (step, { snapshot }) => {
    if (step.kind !== 'event') return true;
    const leaf = snapshot._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => id);
    const at = leaf.find((id) => !id.includes('.pace.'))?.replace('task.', '') ?? '';
    if (/checking|claiming|preparing/.test(at)) return false;
    return offered[step.event.type]?.(at, snapshot.context) ?? true;
  },
  byItself: (step) => step.kind === 'done' && quick.includes(step.actor),
  noise: (id) => id.includes('upload.progressed'),
  open: (stage) => {
    const { loadSetup: _, findRunningTask: __, ...background } = quiet;
    return openPage(stage, '/', { ...background, loadRecord: { obj: shownRecord } });
  },
  drivers: {
    'setup.loaded': ({ layer }) => layer.answer('loadSetup', { obj: wireOffer }),
    'findRunningTask answers': ({ layer }, step) => {
      const found = step.kind === 'done' && step.output ? [step.output] : [];
      return layer.answer('findRunningTask', { obj: { records: found, nextCursor: null } });
    },
    'requestUpload answers': ({ layer }) => layer.answer('requestUpload', uploadTicket),
    'photo.chosen': async (stage, _, next) => {
      const { page } = stage;
      await clearDialogs(page);
      if (new URL(page.url()).pathname !== '/') await goTo(page, 'home');
      const bad = next[0]?.says.includes('not an image') ?? false;
      await chooseFile(
        page,
        bad
          ? { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: broken }
          : photoFile('coffee.png'),
      );
    },
    'photo.removed': async ({ page }) => {
      await clearDialogs(page);
      const ways = ['studio.remove', 'problem.another', 'result.another'] as const;
      const [first, second, third] = ways.map((id) => button(page, id));
      if (first && second && third) await press(page, first.or(second).or(third));
      await page.waitForURL((url) => url.pathname === '/');
    },
    'function.selected': async ({ page }) => {
      await clearDialogs(page);
      await pressKey(page, page.locator('input[type=radio][value="face-blur"]'), ' ');
    },
    'start.pressed': async ({ page }) => {
      await clearDialogs(page);
      await press(page, button(page, 'studio.start'));
    },
    'retry.pressed': async ({ page }) => {
      await clearDialogs(page);
      await press(page, page.locator('.ended .button--primary'));
    },
    'cancel.pressed': ({ page }) =>
      press(page, button(page, 'overlay.cancel').or(button(page, 'card.cancel'))),
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
    'upload fails': ({ page }) => crash(page, 'task', 'upload'),
    'watchRecord fails': ({ page }) => crash(page, 'task', 'watchRecord'),
  },
  looks: {
    'task.resuming': (page) => drop(page),
    'task.choosing.empty': (page) => drop(page),
    'task.choosing.unasked': (page) => drop(page),
    'task.choosing.refused': (page) => ({ shown: [page.getByText(words('problem.notAnImage'))] }),
    'task.checking': () => ({}),
    'task.chosen': (page) => ({ shown: [button(page, 'studio.start')] }),
    'task.working.step.claiming': working,
    'task.working.step.preparing': working,
    'task.working.step.uploading.signing': working,
    'task.working.step.uploading.sending': working,
    'task.working.step.uploading.waiting': working,
    'task.working.step.starting.asking.eager': working,
    'task.working.step.starting.asking.stopping': working,
    'task.working.step.starting.waiting': working,
    'task.working.step.following.queued': working,
    'task.working.step.following.running': working,
    'task.working.step.following.lost': working,
    'task.working.step.cancelling': working,
    'task.working.pace.unmeasured': (page) => ({ hidden: [page.getByText(words('overlay.long'))] }),
    'task.working.pace.usual': (page) => ({ hidden: [page.getByText(words('overlay.long'))] }),
    'task.working.pace.long': (page) => ({ shown: [page.getByText(words('overlay.long'))] }),
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
  },
  hasElement: (expected) => !(expected.value === 'succeeded' && isWatched(expected)),
};
