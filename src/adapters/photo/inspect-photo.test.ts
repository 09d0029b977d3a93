import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { createPhotoInspection, type Size } from './inspect-photo.ts';

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

const fileOf = (bytes: Uint8Array | string, name = 'cat.jpg') =>
  new File([bytes as BlobPart], name);

function createTestInspection(decoded: Size | null = { width: 30, height: 20 }) {
  const live = new Set<string>();
  let made = 0;
  const decode = vi.fn(async () => decoded);
  const inspect = createPhotoInspection({
    decode,
    createMiniature: vi.fn(async () => 'blob:small'),
    createUrl: () => {
      const url = `blob:${++made}`;
      live.add(url);
      return url;
    },
    releaseUrl: (url) => live.delete(url),
  });
  const signal = new AbortController().signal;
  return {
    decode,
    live,
    inspect: (file: File) => inspect({ source: { kind: 'file', file } }, signal),
    chosen: (file: File) => inspect({ source: { kind: 'file', id: 'photo-8', file } }, signal),
    again: (file: File) => inspect({ source: { kind: 'kept', id: 'photo-7', file } }, signal),
    record: (url: string) =>
      inspect({ source: { kind: 'record', name: 'cat-2x.png', url } }, signal),
    sample: (url: string) => inspect({ source: { kind: 'sample', name: 'cat', url } }, signal),
  };
}

it('reports format, size and thumbnail of a photo, independent of its name', async () => {
  const { inspect } = createTestInspection();
  const file = fileOf(await image(30, 20).png().toBuffer(), 'holiday.jpg');
  expect(await inspect(file)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    file,
    name: 'holiday.jpg',
    format: 'png',
    bytes: file.size,
    width: 30,
    height: 20,
    decodable: true,
    problem: null,
    thumbnailUrl: 'blob:1',
  });
});

it('gives each photo a new id, and keeps an existing one', async () => {
  const { again, chosen, inspect } = createTestInspection();
  const file = fileOf(await image(3, 2).png().toBuffer());
  const [first, second, third] = [await inspect(file), await inspect(file), await again(file)];
  expect(first.id).not.toBe(second.id);
  expect(third).toMatchObject({ id: 'photo-7', format: 'png', problem: null });
  expect(await chosen(file)).toMatchObject({ id: 'photo-8' });
});

it('keeps one thumbnail address valid', async () => {
  const { inspect, live } = createTestInspection();
  const file = fileOf(await image(3, 2).png().toBuffer());
  await inspect(file);
  await inspect(file);
  expect([...live]).toEqual(['blob:2']);
});

it('finds an empty file, a text and a truncated photo without decoding them', async () => {
  const { inspect, decode } = createTestInspection();
  const jpg = await image(300, 200).jpeg().toBuffer();
  expect(await inspect(fileOf(''))).toMatchObject({ problem: 'empty', format: null });
  expect(await inspect(fileOf('Dear Sir'))).toMatchObject({ problem: 'notAnImage', format: null });
  expect(await inspect(fileOf(jpg.subarray(0, 100)))).toMatchObject({
    problem: 'truncated',
    format: 'jpg',
  });
  expect(decode).not.toHaveBeenCalled();
});

it('does not decode a decompression bomb', async () => {
  const { inspect, decode } = createTestInspection();
  const png = await image(2, 2).png().toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  expect(await inspect(fileOf(png))).toMatchObject({ problem: 'tooLarge', width: 30_000 });
  expect(decode).not.toHaveBeenCalled();
});

it('accepts a still GIF and refuses an animated GIF', async () => {
  const { inspect } = createTestInspection();
  const frame = { create: { width: 8, height: 8, channels: 3 as const, background: 'red' } };
  const other = { create: { ...frame.create, background: 'blue' } };
  const moving = sharp([frame, other] as unknown as Buffer[], { join: { animated: true } });
  expect(await inspect(fileOf(await image(8, 8).gif().toBuffer()))).toMatchObject({
    problem: null,
  });
  expect(await inspect(fileOf(await moving.gif().toBuffer()))).toMatchObject({
    problem: 'animated',
  });
});

it('leaves a rare format to the server that this browser cannot decode', async () => {
  const { inspect, live } = createTestInspection(null);
  const tiff = await image(30, 20).tiff().toBuffer();
  expect(await inspect(fileOf(tiff))).toMatchObject({
    format: 'tiff',
    decodable: false,
    problem: null,
    thumbnailUrl: null,
    width: 0,
  });
  expect(live.size).toBe(0);
});

it('reports a common format that cannot be decoded as unreadable', async () => {
  const { inspect } = createTestInspection(null);
  expect(await inspect(fileOf(await image(3, 2).png().toBuffer()))).toMatchObject({
    problem: 'unreadable',
    decodable: false,
  });
});

it('fetches a sample', async () => {
  const bytes = await image(30, 20).png().toBuffer();
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(new Uint8Array(bytes)));
  const { sample } = createTestInspection();
  expect(await sample('/samples/cat.png')).toMatchObject({ name: 'cat', format: 'png' });
});

it.each([
  ['the server has no such sample', async () => new Response('', { status: 404 }), 'server'],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
])('rejects a sample when %s', async (_, answer, reason) => {
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(answer);
  const failure = await createTestInspection().sample('/samples/cat.png').catch(failureOf);
  expect(failure).toMatchObject({ reason, call: 'photo' });
});

it('reports that the picture of a record was deleted (R86)', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('', { status: 404 }));
  const failure = await createTestInspection().record('/files/cat-2x.png').catch(failureOf);
  expect(failure).toMatchObject({ reason: 'refused', code: 'record_gone' });
});
