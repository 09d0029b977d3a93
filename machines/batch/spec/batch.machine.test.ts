import { beforeEach, describe, expect, it } from 'vitest';
import { type AnyActorRef, createActor, createMachine, fromCallback } from 'xstate';
import { isBatchUnkept } from '../../freshness/stake.ts';
import type { OfferedFunction } from '../../model/functions.ts';
import type { StartRequest } from '../../model/kept-photo.ts';
import { mostPhotos, type PhotoFile } from '../../model/photo.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import type { RunOutcome } from '../../run/run.types.ts';
import type { PhotoSettled } from '../../runs/runs.types.ts';
import { sampleFunction } from '../../testing/sample-offer.ts';
import {
  finishedRecord,
  guest,
  member,
  offer,
  offline,
  photo,
  refused,
  startRequest,
  wish,
} from '../../testing/samples.ts';
import { settle } from '../../testing/test-system.ts';
import { selectObstacle, selectShortage, selectTotal } from '../batch.line.selectors.ts';
import { selectLack } from '../batch.list.selectors.ts';
import { batchMachine } from '../batch.machine.ts';
import type { ChosenFile } from '../batch.types.ts';

type Told = { type: string; [key: string]: unknown };

const told: Record<string, Told[]> = {};
const running: AnyActorRef[] = [];

/** Returns a chart that records the events it receives. */
const listener = (id: string) =>
  fromCallback<Told>(({ receive }) =>
    receive((event) => {
      told[id] = [...(told[id] ?? []), event];
    }),
  );

const filesOf = (count: number, size = 1000): ChosenFile[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `photo-${at}`,
    file: { name: `${at}.jpg`, size: size + at, type: 'image/jpeg' },
  }));

type Changes = {
  isTwin?: boolean;
  brokenName?: string;
};

function startBatch({ isTwin = false, brokenName }: Changes = {}) {
  const ports = {
    photo: {
      findTwin: async () => ({ isTwin }),
      inspectPhoto: async ({ source }: { source: { id: string; file: PhotoFile } }) => ({
        ...photo,
        id: source.id,
        file: source.file,
        problem: source.file.name === brokenName ? 'truncated' : null,
      }),
    },
    keptPhotos: { guardLeaving: () => () => {} },
  } as unknown as AppPorts;
  const root = createMachine({
    invoke: [
      ...['studio', 'runs', 'keeper', 'archive', 'app'].map((id) => ({
        systemId: id,
        src: listener(id),
      })),
      { id: 'batch', systemId: 'batch', src: withPorts(batchMachine, ports) },
    ],
  });
  const app = createActor(root).start();
  running.push(app);
  const batch = app.system.get('batch');
  const now = () => batch.getSnapshot();
  const send = async (event: object) => {
    batch.send(event);
    await settle();
  };
  const kinds = () => now().context.photos.map((one: { step: { kind: string } }) => one.step.kind);
  const optionsOf = (at: number) => now().context.photos[at].step.wish.options;
  return { now, send, kinds, optionsOf, system: app.system };
}

beforeEach(() => {
  for (const actor of running.splice(0)) actor.stop();
  for (const id of Object.keys(told)) delete told[id];
});

const { offered } = wish;

const cutOut = sampleFunction('cut-out');
const fileKey = 'uploads/Ab3dEf6hIj9kLm2n.jpg';

/** Chooses photos, and waits until they are inspected. Each photo costs one credit. */
async function choose(count: number, user: object = guest, changes: Changes = {}) {
  const batch = startBatch(changes);
  const price = { unit: 1, credits: 1 } as const;
  const priced = {
    ...offer,
    functions: [...offer.functions, cutOut],
    functionCredits: { [offered.code]: price, [cutOut.code]: price },
  };
  await batch.send({ type: 'setup.loaded', setup: priced });
  await batch.send({ type: 'user.changed', user });
  await batch.send({ type: 'files.chosen', files: filesOf(count) });
  await batch.send({ type: 'settings.changed', photoId: 'photo-0', offered, options: {} });
  return batch;
}

