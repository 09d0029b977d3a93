import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dealStatus } from '../../contract/deal-status.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createTestQueue } from './queue.fixture.ts';
import { tasks } from './tasks.schema.ts';
import { createUnfinishedWork } from './unfinished-work.ts';
import { createWorkOnDisk } from './work-on-disk.ts';

const attempt = async (work: () => Promise<unknown>) => void (await work());

let database: OpenDatabase;
let directory: string;
let queue: ReturnType<typeof createTestQueue>;
beforeAll(async () => {
  database = await openTestDatabase();
  queue = createTestQueue(database.db);
  directory = await mkdtemp(join(tmpdir(), 'lightwell-unfinished-'));
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

test('unfinished work is kept only while its task waits or runs', async () => {
  const { db } = database;
  const change = async (set: Partial<typeof tasks.$inferInsert>) => {
    const { id } = await queue.send({ owner: 'somebody' });
    await db.update(tasks).set(set).where(eq(tasks.id, id));
    return id;
  };
  const going = [
    await change({ status: dealStatus.queued }),
    await change({ status: dealStatus.running }),
  ];
  const ended = [
    ...[
      await change({ status: dealStatus.succeeded }),
      await change({ status: dealStatus.failed }),
    ],
    await change({ deletedAt: new Date() }),
    'nobody',
  ];
  const work = createUnfinishedWork(db, createWorkOnDisk(directory), null);
  await work.sweep(attempt);
  for (const id of [...going, ...ended]) {
    const { folder } = await work.open({ id, attempt: 1 });
    await writeFile(join(folder, 'rows.tiff'), 'half');
  }
  await work.sweep(attempt);
  expect((await readdir(join(directory, 'unfinished'))).sort()).toEqual(going.toSorted());
});

test('a prediction is ended before its file is removed, and tried again if that fails', async () => {
  const { db } = database;
  const ended: string[] = [];
  let isReachable = false;
  const work = createUnfinishedWork(db, createWorkOnDisk(directory), async (prediction) => {
    if (!isReachable) throw new Error('the provider does not answer');
    ended.push(prediction);
  });
  async function taskWith(status: number) {
    const { id } = await queue.send({ owner: 'somebody' });
    await db.update(tasks).set({ status }).where(eq(tasks.id, id));
    const { folder } = await work.open({ id, attempt: 1 });
    await writeFile(join(folder, 'prediction.json'), id);
    return { id, isKept: () => existsSync(folder) };
  }
  const [cancelled, failed] = [
    await taskWith(dealStatus.cancelled),
    await taskWith(dealStatus.failed),
  ];
  await work.remove(cancelled.id);
  await expect(work.settle(cancelled.id)).rejects.toThrow('does not answer');
  const failures: unknown[] = [];
  await work.sweep((one) =>
    one().then(
      () => {},
      (error) => void failures.push(error),
    ),
  );
  // the failure of one task does not stop the others
  expect(failures).toHaveLength(2);
  expect([cancelled, failed].map(({ isKept }) => isKept())).toEqual([true, true]);
  isReachable = true;
  const [waiting, succeeded] = [
    await taskWith(dealStatus.queued),
    await taskWith(dealStatus.succeeded),
  ];
  await work.sweep(attempt);
  expect(ended.toSorted()).toEqual([cancelled.id, failed.id].toSorted());
  expect([cancelled, failed, waiting, succeeded].map(({ isKept }) => isKept())).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
