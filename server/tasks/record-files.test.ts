import { beforeEach, expect, test, vi } from 'vitest';
import type { EngineResult } from '../engine/engine.port.ts';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { deleteUpload, endUses } from '../uploads/uploads.store.ts';
import { createRecordFiles } from './record-files.ts';
import type { StoredResult } from './tasks.schema.ts';
import { findTask, markFilesRemoved, type Task } from './tasks.store.ts';

vi.mock('./tasks.store.ts');
vi.mock('../uploads/uploads.store.ts');

/** operations on files and rows, in order */
let done: string[];
/** file whose write fails because the disk is full */
let unwritable: string | null;
beforeEach(() => {
  done = [];
  unwritable = null;
  vi.mocked(findTask).mockReset();
  vi.mocked(deleteUpload).mockImplementation(async (_db, key) => void done.push(`row of ${key}`));
  vi.mocked(endUses).mockResolvedValue([]);
  vi.mocked(markFilesRemoved).mockImplementation(async (_db, id) => void done.push(`mark ${id}`));
});

let names: string[] = [];

const storage = {
  async put(key: string) {
    if (key === unwritable) throw new Error('the disk is full');
    done.push(`put ${key}`);
  },
  async *list() {
    yield* names;
  },
  async remove(keys: string[]) {
    done.push(`remove ${keys.join(' ')}`);
  },
} as unknown as Storage;

const files = createRecordFiles({
  db: {} as Database,
  storage,
  unfinished: { remove: async () => {} },
});

const file = (path: string, width: number, mime = 'image/webp' as const) => ({
  path,
  mime,
  width,
  height: 10,
  bytes: 100,
});
const result: EngineResult & { kind: 'succeeded' } = {
  kind: 'succeeded',
  result: file('/work/1.webp', 40),
  before: file('/work/2.webp', 20),
  after: file('/work/3.png', 20),
  thumbnail: file('/work/4.webp', 5),
};

test('keeps all pictures of a result below its record', async () => {
  expect(await files.keep('a', { ...result, faces: 2 })).toEqual({
    result: { key: 'records/a/result.webp', width: 40, height: 10, mime: 'image/webp', bytes: 100 },
    before: { key: 'records/a/before.webp', width: 20, height: 10 },
    after: { key: 'records/a/after.png', width: 20, height: 10 },
    thumbnail: { key: 'records/a/thumbnail.webp', width: 5, height: 10 },
    faces: 2,
  });
  expect((await files.keep('a', result)).faces).toBeNull();
});

test('stores nothing of a result that cannot be stored completely', async () => {
  unwritable = 'records/a/after.png';
  await expect(files.keep('a', result)).rejects.toThrow('the disk is full');
  expect(done.at(-1)).toBe('remove records/a');
});

test.each([
  ['has no row', undefined, true],
  ['was cancelled', { status: 5, output: null }, true],
  ['failed', { status: 4, output: null }, true],
  ['has its result from another attempt', { status: 2, output: {} as StoredResult }, false],
  ['waits for another attempt', { status: 0, output: null }, false],
  ['runs in another attempt', { status: 1, output: null }, false],
])('a late result of a task that %s', async (_, task, isRemoved) => {
  vi.mocked(findTask).mockResolvedValue(task as Task | undefined);
  await files.settle('a');
  expect(done).toEqual(isRemoved ? ['remove records/a'] : []);
});

test('a picture of finished rows has its own address, and is removed when the task has ended', async () => {
  const partial = {
    path: '/work/p.webp',
    mime: 'image/webp',
    width: 8,
    height: 6,
    share: 0.5,
  } as const;
  const key = 'records/a/partial-2-1.webp';
  expect(await files.keepPartial('a', '2-1', partial)).toEqual({
    key,
    width: 8,
    height: 6,
    share: 0.5,
  });
  names = ['result.png', 'partial-1-4.webp', 'partial-2-1.webp'];
  vi.mocked(findTask).mockResolvedValue({ status: 2, output: {} as StoredResult } as Task);
  await files.settle('a');
  expect(done).toEqual([
    `put ${key}`,
    'remove records/a/partial-1-4.webp',
    'remove records/a/partial-2-1.webp',
  ]);
});

test("removes a record's files before the row of its upload, and marks the record last", async () => {
  await files.remove({ id: 'a', uploadKey: 'uploads/a.png' } as Task);
  expect(done).toEqual(['remove records/a uploads/a.png', 'row of uploads/a.png', 'mark a']);
});
