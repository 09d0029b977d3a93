import { expect, it, vi } from 'vitest';
import { type FileWish, mimes } from '../../../machines/model/picture-format.ts';
import { failureOf, PortError } from '../../../machines/ports/port-failure.ts';
import { createPictureFiles, type PictureWorld } from './picture-files.ts';

const picture = { url: '/files/cat-2x.png?a', name: 'cat-2x.png', mime: 'image/png' };
const source = { kind: 'stored', picture } as const;
const wish: FileWish = { format: 'jpg', side: null, quality: 80, maxBytes: null };
const signal = new AbortController().signal;
const bytes = () => new Response(new Blob(['picture'], { type: 'image/png' }));
const named = (name: string) => Object.assign(new Error(name), { name });

function createTestFiles(changes: Partial<PictureWorld> = {}) {
  const world: PictureWorld = {
    fetch: async () => bytes(),
    encode: async ({ wish: { format } }) => ({
      blob: new Blob(['x'], { type: mimes[format] }),
      width: 4,
      height: 3,
      isTransparent: false,
    }),
    compare: async () => null,
    createUrl: ({ type }) => `blob:${type}`,
    releaseUrl: () => {},
    canShare: () => true,
    share: async () => {},
    canCopy: () => true,
    copy: async (png) => void (await png),
    offer: () => {},
    zip: async (files) => new Blob(files.map(({ name }) => name)),
    ...changes,
  };
  const spied = {
    fetch: vi.spyOn(world, 'fetch'),
    encode: vi.spyOn(world, 'encode'),
    share: vi.spyOn(world, 'share'),
    offer: vi.spyOn(world, 'offer'),
    zip: vi.spyOn(world, 'zip'),
    releaseUrl: vi.spyOn(world, 'releaseUrl'),
  };
  return { ...spied, files: createPictureFiles(world) };
}

it('makes a JPEG of the quality, under the name of the result (R87)', async () => {
  const { encode, files } = createTestFiles();
  const { file, isTransparent } = await files.encodePicture({ source, wish }, signal);
  expect([file.name, file.type, isTransparent]).toEqual(['cat-2x.jpg', 'image/jpeg', false]);
  expect(encode.mock.calls[0]?.[0]).toMatchObject({ wish, isQuick: false });
});

it('makes a file of a photo without loading anything, under a name of its own (R87)', async () => {
  const { fetch, files, releaseUrl } = createTestFiles();
  const photo = new File(['x'], 'IMG_2041.HEIC');
  const request = { source: { kind: 'photo', id: '1', file: photo } as const, wish };
  const { file, url } = await files.encodePicture(request, signal);
  expect([file.name, url, fetch.mock.calls]).toEqual(['IMG_2041-small.jpg', 'blob:image/jpeg', []]);
  await files.encodePicture({ ...request, wish: { ...wish, format: 'png' } }, signal);
  expect(releaseUrl.mock.calls).toEqual([['blob:image/jpeg']]);
});

it('keeps the shown file of a photo while a file of a result is made, and the reverse', async () => {
  const { files, releaseUrl } = createTestFiles();
  const photo = { kind: 'photo', id: '1', file: new File(['x'], 'IMG_2041.HEIC') } as const;
  await files.encodePicture({ source: photo, wish }, signal);
  await files.encodePicture({ source, wish: { ...wish, format: 'png' } }, signal);
  expect(releaseUrl).not.toHaveBeenCalled();
});

