import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { KeptPhoto } from '../../model/kept-photo.ts';
import type { Photo } from '../../model/photo.ts';
import type { TaskRecord } from '../../model/task-record.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import type { KeptPhotoEvent } from '../../ports/kept-photos.port.ts';
import { PortError } from '../../ports/port-failure.ts';
import { runsMachine } from '../../runs/runs.machine.ts';
import { selectRunsBeside } from '../../runs/runs.selectors.ts';
import {
  guest,
  keptPhoto,
  offer,
  offline,
  photo,
  startRequest as request,
  ticket,
} from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { studioMachine } from '../studio.machine.ts';
import {
  selectElsewhere,
  selectFunctionCode,
  selectIsPostponed,
  selectPhoto,
  selectReplaced,
} from '../studio.selectors.ts';

type Answers = Partial<{
  takeKeptPhoto: () => Promise<KeptPhoto | null>;
  findRunningTask: () => Promise<TaskRecord | null>;
  findAttempt: () => Promise<TaskRecord | null>;
  inspectPhoto: () => Promise<Photo>;
  startTask: () => Promise<TaskRecord>;
  setup: 'here' | 'later';
}>;

const silent = () => new Promise<never>(() => {});
const failing = () => Promise.reject(new PortError(offline));
const source = { kind: 'file' as const, file: photo.file };

const startStudio = async (answers: Answers = {}) => {
  const asked: { call: string; input: unknown }[] = [];
  const clock = new SimulatedClock();
  let tell: (event: KeptPhotoEvent) => void = () => {};
  let finishUpload = () => {};
  const call =
    <Value>(name: string, answer: () => Promise<Value>) =>
    (input: unknown) => {
      asked.push({ call: name, input });
      return answer();
    };
  const ports = {
    kept: {
      keepPhoto: async () => {},
      takeKeptPhoto: call('takeKeptPhoto', answers.takeKeptPhoto ?? (async () => null)),
      watchKeptPhotos: (input: unknown, emit: typeof tell) => {
        asked.push({ call: 'watchKeptPhotos', input });
        tell = emit;
        return () => {};
      },
    },
    photo: {
      inspectPhoto: call('inspectPhoto', answers.inspectPhoto ?? (async () => photo)),
      preparePhoto: call('preparePhoto', silent),
    },
    task: {
      createKey: async () => 'key-new',
      requestUpload: async () => ticket,
      upload: (_: unknown, emit: (event: { type: 'upload.completed' }) => void) => {
        finishUpload = () => emit({ type: 'upload.completed' });
        return () => {};
      },
      startTask: call('startTask', answers.startTask ?? silent),
      findAttempt: call('findAttempt', answers.findAttempt ?? (async () => null)),
      findRunningTask: call('findRunningTask', answers.findRunningTask ?? (async () => null)),
      cancelTask: silent,
    },
    records: { loadRecord: silent, awaitRecord: silent },
  } as unknown as AppPorts;
  const { root, told } = startAmongOthers('studio', withPorts(studioMachine, ports), {
    clock,
    beside: { runs: withPorts(runsMachine, ports) },
  });
  const studio = chartRef(root.system, 'studio');
  const runsActor = chartRef(root.system, 'runs');
  if (!studio || !runsActor) throw new Error('The charts did not start');
  const send = async (event: Parameters<typeof studio.send>[0]) => {
    studio.send(event);
    await settle();
  };
  const hear = async (event: KeptPhotoEvent) => {
    tell(event);
    await settle();
  };
  await send({ type: 'user.changed', user: guest });
  if (answers.setup !== 'later') await send({ type: 'setup.loaded', setup: offer });
  const now = () => studio.getSnapshot();
  const runs = () => runsActor.getSnapshot();
  const calls = (name: string) => asked.flatMap((one) => (one.call === name ? [one.input] : []));
  return { calls, clock, finishUpload: () => finishUpload(), hear, now, runs, send, told };
};

