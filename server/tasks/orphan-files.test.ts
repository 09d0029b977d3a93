import { beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { createOrphanFiles } from './orphan-files.ts';
import { findFileOwners, hasRecords, knownUploads } from './orphans.store.ts';

/* Tests how files are traversed. `deleted.test.ts` tests which files are orphans. */

vi.mock('./orphans.store.ts');

/** file names by folder */
let files: Record<string, string[]>;
let removed: string[];
const onError = vi.fn();
beforeEach(() => {
  files = {};
  removed = [];
  onError.mockClear();
  vi.mocked(hasRecords).mockResolvedValue(true);
  vi.mocked(knownUploads).mockReset().mockResolvedValue(new Set());
  vi.mocked(findFileOwners).mockReset().mockResolvedValue(new Map());
});

const storage = {
  async *list(folder: string) {
    yield* files[folder] ?? [];
  },
  async remove([path = '']: string[]) {
    if (path.endsWith('stuck')) throw new Error('cannot be removed');
    removed.push(path);
  },
} as unknown as Storage;

const removeOrphans = () => createOrphanFiles({ db: {} as Database, storage, onError }).remove();

test('removes a single file', async () => {
  files = { uploads: ['a'] };
  expect(await removeOrphans()).toBe(1);
  expect(removed).toEqual(['uploads/a']);
});

test('continues after a file that cannot be removed, reports it and does not count it', async () => {
  files = { uploads: ['stuck', 'a'], records: ['b'] };
  expect(await removeOrphans()).toBe(2);
  expect(removed).toEqual(['uploads/a', 'records/b']);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('cannot be removed'));
});

test('queries the tables once for two hundred files', async () => {
  const names = Array.from({ length: 401 }, (_, n) => `${n}`);
  files = { uploads: names, records: names };
  expect(await removeOrphans()).toBe(802);
  const asked = [knownUploads, findFileOwners].map((ask) =>
    vi.mocked(ask).mock.calls.map(([, some]) => some.length),
  );
  expect(asked).toEqual([
    [200, 200, 1],
    [200, 200, 1],
  ]);
});
