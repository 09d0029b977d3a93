import { expect, it } from 'vitest';
import { aPhoto, file } from '../../testing/studio-ports.ts';
import { smallerFile, smallerObstacle } from '../studio.device.ts';
import { selectCanStart, selectFunctionCode } from '../studio.selectors.ts';
import { startStudio } from './studio.test-kit.ts';

const select = { type: 'function.selected', code: smallerFile } as const;

it('gives the photo to the encoder, and starts nothing on the server (R87)', async () => {
  const { choose, now, send, told } = startStudio();
  await choose();
  await send(select);
  expect([selectFunctionCode(now()), selectCanStart(now())]).toEqual([smallerFile, false]);
  expect(told('encoder').at(-1)).toMatchObject({
    type: 'picture.opened',
    picture: { formats: ['jpg', 'png', 'webp'], suggested: 'jpg' },
  });
  expect(told('preview').at(-1)).toEqual({ type: 'photo.left' });
});

it('closes the picture for another function, and without a photo', async () => {
  const { choose, send, told } = startStudio();
  await choose();
  await send(select);
  await send({ type: 'function.selected', code: 'face-blur' });
  expect(told('encoder').at(-1)).toEqual({ type: 'picture.closed' });
  await send(select);
  await send({ type: 'photo.removed' });
  expect(told('encoder').at(-1)).toEqual({ type: 'picture.closed' });
});

it('stays selected for the next photo, of which no preview is requested', async () => {
  const { choose, now, send, told } = startStudio();
  await choose();
  await send(select);
  await send({ type: 'photo.removed' });
  const requested = () =>
    told('preview').filter((event) => (event as { type: string }).type === 'preview.requested');
  const before = requested().length;
  await choose();
  expect([selectFunctionCode(now()), requested().length]).toEqual([smallerFile, before]);
});

it('gives way to a function of the server for the first photo of a batch (R85)', async () => {
  const { choose, now, send, told } = startStudio();
  await choose();
  await send(select);
  const source = { kind: 'file', file } as const;
  await send({ type: 'photo.chosen', source, isOneOfMany: true });
  expect(selectFunctionCode(now())).not.toBe(smallerFile);
  expect(told('batch').at(-1)).toMatchObject({ type: 'settings.changed' });
  await choose();
  expect(selectFunctionCode(now())).toBe(smallerFile);
});

it('gives way to a function of the server if this device cannot read the next photo', async () => {
  const photos = [aPhoto(), aPhoto({ id: '2', format: 'png', decodable: false })];
  const { choose, now, send } = startStudio({
    inspectPhoto: async () => photos.shift() ?? aPhoto(),
  });
  await choose();
  await send(select);
  await send({ type: 'photo.removed' });
  await choose();
  expect(selectFunctionCode(now())).not.toBe(smallerFile);
});

it.each([
  ['undecodable', aPhoto({ decodable: false })],
  ['tooLarge', aPhoto({ width: 10_000, height: 9_000 })],
  [null, aPhoto()],
] as const)('names the obstacle of a photo: %s', (obstacle, photo) => {
  expect(smallerObstacle(photo)).toBe(obstacle);
});
