import { beforeEach, expect, it, vi } from 'vitest';
import { keptMs } from './photo-rows.ts';
import { dropOldSharedPhotos, putSharedPhotos, takeSharedPhotos } from './shared-photos.ts';

const urlOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : request, 'https://lightwell.example').href;

/** Returns the browser's caches in memory, with the functions that are used. */
function createCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const cacheOf = (rows: Map<string, Response>) => ({
    put: async (request: RequestInfo, answer: Response) => {
      rows.set(urlOf(request), answer);
    },
    match: async (request: RequestInfo) => rows.get(urlOf(request))?.clone(),
    delete: async (request: RequestInfo) => rows.delete(urlOf(request)),
    keys: async () => [...rows.keys()].map((url) => new Request(url)),
  });
  return {
    has: async (name: string) => stored.has(name),
    open: async (name: string) => {
      const rows = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, rows);
      return cacheOf(rows);
    },
  };
}

const cat = () => new File(['cat'], 'Katze 1/2 ü.png', { type: 'image/png' });
const dog = () => new File(['dog!'], 'dog.jpg', { type: 'image/jpeg' });
const facts = (files: readonly File[]) => files.map(({ name, type, size }) => [name, type, size]);

beforeEach(() => {
  vi.stubGlobal('caches', createCaches());
});

it('returns shared photos once, in order, with name and type', async () => {
  await putSharedPhotos([cat(), dog()], 1000);
  await putSharedPhotos([dog()], 2000);
  const taken = await takeSharedPhotos();
  expect(facts(taken)).toEqual([
    ['Katze 1/2 ü.png', 'image/png', 3],
    ['dog.jpg', 'image/jpeg', 4],
    ['dog.jpg', 'image/jpeg', 4],
  ]);
  expect(await taken[0]?.text()).toBe('cat');
  expect(await takeSharedPhotos()).toEqual([]);
});

it('gives each photo to one of two tabs', async () => {
  await putSharedPhotos([cat(), dog()], 1000);
  const both = await Promise.all([takeSharedPhotos(), takeSharedPhotos()]);
  expect(both.flat()).toHaveLength(2);
});

it('gives a share that is being stored to one tab, when all of its photos are stored', async () => {
  const stored = putSharedPhotos([cat(), dog()], 1000);
  const taken = await takeSharedPhotos();
  await stored;
  expect(facts(taken)).toHaveLength(2);
});

it('deletes photos that were shared more than a day ago', async () => {
  await putSharedPhotos([cat()], 1000);
  await putSharedPhotos([dog()], 2000);
  await dropOldSharedPhotos(1000 + keptMs);
  expect(facts(await takeSharedPhotos())).toEqual([['dog.jpg', 'image/jpeg', 4]]);
});

it('stores none of the photos if the device has no space for all', async () => {
  const full = await caches.open('shared-photos');
  const put = full.put.bind(full);
  let count = 0;
  full.put = (...args) =>
    ++count === 2 ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : put(...args);
  vi.spyOn(caches, 'open').mockResolvedValue(full);
  await expect(putSharedPhotos([cat(), dog()], 1000)).rejects.toThrow('full');
  expect(await takeSharedPhotos()).toEqual([]);
});

it.each([
  ['number', { photos: 2, bytes: 100 }],
  ['size', { photos: 100, bytes: 10 }],
])('stores no photo that exceeds the limit of the %s of waiting photos', async (_, limits) => {
  await putSharedPhotos([cat(), dog()], 1000, limits);
  await expect(putSharedPhotos([dog()], 2000, limits)).rejects.toThrow('fewer or smaller');
  expect(await takeSharedPhotos()).toHaveLength(2);
  await putSharedPhotos([dog()], 2000, limits);
  expect(facts(await takeSharedPhotos())).toEqual([['dog.jpg', 'image/jpeg', 4]]);
});

it('stores one of two shares that come at once and exceed the limit together', async () => {
  const limits = { photos: 2, bytes: 100 };
  const shares = [1000, 2000].map((now) => putSharedPhotos([cat(), dog()], now, limits));
  const ends = await Promise.allSettled(shares);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await takeSharedPhotos()).toHaveLength(2);
});

it('returns nothing, and creates no cache, before the first share', async () => {
  expect(await takeSharedPhotos()).toEqual([]);
  expect(await caches.has('shared-photos')).toBe(false);
});
