import { expect, it } from 'vitest';
import type { Limits } from '../../../machines/model/functions.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { memoryPhoto } from '../memory/memory-samples.ts';
import { createPhotoPreparation } from './prepare-photo.ts';
import type { ShrinkRequest } from './shrink-photo.ts';

const limits: Limits = {
  maxBytes: 1_000_000,
  maxPixels: 1_000_000,
  minSide: 16,
  formats: ['jpg', 'png', 'webp'],
};
const whole = Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 1, 0xff, 0xd9);
const photo = { ...memoryPhoto, file: new File([whole], 'cat.heic') };
const signal = new AbortController().signal;

/**
 * Simulates the redrawing: returns a blob of the requested type, with this number of bytes per
 * pixel.
 */
function createTestPreparation({ bytesPerPixel = 0.1, type = '', transparent = false } = {}) {
  const requests: ShrinkRequest[] = [];
  const prepare = createPhotoPreparation(async (request) => {
    requests.push(request);
    const { width, height, opaqueMime, transparentMime } = request;
    const mime = transparent ? transparentMime : opaqueMime;
    const size = Math.floor(width * height * bytesPerPixel);
    return new Blob([new Uint8Array(size)], { type: type || mime });
  });
  return { requests, prepare };
}

it('leaves a photo that fits unchanged', async () => {
  const { prepare, requests } = createTestPreparation();
  const prepared = await prepare(
    { photo: { ...photo, width: 1000, height: 1000 }, limits, downscale: true },
    signal,
  );
  expect(prepared).toEqual({ file: photo.file, format: 'jpg', width: 1000, height: 1000 });
  expect(requests).toEqual([]);
});

it('shrinks a photo to the pixels that the function accepts, and no further', async () => {
  const { prepare, requests } = createTestPreparation();
  const large = { ...photo, name: 'my.cat.jpeg', width: 4000, height: 3000 };
  const prepared = await prepare({ photo: large, limits, downscale: true }, signal);
  expect(prepared).toMatchObject({ format: 'jpg', width: 1154, height: 866 });
  expect(prepared.width * prepared.height).toBeLessThanOrEqual(limits.maxPixels);
  expect(prepared.file).toMatchObject({ name: 'my.cat.jpg', type: 'image/jpeg' });
  expect(requests).toMatchObject([{ quality: 0.92, mayBeTransparent: false }]);
});

it('does not shrink a JPEG without its end marker, because a missing part would turn grey', async () => {
  const { prepare, requests } = createTestPreparation();
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 1, 2, 3)], 'cat.jpg');
  const large = { ...photo, file, width: 4000, height: 3000 };
  const failure = await prepare({ photo: large, limits, downscale: true }, signal).catch(failureOf);
  expect(failure).toMatchObject({ reason: 'refused', code: 'image_truncated' });
  expect(requests).toEqual([]);
});

it('redraws a photo with too many pixels for its format, in full size', async () => {
  const { prepare, requests } = createTestPreparation();
  const strict = { ...limits, formats: [...limits.formats, 'avif'] };
  const avif = { ...photo, format: 'avif', name: 'cat.avif', width: 900, height: 900 };
  const given = { photo: avif, limits: strict, downscale: true };
  expect(await prepare(given, signal)).toMatchObject({ file: avif.file, format: 'avif' });
  expect(requests).toEqual([]);
  const byFormat = { ...strict, maxPixelsByFormat: { avif: 800_000 } };
  const prepared = await prepare({ ...given, limits: byFormat }, signal);
  expect(prepared).toMatchObject({ width: 900, height: 900 });
  expect(prepared.format).not.toBe('avif');
});

it('makes a photo smaller until the file fits', async () => {
  const { prepare, requests } = createTestPreparation({ bytesPerPixel: 3 });
  const prepared = await prepare(
    { photo: { ...photo, bytes: 9e6, width: 900, height: 900 }, limits, downscale: true },
    signal,
  );
  expect(prepared.file.size).toBeLessThanOrEqual(limits.maxBytes);
  expect(requests.length).toBe(2);
});

it.each([
  ['png', 'png'],
  ['webp', 'webp'],
  ['gif', 'png'],
])('keeps the transparency of a %s', async (format, written) => {
  const { prepare, requests } = createTestPreparation({ transparent: true });
  const large = { ...photo, format, width: 2000, height: 2000 };
  expect(await prepare({ photo: large, limits, downscale: true }, signal)).toMatchObject({
    format: written,
  });
  expect(requests[0]?.mayBeTransparent).toBe(true);
});

it('uses the format that the browser wrote, if the function accepts it', async () => {
  const { prepare } = createTestPreparation({ type: 'image/png', transparent: true });
  const large = { ...photo, format: 'webp', width: 2000, height: 2000 };
  expect(await prepare({ photo: large, limits, downscale: true }, signal)).toMatchObject({
    format: 'png',
  });
});

it('turns a HEIC that this browser decodes into a JPEG of the same size', async () => {
  const { prepare } = createTestPreparation();
  const heic = { ...photo, format: 'heic' };
  expect(await prepare({ photo: heic, limits, downscale: false }, signal)).toMatchObject({
    format: 'jpg',
    width: heic.width,
    height: heic.height,
  });
});

it('sends a HEIC that the browser cannot decode only to a function that accepts it', async () => {
  const { prepare } = createTestPreparation();
  const heic = { ...photo, format: 'heic', decodable: false, width: 0, height: 0 };
  const takesHeic = { ...limits, formats: ['heic', 'jpg'] };
  expect(await prepare({ photo: heic, limits: takesHeic, downscale: true }, signal)).toMatchObject({
    format: 'heic',
  });
  const failure = await prepare({ photo: heic, limits, downscale: true }, signal).catch(failureOf);
  expect(failure).toMatchObject({ reason: 'unsupported', call: 'preparePhoto' });
});

it.each([
  ['pixels', { width: 4000, height: 3000 }],
  ['bytes', { bytes: 9e6, width: 900, height: 900 }],
])('refuses too many %s when the function needs the original photo', async (_, changes) => {
  const { prepare } = createTestPreparation();
  const failure = await prepare(
    { photo: { ...photo, ...changes }, limits, downscale: false },
    signal,
  ).catch(failureOf);
  expect(failure).toMatchObject({ reason: 'unsupported' });
});

it('refuses a photo that the browser cannot redraw', async () => {
  const prepare = createPhotoPreparation(() => Promise.reject(new Error('out of memory')));
  const failure = await prepare(
    { photo: { ...photo, width: 4000, height: 3000 }, limits, downscale: true },
    signal,
  ).catch(failureOf);
  expect(failure).toMatchObject({ reason: 'unsupported' });
});

it('reports a file that was changed after it was chosen', async () => {
  const { prepare, requests } = createTestPreparation();
  const changed = { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  const file = Object.assign(new File([whole], 'cat.jpg'), { slice: () => changed });
  const answer = prepare({ photo: { ...photo, file }, limits, downscale: true }, signal);
  const failure = await answer.catch(failureOf);
  expect(failure).toMatchObject({ reason: 'unreadable', call: 'preparePhoto' });
  expect(requests).toEqual([]);
});
