import { type ShareLimits, shareLimits } from '../../../machines/model/shared-photos.ts';
import { keptMs } from './photo-rows.ts';

/*
 * Photos that another app has shared, until a page takes them. The service worker writes them, and
 * the home page takes them. They are in a cache and not in the device's database, because the
 * worker and the page may be of different builds, and a cache has no schema.
 */
const cacheName = 'shared-photos';

/** The address of a stored photo contains its time and its name. */
const addressOf = (file: File, at: number, index: number) =>
  `/${cacheName}/${at}/${index}/${encodeURIComponent(file.name)}`;

/** Returns the size of a stored photo in bytes. */
async function storedBytes(cache: Cache, request: Request): Promise<number> {
  return Number((await cache.match(request))?.headers.get('content-length') ?? 0);
}

/** True if the cache would contain more than it may contain, with these photos. */
async function wouldExceed(limits: ShareLimits, cache: Cache, files: readonly File[]) {
  const stored = await cache.keys();
  if (stored.length + files.length > limits.photos) return true;
  const sizes = await Promise.all(stored.map((request) => storedBytes(cache, request)));
  const bytes = [...sizes, ...files.map(({ size }) => size)];
  return bytes.reduce((total, size) => total + size, 0) > limits.bytes;
}

async function putAll(files: readonly File[], now: number, limits: ShareLimits): Promise<void> {
  const cache = await caches.open(cacheName);
  if (await wouldExceed(limits, cache, files))
    throw new RangeError('Expected fewer or smaller photos to wait for the home page.');
  const addresses = files.map((file, index) => addressOf(file, now, index));
  try {
    for (const [index, file] of files.entries()) {
      const headers = { 'content-type': file.type, 'content-length': String(file.size) };
      await cache.put(addresses[index] as string, new Response(file, { headers }));
    }
  } catch (error) {
    for (const address of addresses) await cache.delete(address);
    throw error;
  }
}

/**
 * Stores all photos of one share. Rejects, and stores none, if the device has no space or if too
 * many photos would wait for the home page. Shares are stored one after the other, because two at
 * once could exceed the limits together.
 */
export const putSharedPhotos = (
  files: readonly File[],
  now: number,
  limits = shareLimits,
): Promise<void> => navigator.locks.request(cacheName, () => putAll(files, now, limits));

const isExpired = ({ url }: Request, now: number): boolean =>
  now - Number(new URL(url).pathname.split('/')[2]) >= keptMs;

/** Deletes the photos that were stored more than a day ago. */
export async function dropOldSharedPhotos(now: number): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    if (isExpired(request, now)) await cache.delete(request);
  }
}

async function takeAll(): Promise<File[]> {
  if (!(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const taken: File[] = [];
  for (const request of await cache.keys()) {
    const [, , , , name = ''] = new URL(request.url).pathname.split('/');
    const bytes = await (await cache.match(request))?.blob();
    // false if another tab has deleted the photo, because it is old
    const isTaken = await cache.delete(request);
    if (!bytes || !isTaken) continue;
    taken.push(new File([bytes], decodeURIComponent(name), { type: bytes.type }));
  }
  return taken;
}

/**
 * Returns the stored photos, oldest first, and deletes them. Each share is returned to one tab only,
 * after all of its photos are stored.
 */
export const takeSharedPhotos = (): Promise<File[]> =>
  navigator.locks.request(cacheName, () => takeAll());
