import { expect, it } from 'vitest';
import type { PhotoProblem } from '../../model/photo.ts';
import type { PhotoPort } from '../../ports/photo.port.ts';
import { sampleFunction } from '../../testing/sample-offer.ts';
import { offline } from '../../testing/samples.ts';
import { startWithStudioPorts } from '../../testing/start-with-studio-ports.ts';
import { aPhoto, failing, file, type StudioAnswers } from '../../testing/studio-ports.ts';
import { ownPictureMachine } from '../own-picture.machine.ts';
import {
  selectFileKey,
  selectPicture,
  selectProblem,
  selectStage,
} from '../own-picture.selectors.ts';

const choice = { type: 'picture.chosen', file, offered: sampleFunction('cut-out') } as const;

const start = (answers: StudioAnswers = {}) => {
  const chart = startWithStudioPorts('ownPicture', ownPictureMachine, answers);
  return {
    ...chart,
    async choose() {
      await chart.send(choice);
      await chart.upload({ type: 'upload.completed' });
    },
    stage: () => selectStage(chart.now()),
  };
};

const key = 'file1';

it('uploads a chosen picture once, and tells the studio its key', async () => {
  const { choose, stage, told, now, calls } = start();
  await choose();
  expect(stage()).toBe('ready');
  expect(told('studio').at(-1)).toEqual({ type: 'picture.changed', fileKey: key });
  expect(selectPicture(now())).toMatchObject({ name: 'cat.jpg' });
  expect(calls('requestUpload')).toHaveLength(1);
});

it('sends at most 4096 pixels of the longer side', async () => {
  const { send, calls } = start({
    inspectPhoto: async () => aPhoto({ width: 8192, height: 6000 }),
  });
  await send(choice);
  expect(calls('preparePhoto')[0]?.input).toMatchObject({
    limits: { maxPixels: 4096 * 3000 },
    downscale: true,
  });
});

const unusable: [string, PhotoProblem, PhotoPort['inspectPhoto']][] = [
  ['is not an image', 'notAnImage', async () => aPhoto({ problem: 'notAnImage' })],
  ['cannot be decoded here', 'unsupportedFormat', async () => aPhoto({ decodable: false })],
  ['is too thin', 'tooSmall', async () => aPhoto({ width: 9000, height: 20 })],
  ['cannot be read', 'unreadable', failing({ reason: 'unexpected' })],
];

it.each(unusable)(
  'names the reason for a file that %s, and keeps the earlier picture',
  async (...given) => {
    const [, problem, inspectPhoto] = given;
    const without = start({ inspectPhoto });
    await without.send(choice);
    expect([without.stage(), selectProblem(without.now())]).toEqual(['none', problem]);

    let count = 0;
    const { choose, send, now, stage } = start({
      inspectPhoto: async (...args) => {
        count += 1;
        return count === 1 ? aPhoto() : await inspectPhoto(...args);
      },
    });
    await choose();
    await send(choice);
    expect([stage(), selectProblem(now()), selectFileKey(now())]).toEqual(['ready', problem, key]);
  },
);

it('drops the earlier picture when another file is accepted, before its upload', async () => {
  const { choose, send, upload, stage, told, now } = start();
  await choose();
  await send({ ...choice, file: { ...file, name: 'dog.jpg' } });
  const dropped = [{ type: 'picture.changed', fileKey: null }];
  expect([stage(), selectFileKey(now()), told('studio').slice(2)]).toEqual([
    'sending',
    null,
    dropped,
  ]);
  await upload({ type: 'upload.failed', failure: { reason: 'unexpected' } });
  expect([stage(), selectFileKey(now()), told('studio').slice(2)]).toEqual([
    'failed',
    null,
    dropped,
  ]);
});

it('waits for the connection, and then continues by itself', async () => {
  const { send, upload, stage, told } = start();
  await send(choice);
  await upload({ type: 'upload.failed', failure: offline });
  expect(stage()).toBe('paused');
  await send({ type: 'connection.restored' });
  await upload({ type: 'upload.completed' });
  expect(stage()).toBe('ready');
  expect(told('studio').at(-1)).toEqual({ type: 'picture.changed', fileKey: key });
});

it('sends the picture again after the server has lost it', async () => {
  const { choose, send, upload, stage, told, calls } = start();
  await choose();
  await send({ type: 'picture.lost', fileKey: key });
  const gone = { type: 'picture.changed', fileKey: null };
  expect(told('studio').at(-1)).toEqual(gone);
  for (const chart of ['batch', 'runs'] as const)
    expect(told(chart).slice(-2)).toEqual([{ type: 'picture.lost', fileKey: key }, gone]);
  expect(stage()).toBe('sending');
  await upload({ type: 'upload.completed' });
  expect(stage()).toBe('ready');
  for (const chart of ['studio', 'batch', 'runs'] as const)
    expect(told(chart).at(-1)).toEqual({ type: 'picture.changed', fileKey: key });
  expect(calls('preparePhoto')).toHaveLength(1);
});

it('stays when a late report is about a key that was replaced in the meantime', async () => {
  const { choose, send, stage, now, calls } = start();
  await choose();
  await send({ type: 'picture.lost', fileKey: 'uploads/replaced.jpg' });
  expect([stage(), selectFileKey(now())]).toEqual(['ready', key]);
  expect(calls('requestUpload')).toHaveLength(1);
});

it('is gone for the studio when the visitor removes it', async () => {
  const { choose, send, stage, told } = start();
  await choose();
  await send({ type: 'picture.removed' });
  expect(stage()).toBe('none');
  expect(told('studio').at(-1)).toEqual({ type: 'picture.changed', fileKey: null });
});