const requests = () => (told.runs ?? []).filter(({ type }) => type === 'run.requested');

const ended = (
  photoId: string,
  outcome: RunOutcome,
  request: StartRequest | null = null,
): PhotoSettled => ({ type: 'photo.settled', photoId, request, outcome });

const done: RunOutcome = { kind: 'ended', record: finishedRecord };

const withCredits = (left: number) => ({
  ...guest,
  allowance: { ...guest.allowance, limit: left, used: 0 },
});

it('that is cleared while it runs cancels its tasks and starts none for the next visitor', async () => {
  const { now, send } = await choose(5);
  await send({ type: 'start.pressed' });
  const begun = requests().length;
  await send({ type: 'batch.cleared' });
  await send({ type: 'user.changed', user: withCredits(100) });
  expect(now().matches({ photos: 'none' })).toBe(true);
  expect(requests()).toHaveLength(begun);
  const cancelled = (told.runs ?? []).filter(({ type }) => type === 'photo.cancelled');
  expect(cancelled).toHaveLength(begun);
});

it('keeps the request of a start that may have created a task, if the server cannot accept it (R71)', async () => {
  const { send } = await choose(2);
  await send({ type: 'start.pressed' });
  const request = { ...startRequest, photoId: 'photo-0' };
  await send(ended('photo-0', { kind: 'unsure', failure: { reason: 'offline' }, request }));
  await send({ type: 'photo.retried', id: 'photo-0' });
  expect(requests().at(-1)).toMatchObject({ input: { from: 'request', request } });
  const failure = { reason: 'refused' as const, code: 'too_many_tasks' };
  await send(ended('photo-0', { kind: 'failed', failure }));
  expect(requests()).toHaveLength(3);
  await send(ended('photo-1', done));
  expect(requests()).toHaveLength(4);
  expect(requests().at(-1)).toMatchObject({ input: { from: 'request', request } });
});

const crowded: RunOutcome = { kind: 'failed', failure: refused('too_many_tasks') };

describe('a start that the server refuses because too many tasks run', () => {
  const request = { ...startRequest, photoId: 'photo-0' };

  it('is repeated with the same upload and key (R71)', async () => {
    const { send, kinds } = await choose(2);
    await send({ type: 'start.pressed' });
    await send(ended('photo-0', crowded, request));
    expect(kinds()).toEqual(['waiting', 'working']);
    await send(ended('photo-1', done));
    expect(requests().at(-1)).toMatchObject({ input: { from: 'arrival', request } });
  });

  it('uploads the photo again if the server no longer has the upload', async () => {
    const { send, kinds } = await choose(2);
    await send({ type: 'start.pressed' });
    await send(ended('photo-0', crowded, request));
    await send(ended('photo-1', done));
    await send(ended('photo-0', { kind: 'failed', failure: refused('upload_not_found') }, request));
    expect(kinds()).toEqual(['working', 'ended']);
    expect(requests().at(-1)).toMatchObject({ input: { from: 'photo' } });
    await send(ended('photo-0', { kind: 'failed', failure: refused('upload_not_found') }, request));
    expect(kinds()).toEqual(['ended', 'ended']);
  });
});