const kept = (changes: Partial<KeptPhoto> = {}): KeptPhoto => ({ ...keptPhoto, ...changes });
const sending = kept({ run: { step: 'sending', idempotencyKey: 'key-before' } });
const taking = (photoToFind: KeptPhoto) => ({ takeKeptPhoto: async () => photoToFind });

describe('the stored photo', () => {
  it('is the chosen photo, saved again with every change of the function', async () => {
    const { send, told } = await startStudio();
    await send({ type: 'photo.chosen', source });
    await send({ type: 'function.selected', code: 'face-blur' });
    expect(told('keeper')).toMatchObject([
      { type: 'photo.held', photo: { id: photo.id, run: null } },
      { type: 'photo.held', photo: { id: photo.id, functionCode: 'face-blur' } },
    ]);
  });

  it.each([
    ['is removed', { type: 'photo.removed' } as const],
    ['is replaced by another', { type: 'photo.chosen', source } as const],
  ])('is released when the photo %s', async (_, event) => {
    const { send, told } = await startStudio();
    await send({ type: 'photo.chosen', source });
    await send(event);
    expect(told('keeper')[1]).toEqual({ type: 'photo.released', id: photo.id });
  });

  it('includes the start of an earlier page when another photo is chosen meanwhile', async () => {
    const { now, send, told } = await startStudio({ ...taking(sending), findRunningTask: silent });
    expect(now().matches({ resuming: 'asking' })).toBe(true);
    await send({ type: 'photo.chosen', source });
    expect(now().matches('chosen')).toBe(true);
    const heard = told('keeper').map((event) => (event as { type: string }).type);
    expect(heard).not.toContain('photo.released');
  });

  it('includes that start while the studio waits for the functions', async () => {
    const { now, send, told } = await startStudio({ ...taking(sending), setup: 'later' });
    expect(now().matches('returning')).toBe(true);
    await send({ type: 'photo.chosen', source });
    expect(told('keeper')).not.toContainEqual({ type: 'photo.released', id: photo.id });
  });

  it('stays stored while its run continues beside another photo', async () => {
    const { send, told } = await startStudio();
    await send({ type: 'photo.chosen', source });
    await send({ type: 'start.pressed' });
    await send({ type: 'photo.removed' });
    expect(told('keeper')).not.toContainEqual({ type: 'photo.released', id: photo.id });
  });
});

