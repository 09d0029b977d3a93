import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { asc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { creditsUsed } from './credit-lines.store.ts';
import { type Database, openEmbedded, type Tx } from './database.ts';
import { findOwnerByGuestToken, lockOwner, type markSeen } from './owners.store.ts';
import { creditLines, tasks, uploads } from './schema.ts';
import { findTaskByIdempotencyKey } from './tasks.store.ts';
import { migratedDatabase } from './testing/migrated-database.fixture.ts';

const migrations = fileURLToPath(new URL('./migrations', import.meta.url));

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-database-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The migrations up to the one of that index. */
async function firstMigrations(last: number): Promise<string> {
  const folder = join(directory, 'migrations');
  await cp(migrations, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number }[] };
  const entries = journal.entries.filter(({ idx }) => idx <= last);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  return folder;
}

/** What the release before the owners left: one guest, and a task of every status. */
const rowsOfGuests = `
  insert into guests values ('ada', 'hash-of-ada', '2026-11-01T10:00:00Z');
  insert into uploads values ('uploads/a.png', 'ada', 'used', 'task-2', '2026-11-01T10:00:01Z'),
    ('uploads/new.png', 'ada', 'stored', null, '2026-11-01T10:00:09Z');
  insert into tasks (id, guest_id, idempotency_key, code, type, status, revision, reason, unit, credits,
    upload_key, input, attempt, created_at, deadline_at, expires_at)
  select 'task-' || n, 'ada', 'key-' || n, 'enhance', 21, n, 4321, reason, 2, 3, 'uploads/a.png', '{}', 1,
    '2026-11-01T10:00:00Z'::timestamptz + n * interval '1 minute', '2026-11-01T12:00:00Z', '2026-12-01T10:00:00Z'
  from (values (0, null), (1, null), (2, null), (3, 'no_face'), (4, 'task_expired'), (5, null)) as t (n, reason);
  insert into credit_lines (guest_id, task_id, kind, amount, day, created_at)
  select 'ada', 'task-' || n, 'reserve', -3, '2026-11-01', '2026-11-01T10:00:00Z' from generate_series(0, 5) as n;
  insert into credit_lines (guest_id, task_id, kind, amount, day, created_at)
  select 'ada', 'task-' || n, case n when 2 then 'commit' else 'release' end, case n when 2 then 0 else 3 end,
    '2026-11-01', '2026-11-01T11:00:00Z' from generate_series(2, 5) as n;`;

test('a data directory of the release without owners keeps its guests, tasks and credits', {
  tags: ['whole'],
}, async () => {
  const dataDir = join(directory, 'database');
  const old = await PGlite.create({ dataDir });
  await migrate(drizzle(old), { migrationsFolder: await firstMigrations(1) });
  await old.exec(rowsOfGuests);
  await old.close();

  const { db, close } = await openEmbedded({ directory: dataDir });
  const owner = await findOwnerByGuestToken(db, 'hash-of-ada');
  expect(owner).toMatchObject({ id: 'ada', kind: 'guest' });
  expect(owner?.lastSeenAt.toISOString()).toBe('2026-11-01T10:00:00.000Z');
  const task = await findTaskByIdempotencyKey(db, 'ada', 'key-2');
  expect(task).toMatchObject({ id: 'task-2', revision: 4321, status: 2, network: '' });
  const upload = await db.select().from(uploads).where(eq(uploads.key, 'uploads/new.png'));
  expect(upload).toMatchObject([{ ownerId: 'ada', state: 'stored' }]);
  expect(await creditsUsed(db, 'ada', '2026-11-01')).toBe(9);
  const ends = await db
    .select({ task: creditLines.taskId, reason: creditLines.reason })
    .from(creditLines)
    .where(eq(creditLines.purseId, await db.transaction((tx) => lockOwner(tx, 'ada'))))
    .orderBy(asc(creditLines.id));
  expect(ends.slice(6).map(({ task, reason }) => `${task} ${reason}`)).toEqual([
    'task-2 task.succeeded',
    'task-3 task.rejected',
    'task-4 task.expired',
    'task-5 task.cancelled',
  ]);
  await close();
});

test('the database is no transaction to the compiler, and a transaction is no database', () => {
  expectTypeOf<Database>().not.toExtend<Tx>();
  expectTypeOf<Tx>().not.toExtend<Database>();
  expectTypeOf<Database>().not.toExtend<Parameters<typeof lockOwner>[0]>();
  expectTypeOf<Tx>().not.toExtend<Parameters<typeof markSeen>[0]>();
  expectTypeOf<Tx>().not.toHaveProperty('transaction');
});

test('the database refuses inside a transaction instead of waiting for itself', async () => {
  const { db, close } = await openEmbedded({ dump: (await migratedDatabase()).dump });
  const inside = db.transaction(async () => await db.select().from(tasks));
  await expect(inside).rejects.toThrow('Inside a transaction ask the transaction');
  const nested = db.transaction(() => db.transaction(async () => 'never'));
  await expect(nested).rejects.toThrow('Inside a transaction ask the transaction');
  expect(await db.select().from(tasks)).toEqual([]);
  await close();
});