it('loads a result once, however often it is encoded', async () => {
  const { fetch, files } = createTestFiles();
  for (const quality of [80, 70])
    await files.encodePicture({ source, wish: { ...wish, quality } }, signal);
  expect(fetch).toHaveBeenCalledTimes(1);
  await files.sharePicture({ picture: { ...picture, url: '/files/other.png' } }, signal);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it.each([
  [404, { reason: 'refused', code: 'record_gone' }],
  [403, { reason: 'refused', code: 'record_gone' }],
  [503, { reason: 'server' }],
])('reports what the status %d of the file means', async (status, failure) => {
  const { files } = createTestFiles({ fetch: async () => new Response('', { status }) });
  const answer = files.encodePicture({ source, wish }, signal);
  expect(await answer.catch(failureOf)).toMatchObject(failure);
});

it('reports that there is no connection', async () => {
  const { files } = createTestFiles({ fetch: () => Promise.reject(new TypeError('failed')) });
  expect(await files.sharePicture({ picture }, signal).catch(failureOf)).toMatchObject({
    reason: 'offline',
  });
});

it('reports a file that the browser cannot make', async () => {
  const encode = () => Promise.reject(new Error('The canvas is empty.'));
  const { files } = createTestFiles({ encode });
  const answer = files.encodePicture({ source, wish: { ...wish, format: 'webp' } }, signal);
  expect(await answer.catch(failureOf)).toMatchObject({ reason: 'unsupported' });
});

it('saves several results as one ZIP, each under its own name (R85)', async () => {
  const { fetch, zip, offer, files } = createTestFiles();
  const pictures = [picture, { ...picture, url: '/files/other.png' }];
  await files.savePictures({ pictures, name: 'photos.zip' }, signal);
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([picture.url, '/files/other.png']);
  expect(zip.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['cat-2x.png', 'cat-2x (2).png']);
  const [file] = offer.mock.calls[0] ?? [];
  expect([file?.name, file?.type]).toEqual(['photos.zip', 'application/zip']);
});

it('saves a single result without a ZIP (R85)', async () => {
  const { zip, offer, files } = createTestFiles();
  await files.savePictures({ pictures: [picture], name: 'photos.zip' }, signal);
  expect(offer.mock.calls.map(([file, name]) => [file.name, name])).toEqual([
    ['cat-2x.png', 'cat-2x.png'],
  ]);
  expect(zip).not.toHaveBeenCalled();
});

it('saves no ZIP if a result was deleted', async () => {
  const { offer, files } = createTestFiles({
    fetch: async () => new Response('', { status: 404 }),
  });
  const answer = files.savePictures({ pictures: [picture], name: 'photos.zip' }, signal);
  expect(await answer.catch(failureOf)).toMatchObject({ code: 'record_gone' });
  expect(offer).not.toHaveBeenCalled();
});

it('shares the file as it was delivered', async () => {
  const { share, files } = createTestFiles();
  await files.sharePicture({ picture }, signal);
  expect(share.mock.calls[0]?.[0]).toMatchObject({ name: 'cat-2x.png', type: 'image/png' });
});

it.each([
  ['AbortError', 'cancelled'],
  ['NotAllowedError', 'unsupported'],
])('reports a share that ends with %s as %s', async (name, reason) => {
  const { files } = createTestFiles({ share: () => Promise.reject(named(name)) });
  const answer = files.sharePicture({ picture }, signal);
  expect(await answer.catch(failureOf)).toMatchObject({ reason });
});

it('copies a result of another format as a PNG', async () => {
  const copied: Blob[] = [];
  const copy = async (png: Promise<Blob>) => void copied.push(await png);
  const { files } = createTestFiles({ copy });
  await files.copyPicture({ picture }, signal);
  await files.copyPicture({ picture: { ...picture, url: '/b.jpg', mime: 'image/jpeg' } }, signal);
  expect(copied.map(({ type }) => type)).toEqual(['image/png', 'image/png']);
});

it.each([
  ['the browser refuses it', {}, 'unsupported'],
  [
    'the picture could not be loaded',
    { fetch: () => Promise.reject(new PortError({ reason: 'offline' })) },
    'offline',
  ],
])('reports a copy that fails because %s', async (_, changes, reason) => {
  const copy = () => Promise.reject(named('NotAllowedError'));
  const { files } = createTestFiles({ copy, ...changes });
  expect(await files.copyPicture({ picture }, signal).catch(failureOf)).toMatchObject({ reason });
});

it('hands a file to the downloads under its name', async () => {
  const { offer, files } = createTestFiles();
  const file = new File(['x'], 'cat-2x.jpg');
  await files.savePicture({ file }, signal);
  expect(offer).toHaveBeenCalledWith(file, 'cat-2x.jpg');
});

it('finds what the browser can do with this kind of file', async () => {
  const { files } = createTestFiles({
    canShare: ({ type }) => type === 'image/jpeg',
    canCopy: () => false,
  });
  expect(await files.findPictureWays({ picture }, signal)).toEqual({
    shares: false,
    copies: false,
  });
});

const compared = { before: '/files/before.webp', after: '/files/after.webp', width: 12, height: 8 };

it('compares the pictures that the page shows, from the cache if they are there', async () => {
  const place = { x: 0.4, y: 0.3 };
  const change = { place, area: { left: 0.4, top: 0.3, width: 0, height: 0 } };
  const compare = vi.fn<PictureWorld['compare']>(async () => change);
  const { fetch, files } = createTestFiles({ compare });
  expect(await files.findChange(compared, signal)).toBe(change);
  expect(fetch.mock.calls.map(([url, { cache }]) => [url, cache])).toEqual([
    ['/files/before.webp', 'force-cache'],
    ['/files/after.webp', 'force-cache'],
  ]);
  expect(compare.mock.calls[0]?.[0]).toMatchObject({ width: 12, height: 8 });
});

it('reports that this browser cannot compare the pictures', async () => {
  const { files } = createTestFiles({ compare: () => Promise.reject(new Error('no canvas')) });
  const failure = await files.findChange(compared, signal).catch(failureOf);
  expect(failure).toMatchObject({ reason: 'unsupported', call: 'findChange' });
});
