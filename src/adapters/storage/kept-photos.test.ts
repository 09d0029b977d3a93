import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import type { KeptPhotoEvent } from '../../../machines/ports/kept-photos.port.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { eventually } from '../../../tools/testing/eventually.ts';
import { createDeviceDatabase, databaseName } from './device-database.ts';
import { createKeptPhotos } from './kept-photos.ts';
import { createPhotoRows, keptMs } from './photo-rows.ts';
import { createTabLocks, photoLock } from './tab-locks.ts';

const request = {
  photoId: 'photo-1',
  functionCode: 'face-blur',
  options: {},
  fileKey: 'file-1',
  idempotencyKey: 'key-1',
  promisedMs: null,
};

const signal = new AbortController().signal;
const openTabs: { close: () => void }[] = [];
let time = 0;

/**
 * Simulates a separate tab of the same browser. Closing the tab releases its locks, like a crash
 * would.
 */
function openTab({ withLocks = true, open = createDeviceDatabase() } = {}) {
  const mine = new Set<string>();
  const locks = withLocks ? createTabLocks(navigator.locks) : null;
  const looks = new Set<() => void>();
  const stops: (() => void)[] = [];
  let visible = true;
  const photos = createKeptPhotos({
    rows: createPhotoRows(open, () => time),
    locks,
    sight: {
      isVisible: () => visible,
      onChange: (listener) => {
        looks.add(listener);
        return () => looks.delete(listener);
      },
    },
  });
  const tab = {
    keep: (photo: KeptPhoto) => {
      mine.add(photo.id);
      return photos.keepPhoto(photo, signal);
    },
    forget: (id: string) => photos.forgetPhoto({ id }, signal),
    take: async (inHand: readonly string[] = []) => {
      const kept = await photos.takeKeptPhoto({ inHand }, signal);
      if (kept) mine.add(kept.id);
      return kept;
    },
    watch: (inHand: readonly string[] = []) => {
      const told: KeptPhotoEvent[] = [];
      const stop = photos.watchKeptPhotos({ inHand }, (event) => {
        if (event.type === 'keptPhoto.found') mine.add(event.kept.id);
        told.push(event);
      });
      stops.push(stop);
      return { told, stop };
    },
    show: (shown: boolean) => {
      visible = shown;
      for (const look of looks) look();
    },
    close: () => {
      for (const stop of stops) stop();
      for (const id of mine) locks?.letGo(photoLock(id));
    },
  };
  openTabs.push(tab);
  return tab;
}

const aKeptPhoto = (changes: Partial<KeptPhoto> = {}): KeptPhoto => ({
  id: 'photo-1',
  file: new File(['bytes of a cat'], 'cat.jpg', { type: 'image/jpeg' }),
  functionCode: 'denoise',
  options: { strength: 60 },
  run: { step: 'sending', idempotencyKey: 'key-1' },
  ...changes,
});

const textOf = (kept: KeptPhoto | null) => (kept?.file as unknown as File | undefined)?.text();

const failing = (reason: string) => ({
  reason: 'unsupported',
  msg: expect.stringContaining(reason),
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  time = Date.UTC(2026, 10, 21);
});

afterEach(() => {
  for (const tab of openTabs.splice(0)) tab.close();
});