describe("a start that the server refuses because the visitor's own picture is lost", () => {
  const lost: RunOutcome = { kind: 'failed', failure: refused('picture_not_found') };
  const nextKey = 'uploads/next.jpg';
  const withBackground = (background: string) => ({ options: { background } });

  async function startWithPicture(count: number) {
    const batch = await choose(count);
    await batch.send({ type: 'picture.changed', fileKey });
    await batch.send({
      type: 'settings.changed',
      photoId: 'photo-0',
      offered: cutOut,
      options: { background: fileKey },
    });
    await batch.send({ type: 'start.pressed' });
    const loseFirst = async () => {
      await batch.send(ended('photo-0', lost, { ...startRequest, options: batch.optionsOf(0) }));
    };
    return { ...batch, loseFirst };
  }

  it('waits for the picture, and continues with the next key and the same upload', async () => {
    const { send, kinds, now, loseFirst } = await startWithPicture(5);
    await loseFirst();
    expect(kinds()).toEqual(['waiting', 'working', 'working', 'waiting', 'waiting']);
    expect(selectLack(now())).toBe('picture');
    expect(requests()).toHaveLength(3);
    await send({ type: 'picture.lost', fileKey });
    await send({ type: 'picture.changed', fileKey: null });
    expect(selectLack(now())).toBe('picture');
    await send({ type: 'picture.changed', fileKey: nextKey });
    expect(requests().at(-1)).toMatchObject({
      input: {
        from: 'arrival',
        wish: withBackground(nextKey),
        request: { ...withBackground(nextKey), idempotencyKey: startRequest.idempotencyKey },
      },
    });
    await send(ended('photo-1', lost));
    expect([kinds()[1], selectLack(now())]).toEqual(['working', null]);
    expect(requests().at(-1)).toMatchObject({
      input: { from: 'photo', wish: withBackground(nextKey) },
    });
  });

  it('uses the next key in "Try again" of a photo that has failed', async () => {
    const { send, optionsOf } = await startWithPicture(2);
    await send(ended('photo-0', { kind: 'failed', failure: refused('file_too_large') }));
    await send({ type: 'picture.lost', fileKey });
    await send({ type: 'picture.changed', fileKey: nextKey });
    expect(optionsOf(0)).toMatchObject({ background: nextKey });
    await send({ type: 'photo.retried', id: 'photo-0' });
    expect(requests().at(-1)).toMatchObject({ input: { wish: withBackground(nextKey) } });
  });

  it('repeats a start that may have created a task with its own request (R71)', async () => {
    const { send, optionsOf } = await startWithPicture(2);
    const request = { ...startRequest, options: optionsOf(0) };
    await send(ended('photo-0', { kind: 'unsure', failure: offline, request }));
    await send(ended('photo-1', lost));
    await send({ type: 'photo.retried', id: 'photo-0' });
    await send({ type: 'picture.changed', fileKey: nextKey });
    expect(requests().slice(2)).toMatchObject([
      { input: { from: 'request', request, wish: withBackground(nextKey) } },
      { input: { from: 'photo', wish: withBackground(nextKey) } },
    ]);
  });

  it('does not use another picture without a press', async () => {
    const { send, now, loseFirst, optionsOf } = await startWithPicture(2);
    await send({ type: 'picture.changed', fileKey: null });
    await send({ type: 'picture.changed', fileKey: nextKey });
    expect(optionsOf(0)).toMatchObject({ background: fileKey });
    await loseFirst();
    expect(selectLack(now())).toBe('picture');
    await send({ type: 'retry.pressed' });
    expect(requests().at(-1)).toMatchObject({ input: { wish: withBackground(nextKey) } });
  });
});

it.each([{ type: 'photo.cancelled', id: 'photo-0' }, { type: 'batch.cancelled' }])(
  'keeps the request of a start that may have created a task after $type in the line (R71)',
  async (cancel) => {
    const { now, send } = await choose(4);
    await send({ type: 'start.pressed' });
    const request = { ...startRequest, photoId: 'photo-0' };
    await send(ended('photo-0', { kind: 'unsure', failure: { reason: 'offline' }, request }));
    await send({ type: 'photo.retried', id: 'photo-0' });
    await send(cancel);
    expect(now().context.photos[0].step.outcome).toMatchObject({ kind: 'unsure', request });
    for (const id of ['photo-1', 'photo-2', 'photo-3']) await send(ended(id, done));
    await send({ type: 'photo.retried', id: 'photo-0' });
    expect(requests().at(-1)).toMatchObject({ input: { from: 'request', request } });
  },
);

