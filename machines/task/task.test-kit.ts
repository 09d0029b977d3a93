import { SimulatedClock } from 'xstate';
import { chartRef } from '../app/chart-refs.ts';
import type { Setup } from '../model/functions.ts';
import type { Photo } from '../model/photo.ts';
import { callActor, streamActor } from '../port-actors.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import type { TaskPort, UploadEvent, WatchEvent } from '../ports/task.port.ts';
import { aRecord } from '../testing/test-record.ts';
import { settle, startAmongOthers } from '../testing/test-system.ts';
import { taskMachine } from './task.machine.ts';

/** For the tests of this folder: the task chart among listeners, with ports that answer at once. */

export const file = { name: 'cat.jpg', size: 2_000_000, type: 'image/jpeg' };

export const aPhoto = (overrides: Partial<Photo> = {}): Photo => ({
  file,
  name: 'cat.jpg',
  format: 'jpg',
  bytes: 2_000_000,
  width: 1500,
  height: 1000,
  decodable: true,
  problem: null,
  previewUrl: 'blob:1',
  ...overrides,
});

const limits = {
  maxBytes: 20_000_000,
  maxPixels: 24_000_000,
  minSide: 16,
  formats: ['jpg', 'png'],
};

const plain = {
  limits,
  scale: 1,
  downscaleAllowed: false,
  mayReject: false,
  estimate: null,
  names: null,
};

export const offer: Setup = {
  functionCredits: {
    'upscale-2x-fast': { unit: 2, credits: 1 },
    'face-blur': { unit: 1, credits: 3 },
  },
  functions: [
    { ...plain, code: 'upscale-2x-fast', type: 11, scale: 2, downscaleAllowed: true },
    { ...plain, code: 'face-blur', type: 49, mayReject: true },
  ],
  retentionDays: 7,
};

type Answers = Partial<{
  inspectPhoto: PhotoPort['inspectPhoto'];
  preparePhoto: PhotoPort['preparePhoto'];
  requestUpload: TaskPort['requestUpload'];
  startTask: TaskPort['startTask'];
  findRunningTask: TaskPort['findRunningTask'];
  cancelTask: TaskPort['cancelTask'];
}>;

const ticket = {
  url: '/upload',
  fields: {},
  fileKey: 'file1',
  maxBytes: 1,
  expiresAt: '2026-11-20T10:10:00.000Z',
};

/** A port's rejection. */
export const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

/** An answer that never comes. */
export const silent = () => new Promise<never>(() => {});

export const startTaskChart = (answers: Answers = {}) => {
  const asked: { call: string; input: unknown }[] = [];
  const streams: { upload?: (event: UploadEvent) => void; watch?: (event: WatchEvent) => void } =
    {};
  const clock = new SimulatedClock();
  let keys = 0;
  const asking =
    <Input, Output>(call: string, answer: (input: Input, signal: never) => Promise<Output>) =>
    (input: Input) => {
      asked.push({ call, input });
      return answer(input, undefined as never);
    };
  const logic = taskMachine.provide({
    actors: {
      inspectPhoto: callActor(
        asking('inspectPhoto', answers.inspectPhoto ?? (() => Promise.resolve(aPhoto()))),
      ),
      preparePhoto: callActor(
        asking(
          'preparePhoto',
          answers.preparePhoto ??
            (() => Promise.resolve({ file, format: 'jpg', width: 1500, height: 1000 })),
        ),
      ),
      createKey: callActor(
        asking('createKey', () => {
          keys += 1;
          return Promise.resolve(`key-number-${keys}`);
        }),
      ),
      requestUpload: callActor(
        asking('requestUpload', answers.requestUpload ?? (() => Promise.resolve(ticket))),
      ),
      upload: streamActor((input, emit: (event: UploadEvent) => void) => {
        asked.push({ call: 'upload', input });
        streams.upload = emit;
        return () => asked.push({ call: 'upload stopped', input: null });
      }),
      startTask: callActor(
        asking('startTask', answers.startTask ?? (() => Promise.resolve(aRecord()))),
      ),
      findRunningTask: callActor(
        asking('findRunningTask', answers.findRunningTask ?? (() => Promise.resolve(null))),
      ),
      watchRecord: streamActor((input, emit: (event: WatchEvent) => void) => {
        asked.push({ call: 'watchRecord', input });
        streams.watch = emit;
        return () => asked.push({ call: 'watch stopped', input: null });
      }),
      cancelTask: callActor(
        asking(
          'cancelTask',
          answers.cancelTask ?? (() => Promise.resolve(aRecord({ revision: 9, dealStatus: 5 }))),
        ),
      ),
    },
  });
  const { root, told } = startAmongOthers('task', logic, { clock });
  const actor = chartRef(root.system, 'task');
  if (!actor) throw new Error('The task chart did not start');
  actor.send({ type: 'setup.loaded', setup: offer });

  const calls = (name: string) => asked.filter(({ call }) => call === name);
  const upload = async (event: UploadEvent) => {
    streams.upload?.(event);
    await settle();
  };
  const watch = async (event: WatchEvent) => {
    streams.watch?.(event);
    await settle();
  };
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const choose = async () => {
    await settle();
    await send({ type: 'photo.chosen', source: { kind: 'file', file } });
  };
  const press = async () => {
    await choose();
    await send({ type: 'start.pressed' });
  };
  const uploaded = async () => {
    await press();
    await upload({ type: 'upload.completed' });
  };
  const now = () => actor.getSnapshot();
  return { actor, asked, calls, choose, clock, now, press, send, told, upload, uploaded, watch };
};