describe('a stored photo', () => {
  it('is found after a reload with its name, type, bytes, choice and key', async () => {
    const before = openTab();
    await before.keep(aKeptPhoto());
    before.close();
    const kept = await openTab().take();
    expect(kept).toEqual({ ...aKeptPhoto(), file: expect.any(File) });
    expect([kept?.file.name, kept?.file.type]).toEqual(['cat.jpg', 'image/jpeg']);
    expect(await textOf(kept)).toBe('bytes of a cat');
  });

  it('is found with its latest state', async () => {
    const before = openTab();
    await before.keep(aKeptPhoto({ run: null }));
    const run = { step: 'asked' as const, request };
    await before.keep(aKeptPhoto({ functionCode: 'face-blur', options: {}, run }));
    before.close();
    expect(await openTab().take()).toMatchObject({
      functionCode: 'face-blur',
      options: {},
      run,
    });
  });

  it('stays marked as possibly started when an older update arrives late', async () => {
    const before = openTab();
    const run = { step: 'asked' as const, request };
    await before.keep(aKeptPhoto({ run }));
    await before.keep(aKeptPhoto());
    before.close();
    const after = openTab();
    expect(await after.take()).toMatchObject({ run });
    await after.keep(aKeptPhoto({ run: null }));
    after.close();
    expect(await openTab().take()).toMatchObject({ run: null });
  });

  it('writes its bytes once', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const tab = openTab();
    await tab.keep(aKeptPhoto({ run: null }));
    await tab.keep(aKeptPhoto());
    const stores = put.mock.contexts.map((store) => (store as IDBObjectStore).name);
    expect(stores).toEqual(['photoBytes', 'photos', 'photos']);
  });

  it('is removed, even while it is still being written', async () => {
    const tab = openTab();
    const keeping = tab.keep(aKeptPhoto());
    await Promise.all([keeping, tab.forget('photo-1')]);
    tab.close();
    expect(await openTab().take()).toBeNull();
    const database = await createDeviceDatabase()();
    expect(await database.count('photoBytes')).toBe(0);
  });

  it('can be stored again after it was removed', async () => {
    const tab = openTab();
    await Promise.all([tab.keep(aKeptPhoto()), tab.forget('photo-1'), tab.keep(aKeptPhoto())]);
    tab.close();
    expect(await openTab().take()).toMatchObject({ id: 'photo-1' });
  });

  it('is not found while it is being removed', async () => {
    const tab = openTab();
    await tab.keep(aKeptPhoto());
    const { told } = tab.watch();
    await tab.forget('photo-1');
    await eventually(() => expect(told).toEqual([{ type: 'keptPhoto.nowhere' }]));
  });

  it('is deleted a day later, not earlier', async () => {
    const before = openTab();
    await before.keep(aKeptPhoto());
    before.close();
    time += keptMs - 1;
    const again = openTab();
    expect(await again.take()).toMatchObject({ id: 'photo-1' });
    again.close();
    time += 1;
    expect(await openTab().take()).toBeNull();
    const database = await createDeviceDatabase()();
    expect([await database.count('photos'), await database.count('photoBytes')]).toEqual([0, 0]);
  });

  it('is deleted after it was found ten times without being received by the server', async () => {
    const before = openTab();
    await before.keep(aKeptPhoto());
    before.close();
    for (let times = 0; times < 10; times += 1) {
      const tab = openTab();
      expect(await tab.take()).not.toBeNull();
      tab.close();
    }
    expect(await openTab().take()).toBeNull();
  });

  it('comes before an older one', async () => {
    const before = openTab();
    await before.keep(aKeptPhoto({ id: 'older' }));
    time += 1;
    await before.keep(aKeptPhoto({ id: 'newer' }));
    before.close();
    const after = openTab();
    expect([(await after.take())?.id, (await after.take(['newer']))?.id]).toEqual([
      'newer',
      'older',
    ]);
  });

  it('is not found while a chart of this tab uses it', async () => {
    const tab = openTab();
    await tab.keep(aKeptPhoto());
    expect(await tab.take(['photo-1'])).toBeNull();
    expect(await tab.take([])).toMatchObject({ id: 'photo-1' });
  });

  it('stays free if the search was aborted', async () => {
    const before = openTab();
    await before.keep(aKeptPhoto());
    before.close();
    const given = new AbortController();
    const { takeKeptPhoto } = createKeptPhotos({
      rows: createPhotoRows(createDeviceDatabase(), () => time),
      locks: createTabLocks(navigator.locks),
      sight: { isVisible: () => true, onChange: () => () => {} },
    });
    const taking = takeKeptPhoto({ inHand: [] }, given.signal);
    given.abort();
    expect(await taking).toBeNull();
    expect(await openTab().take()).toMatchObject({ id: 'photo-1' });
  });
});

describe('two tabs', () => {
  it('have one owner of a photo', async () => {
    const first = openTab();
    await first.keep(aKeptPhoto());
    const second = openTab();
    expect(await second.take()).toBeNull();
    expect(await second.keep(aKeptPhoto()).catch(failureOf)).toMatchObject(failing('hold'));
  });

  it('move the photo to the second tab when the first is closed; until then the second names it', async () => {
    const first = openTab();
    await first.keep(aKeptPhoto());
    const { told } = openTab().watch();
    await eventually(() =>
      expect(told).toEqual([{ type: 'keptPhoto.elsewhere', names: ['cat.jpg'] }]),
    );
    first.close();
    await eventually(() => expect(told.at(-1)).toMatchObject({ type: 'keptPhoto.found' }));
  });

  it('both remove a photo that has been uploaded', async () => {
    const first = openTab();
    await first.keep(aKeptPhoto());
    const { told } = openTab().watch();
    await eventually(() => expect(told).toHaveLength(1));
    await first.forget('photo-1');
    await eventually(() => expect(told.at(-1)).toEqual({ type: 'keptPhoto.nowhere' }));
  });

  it('leave a photo to the visible tab', async () => {
    const first = openTab();
    await first.keep(aKeptPhoto());
    const second = openTab();
    const { told } = second.watch();
    await eventually(() => expect(told).toHaveLength(1));
    second.show(false);
    first.close();
    const reloaded = openTab();
    expect(await reloaded.take()).toMatchObject({ id: 'photo-1' });
    second.show(true);
    await eventually(() => expect(told).toHaveLength(2));
    expect(told.at(-1)).toMatchObject({ type: 'keptPhoto.elsewhere' });
  });

  it('do not wait for each other once they stop watching', async () => {
    const first = openTab();
    await first.keep(aKeptPhoto());
    const { told, stop } = openTab().watch();
    await eventually(() => expect(told).toHaveLength(1));
    stop();
    first.close();
    expect(await openTab().take()).toMatchObject({ id: 'photo-1' });
    expect(told).toHaveLength(1);
  });
});