describe('a page that is opened again', () => {
  it('shows a photo that was chosen, with its function', async () => {
    const { calls, now } = await startStudio(taking(kept({ functionCode: 'face-blur' })));
    expect([now().value, selectPhoto(now()), selectFunctionCode(now())]).toEqual([
      { chosen: 'ready' },
      photo,
      'face-blur',
    ]);
    expect(calls('inspectPhoto')).toEqual([
      { source: { kind: 'kept', id: photo.id, file: photo.file } },
    ]);
  });

  it("continues a photo's upload automatically, without the overlay", async () => {
    const { calls, now, told } = await startStudio(taking(sending));
    expect(now().matches('working')).toBe(true);
    expect(told('overlay')).toContainEqual({
      type: 'overlay.opened',
      counter: true,
      away: true,
    });
    expect(calls('preparePhoto')).toHaveLength(1);
    expect(told('keeper').at(-1)).toMatchObject({ photo: { run: sending.run } });
  });

  it('waits for the functions before it continues an upload', async () => {
    const { now, send } = await startStudio({ ...taking(sending), setup: 'later' });
    expect(now().value).toBe('returning');
    await send({ type: 'setup.loaded', setup: offer });
    expect(now().matches('working')).toBe(true);
  });

  it('leaves the choice to the visitor when the function is no longer offered', async () => {
    const { now } = await startStudio(taking({ ...sending, functionCode: 'gone' }));
    expect(now().value).toEqual({ chosen: 'ready' });
  });

  it('looks up a start that may have been sent, and sends nothing (R32)', async () => {
    const { calls, now } = await startStudio({
      ...taking(kept({ run: { step: 'asked', request } })),
      findAttempt: async () => aRecord(),
    });
    expect([calls('startTask'), calls('findAttempt'), calls('findRunningTask')]).toEqual([
      [],
      [request],
      [],
    ]);
    expect(now().matches('working')).toBe(true);
  });

  it.each<[string, () => Promise<Photo>]>([
    ['has a problem', async () => ({ ...photo, problem: 'unreadable' })],
    ['cannot be inspected', () => Promise.reject(new PortError({ reason: 'unsupported' }))],
  ])('looks up the start although its photo %s (R32)', async (_, inspectPhoto) => {
    const { calls, now, runs, told } = await startStudio({
      ...taking(kept({ run: { step: 'asked', request } })),
      inspectPhoto,
    });
    expect([calls('findAttempt'), now().matches('choosing')]).toEqual([[request], true]);
    expect(selectRunsBeside(runs())).toMatchObject([
      { photoId: photo.id, outcome: { kind: 'notStarted', request } },
    ]);
    expect(told('keeper')).toEqual([]);
  });

  it('follows a task of the server beside the stored photo', async () => {
    const { now, runs } = await startStudio({
      ...taking(kept()),
      findRunningTask: async () => aRecord(),
    });
    expect([now().value, runs().context.inHand, runs().context.cards]).toEqual([
      { chosen: 'ready' },
      null,
      [expect.objectContaining({ id: 'run.1', photoId: null })],
    ]);
  });

  it.each([
    ['cannot be reached', failing],
    ['does not answer within 2 s', silent],
  ])('shows the photo although the server %s', async (_, findRunningTask) => {
    const { clock, now } = await startStudio({ ...taking(kept()), findRunningTask });
    clock.increment(2000);
    await settle();
    expect(now().value).toEqual({ chosen: 'ready' });
  });

  it.each([
    ['refuses', failing],
    ['does not answer within 2 s', silent],
  ])('asks the server although this device %s', async (_, takeKeptPhoto) => {
    const { calls, clock, now } = await startStudio({ takeKeptPhoto });
    clock.increment(2000);
    await settle();
    expect([calls('findRunningTask').length, now().matches('choosing')]).toEqual([1, true]);
  });

  it('releases a photo that can no longer be used', async () => {
    const { now, told } = await startStudio({
      ...taking(kept()),
      inspectPhoto: async () => ({ ...photo, problem: 'unreadable' }),
    });
    expect(now().matches({ choosing: 'refused' })).toBe(true);
    expect(told('keeper')).toEqual([{ type: 'photo.released', id: photo.id }]);
  });
});

describe('photos of other tabs', () => {
  it('are named while this tab has no photo, and used when they become free', async () => {
    const { hear, now } = await startStudio();
    await hear({ type: 'keptPhoto.elsewhere', names: ['cat.jpg'] });
    expect(selectElsewhere(now())).toEqual(['cat.jpg']);
    await hear({ type: 'keptPhoto.nowhere' });
    expect(selectElsewhere(now())).toEqual([]);
    await hear({ type: 'keptPhoto.found', kept: sending });
    expect(now().matches('working')).toBe(true);
  });

  it("do not include the photos of this tab's runs", async () => {
    const { calls, send } = await startStudio();
    await send({ type: 'photo.chosen', source });
    await send({ type: 'start.pressed' });
    await send({ type: 'photo.removed' });
    expect(calls('watchKeptPhotos').at(-1)).toEqual({ inHand: [photo.id] });
  });
});