it('would be lost with the page from the choice until the end', async () => {
  const { send, system } = await choose(2);
  expect(isBatchUnkept(system)).toBe(true);
  await send({ type: 'start.pressed' });
  expect(isBatchUnkept(system)).toBe(true);
  for (const id of ['photo-0', 'photo-1']) await send(ended(id, done));
  expect(isBatchUnkept(system)).toBe(false);
});

describe('the choice of files', () => {
  it('passes a single file to the studio', async () => {
    const { now, send } = startBatch();
    const [one] = filesOf(1);
    await send({ type: 'files.chosen', files: [one] });
    expect(told.studio).toEqual([{ type: 'photo.chosen', source: { kind: 'file', ...one } }]);
    expect(now().matches({ photos: 'none' })).toBe(true);
  });

  it('uses the first 20 of 21 files, and names the last one (R85)', async () => {
    const { now, send } = startBatch();
    await send({ type: 'files.chosen', files: filesOf(mostPhotos + 1) });
    expect(now().context.photos).toHaveLength(mostPhotos);
    expect(now().context.leftOut).toEqual([{ name: '20.jpg', reason: 'tooMany' }]);
  });

  it('leaves out 3 broken files of 20, and nothing else (R85)', async () => {
    const broken = ['3.jpg', '9.jpg', '19.jpg'];
    const { now, send } = startBatch({ brokenName: '3.jpg' });
    const files = filesOf(20).map((one) => ({
      ...one,
      file: { ...one.file, name: broken.includes(one.file.name) ? '3.jpg' : one.file.name },
    }));
    await send({ type: 'files.chosen', files });
    expect(now().context.photos).toHaveLength(17);
    expect(now().context.leftOut).toHaveLength(3);
    expect(now().context.leftOut[0]).toEqual({ name: '3.jpg', reason: 'truncated' });
    expect(now().matches({ photos: { choosing: 'ready' } })).toBe(true);
  });

  it('names a folder without pictures, and keeps the chosen photos (R85)', async () => {
    const { now, send } = await choose(2);
    await send({ type: 'folder.empty', name: 'Documents' });
    expect(now().context.leftOut).toEqual([{ name: 'Documents', reason: 'emptyFolder' }]);
    expect(now().context.photos).toHaveLength(2);
  });

  it('uses a file once that was chosen twice, and reports it (R85)', async () => {
    const { now, send } = startBatch({ isTwin: true });
    const [one, other, another] = filesOf(3);
    const twin = { ...another, file: { ...one?.file, name: 'copy.jpg' } };
    await send({ type: 'files.chosen', files: [one, other, twin] });
    expect(now().context.leftOut).toEqual([{ name: 'copy.jpg', reason: 'twice' }]);
  });

  it('passes the only usable photo to the studio', async () => {
    const { now, send } = startBatch({ brokenName: '1.jpg' });
    await send({ type: 'files.chosen', files: filesOf(2) });
    expect(now().matches({ photos: 'none' })).toBe(true);
    expect(told.studio).toMatchObject([{ type: 'photo.chosen', source: { id: 'photo-0' } }]);
    expect(now().context.leftOut).toEqual([{ name: '1.jpg', reason: 'truncated' }]);
  });

  it('shows the next photo in the studio when the first one is removed', async () => {
    const { send } = await choose(3);
    await send({ type: 'photo.excluded', id: 'photo-0' });
    expect(told.studio?.at(-1)).toMatchObject({ type: 'photo.chosen', source: { id: 'photo-1' } });
  });

  it('ends the batch when the studio shows another photo', async () => {
    const { now, send } = await choose(3);
    await send({ type: 'settings.changed', photoId: 'another', offered, options: {} });
    expect(now().matches({ photos: 'none' })).toBe(true);
  });
});