describe('a browser that', () => {
  const quota = () => new DOMException('No room', 'QuotaExceededError');

  it('has no space left reports the failure and stores no part of the photo', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw quota();
    });
    const tab = openTab();
    expect(await tab.keep(aKeptPhoto()).catch(failureOf)).toMatchObject(failing('Quota'));
    vi.restoreAllMocks();
    expect(await tab.take()).toBeNull();
  });

  it('cannot store a Blob stores its bytes', async () => {
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (value instanceof Blob) throw new DOMException('No Blobs here', 'DataCloneError');
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    });
    const before = openTab();
    await before.keep(aKeptPhoto());
    before.close();
    expect(await textOf(await openTab().take())).toBe('bytes of a cat');
  });

  it('stores a Blob that it cannot read again stores its bytes', async () => {
    vi.spyOn(Blob.prototype, 'slice').mockImplementation(
      () => ({ arrayBuffer: () => Promise.reject(new Error('WebKitBlobResource')) }) as never,
    );
    const before = openTab();
    await before.keep(aKeptPhoto());
    before.close();
    const database = await createDeviceDatabase()();
    expect(await database.get('photoBytes', 'photo-1')).toBeInstanceOf(ArrayBuffer);
    expect(await textOf(await openTab().take())).toBe('bytes of a cat');
  });

  it.each([
    ['has no Web Locks', { withLocks: false }],
    ['blocks storage', { open: () => Promise.reject(new DOMException('No', 'SecurityError')) }],
  ])('%s stores nothing and reports it', async (_, settings) => {
    const tab = openTab(settings);
    expect(await tab.keep(aKeptPhoto()).catch(failureOf)).toMatchObject({
      reason: 'unsupported',
      call: 'keepPhoto',
    });
    const { told } = tab.watch();
    await tab.take().catch(failureOf);
    expect(told).toEqual([]);
  });

  it('has no IndexedDB stores no photo and reports the failure', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await openTab().keep(aKeptPhoto()).catch(failureOf)).toMatchObject({
      reason: 'unsupported',
    });
  });

  it('removes silently if nothing was ever stored', async () => {
    await expect(openTab({ withLocks: false }).forget('photo-1')).resolves.toBeUndefined();
  });
});

describe('a page of another build', () => {
  it('may upgrade the database while this connection is open', async () => {
    const tab = openTab();
    await tab.keep(aKeptPhoto());
    const newer = await openDB(databaseName, 3);
    expect(newer.version).toBe(3);
    expect(await tab.keep(aKeptPhoto()).catch(failureOf)).toMatchObject(failing('Version'));
    newer.close();
  });

  it('of version 1 leaves its photo, and the key under which it may have been started (R32)', async () => {
    const old = await openDB(databaseName, 1, {
      upgrade: (database) => {
        database.createObjectStore('photos', { keyPath: 'id' });
        database.createObjectStore('photoBytes');
        database.createObjectStore('logQueues');
      },
    });
    const { file, run: _, ...row } = aKeptPhoto();
    const { name, type } = file;
    const attempt = { step: 'asked', order: request };
    await old.put('photos', { ...row, name, type, attempt, keptAt: time, recoveries: 0 });
    await old.put('photoBytes', file, row.id);
    old.close();
    expect(await openTab().take()).toMatchObject({
      id: row.id,
      run: { step: 'asked', request },
    });
  });

  it('that clears the site can open the database again', async () => {
    const tab = openTab();
    await tab.keep(aKeptPhoto());
    await deleteDB(databaseName);
    expect(await tab.take()).toBeNull();
    await tab.keep(aKeptPhoto({ id: 'photo-2' }));
    expect(await tab.take()).toMatchObject({ id: 'photo-2' });
  });
});