describe('a photo that is chosen without a connection', () => {
  it('waits to be inspected, and continues automatically', async () => {
    let online = false;
    const { now, send } = await startStudio({
      inspectPhoto: () => (online ? Promise.resolve(photo) : failing()),
    });
    await send({ type: 'photo.chosen', source });
    expect([now().value, selectIsPostponed(now())]).toEqual(['postponed', true]);
    online = true;
    await send({ type: 'connection.restored' });
    expect(now().value).toEqual({ chosen: 'ready' });
  });

  it('is stored while it waits, and released when it is removed', async () => {
    const { now, send, told } = await startStudio({ inspectPhoto: failing });
    await send({ type: 'photo.chosen', source: { ...source, id: 'photo-new' } });
    expect(now().value).toBe('postponed');
    expect(told('keeper')).toEqual([
      {
        type: 'photo.held',
        photo: {
          id: 'photo-new',
          file: photo.file,
          functionCode: null,
          options: {},
          run: null,
        },
      },
    ]);
    await send({ type: 'photo.removed' });
    expect(told('keeper').at(-1)).toEqual({ type: 'photo.released', id: 'photo-new' });
  });

  it.each([
    ['at once after a press', false],
    ['after a while if the browser reports being online', true],
  ])('is inspected %s', async (_, waits) => {
    let online = false;
    const { now, send, clock } = await startStudio({
      inspectPhoto: () => (online ? Promise.resolve(photo) : failing()),
    });
    await send({ type: 'photo.chosen', source });
    online = true;
    if (waits) clock.increment(10_000);
    else await send({ type: 'retry.pressed' });
    await settle();
    expect(now().value).toEqual({ chosen: 'ready' });
  });

  it('is refused at once if it is a sample, which has to be fetched', async () => {
    const { now, send } = await startStudio({ inspectPhoto: failing });
    const sample = { kind: 'sample' as const, name: 'cat', url: '/cat.jpg' };
    await send({ type: 'photo.chosen', source: sample });
    expect(now().matches({ choosing: 'refused' })).toBe(true);
  });
});

describe('a photo from another app', () => {
  const shared = { ...source, id: 'shared', isShared: true as const };
  const released = (told: readonly unknown[]) =>
    told.filter((event) => (event as { type: string }).type === 'photo.released');

  it("keeps the visitor's own photo on the device, and says that it was replaced (R79)", async () => {
    const { now, send, told } = await startStudio();
    await send({ type: 'photo.chosen', source });
    await send({ type: 'photo.chosen', source: shared });
    expect(selectReplaced(now())).toEqual({ by: source.file.name });
    expect(released(told('keeper'))).toEqual([]);
  });

  it('is released like any other photo when it is one of a batch', async () => {
    const { now, send, told } = await startStudio();
    await send({ type: 'photo.chosen', source: shared, isOneOfMany: true });
    await send({ type: 'photo.chosen', source: shared, isOneOfMany: true });
    expect(selectReplaced(now())).toBeNull();
    expect(released(told('keeper'))).toHaveLength(1);
  });

  it('starts nothing', async () => {
    const { now, send, told } = await startStudio();
    await send({ type: 'photo.chosen', source: shared });
    expect(now().matches({ chosen: 'ready' })).toBe(true);
    expect(told('runs')).toEqual([]);
  });
});

describe('the picture of a record', () => {
  const picture = { kind: 'record' as const, name: 'cat-2x.png', url: '/files/cat-2x.png' };

  it('names the replaced photo, because the visitor does not see it (R86)', async () => {
    const { now, send } = await startStudio();
    await send({ type: 'photo.chosen', source: picture });
    expect(selectReplaced(now())).toBeNull();
    await send({ type: 'photo.chosen', source: picture });
    expect(selectReplaced(now())).toEqual({ by: 'cat-2x.png' });
  });

  it('waits for the connection, and continues once it is back', async () => {
    let isOnline = false;
    const inspectPhoto = () => (isOnline ? Promise.resolve(photo) : failing());
    const { now, send } = await startStudio({ inspectPhoto });
    await send({ type: 'photo.chosen', source: picture });
    expect(now().matches('postponed')).toBe(true);
    isOnline = true;
    await send({ type: 'connection.restored' });
    expect(now().matches('chosen')).toBe(true);
  });
});