describe('the start', () => {
  it('has the total price of all photos before (R85)', async () => {
    const { now } = await choose(5);
    expect(selectTotal(now())).toEqual({ count: 5, credits: 5, isFrom: false });
  });

  it('runs three photos at once, and the next one when a run has ended (R85)', async () => {
    const { now, send, kinds } = await choose(5);
    await send({ type: 'start.pressed' });
    expect(kinds()).toEqual(['working', 'working', 'working', 'waiting', 'waiting']);
    await send(ended('photo-1', done));
    expect(kinds()).toEqual(['working', 'ended', 'working', 'working', 'waiting']);
    for (const id of ['photo-0', 'photo-2', 'photo-3', 'photo-4']) await send(ended(id, done));
    expect(requests()).toHaveLength(5);
    expect(now().matches({ photos: 'finished' })).toBe(true);
  });

  it('drops the regions of the first photo, because they are places in that photo', async () => {
    const regions: OfferedFunction = {
      ...offered,
      options: [
        { kind: 'regions', name: 'keep', shows: ['face'], max: 8, default: '', names: null },
        { kind: 'switch', name: 'soft', default: false, names: null },
      ],
    };
    const { send } = await choose(2);
    const options = { keep: '1,2,3,4', soft: true };
    await send({ type: 'settings.changed', photoId: 'photo-0', offered: regions, options });
    await send({ type: 'start.pressed' });
    expect(requests()[0]).toMatchObject({
      as: 'batch',
      input: { wish: { options: { keep: '', soft: true } } },
    });
  });
});

describe('a disabled start', () => {
  const painted: OfferedFunction = {
    ...offered,
    options: [{ kind: 'strokes', name: 'part', required: true, max: 9, default: '', names: null }],
  };

  it('has the reason that each photo needs a painted part', async () => {
    const { now, send } = await choose(2);
    expect(selectObstacle(now())).toBeNull();
    await send({ type: 'settings.changed', photoId: 'photo-0', offered: painted, options: {} });
    expect(now().can({ type: 'start.pressed' })).toBe(false);
    expect(selectObstacle(now())).toBe('painting');
  });

  it("has the reason that the visitor's own picture is not uploaded", async () => {
    const { now, send } = await choose(2);
    const settings = { photoId: 'photo-0', offered: cutOut };
    const choosePicture = (background: string) =>
      send({ type: 'settings.changed', ...settings, options: { background } });
    await choosePicture('picture');
    expect(now().can({ type: 'start.pressed' })).toBe(false);
    expect(selectObstacle(now())).toBe('picture');
    await choosePicture(fileKey);
    expect(now().can({ type: 'start.pressed' })).toBe(true);
    expect(selectObstacle(now())).toBeNull();
  });

  it('has the reason that the function fits none of the photos', async () => {
    const { now, send } = await choose(2);
    const huge = { ...offered, limits: { ...offered.limits, minSide: 1e6 } };
    await send({ type: 'setup.loaded', setup: { ...offer, functions: [huge] } });
    await send({ type: 'settings.changed', photoId: 'photo-0', offered: huge, options: {} });
    expect(now().can({ type: 'start.pressed' })).toBe(false);
    expect(selectObstacle(now())).toBe('unfit');
  });
});

describe('the ZIP', () => {
  it('is requested with the results there are, in the order of the photos (R85)', async () => {
    const { now, send } = await choose(3);
    await send({ type: 'start.pressed' });
    expect(now().can({ type: 'archive.pressed' })).toBe(false);
    for (const at of [2, 0]) {
      const record = { ...finishedRecord, id: `r${at}` };
      await send(ended(`photo-${at}`, { kind: 'ended', record }));
    }
    await send({ type: 'archive.pressed' });
    expect(told.archive).toEqual([{ type: 'archive.requested', ids: ['r0', 'r2'] }]);
  });
});

