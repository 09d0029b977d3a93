import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';
import { type Embedded, startEmbedded } from './embedded-database.ts';
import { migratedDatabase } from './testing/migrated-database.fixture.ts';

/* Tests the embedded database in its thread, through the Postgres driver. */
let directory: string;
/** database in memory, for tests that do not end it */
let shared: Embedded;
const opened: Embedded[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-embedded-'));
  shared = await withThings();
});
beforeEach(async () => {
  await shared.pool.query("delete from things where name <> 'kept'");
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await rm(directory, { recursive: true, force: true });
});

/**
 * Opens a database in a directory or in memory. A database in memory is loaded from a dump, because
 * creating a database takes ten times as long.
 */
async function open(directory?: string): Promise<Embedded> {
  const { dump } = await migratedDatabase();
  const embedded = await startEmbedded(directory === undefined ? { dump } : { directory });
  opened.push(embedded);
  return embedded;
}

const names = async ({ pool }: Embedded) =>
  (await pool.query<{ name: string }>('select name from things order by name')).rows.map(
    ({ name }) => name,
  );

async function withThings(folder?: string): Promise<Embedded> {
  const embedded = await open(folder);
  await embedded.pool.query('create table things (name text primary key)');
  await embedded.pool.query('insert into things values ($1)', ['kept']);
  return embedded;
}

test('a long statement does not block the process', async () => {
  const { pool } = shared;
  let isOver = false;
  const long = pool.query('select count(*) from generate_series(1, 300000)').finally(() => {
    isOver = true;
  });
  let ticks = 0;
  for (; !isOver; ticks += 1) await nextTurn();
  await long;
  expect(ticks).toBeGreaterThan(10);
});

test('a transaction runs alone until it ends', async () => {
  const alone = await shared.pool.connect();
  await alone.query('begin');
  await alone.query('insert into things values ($1)', ['half']);
  const others = names(shared);
  await alone.query('rollback');
  alone.release();
  expect(await others).toEqual(['kept']);
});

test('rolls back a transaction left open before the next query', async () => {
  const left = await shared.pool.connect();
  await left.query('begin');
  await left.query('insert into things values ($1)', ['half']);
  left.release(true);
  expect(await names(shared)).toEqual(['kept']);
});

test('a failed statement affects neither the next one nor its prepared form', async () => {
  const text = 'insert into things values ($1)';
  const insert = (name: string) => shared.pool.query({ text, values: [name] });
  await expect(insert('kept')).rejects.toMatchObject({ code: '23505', table: 'things' });
  await insert('after');
  await expect(shared.pool.query('select nothing from nowhere')).rejects.toThrow('nowhere');
  await insert('and again');
  expect(await names(shared)).toEqual(['after', 'and again', 'kept']);
});

test('prepares a statement once, and does not confuse statements with the same text', async () => {
  const { pool } = shared;
  const ask = (text: string, value: string) => pool.query({ text, values: [value] });
  for (const name of ['kept', 'other']) {
    await ask('select * from things where name = $1', name);
    await ask('select name as n from things where name = $1', name);
  }
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by statement',
  );
  expect(rows.filter(({ statement }) => statement.includes('things where'))).toHaveLength(2);
});

test('the death of the thread fails pending and later queries, and is reported', async () => {
  const { pool, died, thread } = await withThings();
  const waiting = pool.query('select count(*) from generate_series(1, 100000000)');
  const refused = expect(waiting).rejects.toSatisfy(isDatabaseAway);
  await nextTurn();
  await thread.terminate();
  await refused;
  await expect(died).resolves.toSatisfy(isDatabaseAway);
  await expect(pool.query('select 1')).rejects.toSatisfy(isDatabaseAway);
});

test('the death of the thread discards its open transaction and keeps committed ones', async () => {
  const folder = join(directory, 'database');
  await cp((await migratedDatabase()).directory, folder, { recursive: true });
  const embedded = await withThings(folder);
  const half = await embedded.pool.connect();
  half.on('error', () => undefined);
  await half.query('begin');
  await half.query('insert into things values ($1)', ['half']);
  await embedded.thread.terminate();
  half.release(true);
  expect(await names(await open(folder))).toEqual(['kept']);
});

test('opening fails if the database cannot be opened', async () => {
  await writeFile(join(directory, 'PG_VERSION'), 'damaged');
  await expect(open(directory)).rejects.toThrow();
});
