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

let database: OpenDatabase;
let directory: string;
beforeAll(async () => {
  database = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'lightwell-unfinished-'));
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

test('unfinished work is kept only while its task waits or runs', async () => {
  const { db } = database;
  const queue = createTestQueue(db);
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
  await work.sweep();
  for (const id of [...going, ...ended]) {
    const { folder } = await work.open({ id, attempt: 1 });
    await writeFile(join(folder, 'rows.tiff'), 'half');
  }
  await work.sweep();
  expect((await readdir(join(directory, 'unfinished'))).sort()).toEqual(going.toSorted());
});