describe('missing credits', () => {
  it('are reported before the start', async () => {
    const { now } = await choose(5, withCredits(2));
    expect(selectShortage(now())).toEqual({ left: 2, price: 5 });
  });

  it('pause the remaining photos until more credits are available (R85)', async () => {
    const { now, send, kinds } = await choose(3, withCredits(1));
    await send({ type: 'start.pressed' });
    expect(kinds()).toEqual(['working', 'waiting', 'waiting']);
    await send({ type: 'user.changed', user: withCredits(0) });
    await send(ended('photo-0', done));
    expect(now().matches({ photos: { working: 'paused' } })).toBe(true);
    expect(now().context.lack).toBe('credits');
    const rich = { ...member, allowance: guest.allowance, credits: { balance: 9 } };
    await send({ type: 'user.changed', user: rich });
    expect(kinds()).toEqual(['ended', 'working', 'working']);
  });

  it('return a refused photo to the line without a loop of starts', async () => {
    const { now, send, kinds } = await choose(2);
    await send({ type: 'start.pressed' });
    await send(ended('photo-0', { kind: 'limited' }));
    await send(ended('photo-1', { kind: 'turnedAway', failure: refused('51009') }));
    expect(kinds()).toEqual(['waiting', 'waiting']);
    await send({ type: 'user.changed', user: guest });
    expect(now().matches({ photos: { working: 'paused' } })).toBe(true);
    expect(requests()).toHaveLength(2);
    await send({ type: 'retry.pressed' });
    expect(requests()).toHaveLength(4);
  });
});

describe('a started batch', () => {
  it('cancels all photos: queued photos immediately, running photos through their runs', async () => {
    const { now, send, kinds } = await choose(5);
    await send({ type: 'start.pressed' });
    await send({ type: 'batch.cancelled' });
    expect(kinds()).toEqual(['working', 'working', 'working', 'ended', 'ended']);
    const cancels = (told.runs ?? []).filter(({ type }) => type === 'photo.cancelled');
    expect(cancels.map(({ photoId }) => photoId)).toEqual(['photo-0', 'photo-1', 'photo-2']);
    for (const { photoId } of cancels) await send(ended(String(photoId), { kind: 'cancelled' }));
    expect(now().matches({ photos: 'finished' })).toBe(true);
  });

  it('names files that are chosen meanwhile, and passes a single one to the studio', async () => {
    const { now, send } = await choose(2);
    await send({ type: 'start.pressed' });
    await send({ type: 'files.chosen', files: filesOf(2, 5000) });
    expect(now().context.leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      'busy',
      'busy',
    ]);
    await send({ type: 'files.chosen', files: filesOf(1, 5000) });
    expect(told.studio?.at(-1)).toMatchObject({ type: 'photo.chosen' });
  });

  it('keeps its failed photos when new files are chosen, and names these files', async () => {
    const { now, send } = await choose(2);
    await send({ type: 'start.pressed' });
    await send(ended('photo-0', done));
    await send(ended('photo-1', { kind: 'failed', failure: { reason: 'offline' } }));
    await send({ type: 'files.chosen', files: filesOf(2, 5000) });
    expect(now().matches({ photos: 'finished' })).toBe(true);
    expect(now().context.leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      'retryable',
      'retryable',
    ]);
    await send({ type: 'photo.retried', id: 'photo-1' });
    expect(requests()).toHaveLength(3);
  });

  it.each([
    ['is done', done],
    ['was cancelled', { kind: 'cancelled' }],
  ] as [string, RunOutcome][])('gives way to new files when every photo %s', async (_, outcome) => {
    const { now, send } = await choose(2);
    await send({ type: 'start.pressed' });
    for (const id of ['photo-0', 'photo-1']) await send(ended(id, outcome));
    await send({ type: 'files.chosen', files: filesOf(3, 5000) });
    expect(now().matches({ photos: 'choosing' })).toBe(true);
    expect(now().context.photos).toHaveLength(3);
  });

  it('counts lost runs as possibly started after a crash of the runs (R71)', async () => {
    const { now, send } = await choose(2);
    await send({ type: 'start.pressed' });
    await send({ type: 'runs.crashed' });
    expect(now().context.photos[0].step.outcome).toMatchObject({ kind: 'unsure', request: null });
  });
});
