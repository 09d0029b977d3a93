import { type SQL, sql } from 'drizzle-orm';
import { Client, type QueryResult } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import { type OpenDatabase, openPostgres, type Queries } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { openTestDatabase } from './testing/test-database.fixture.ts';

/* Tests connections that end while a transaction of this process is open. */

let shared: OpenDatabase;
let database: OpenDatabase;
let admin: Client;
const onError = vi.fn();
beforeEach(async () => {
  shared = await openTestDatabase();
  if (shared.source.kind !== 'postgres') throw new Error('Expected Postgres.');
  const { url } = shared.source;
  database = await openPostgres(url, onError);
  admin = new Client({ connectionString: url });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.close();
  await shared.close();
});

/** Runs a statement and returns its rows. */
async function rowsOf(queries: Queries, statement: SQL) {
  const { rows } = (await queries.execute(statement)) as QueryResult<Record<string, unknown>>;
  return rows;
}

test('a connection that ends between two queries of a transaction fails only the transaction', async () => {
  const work = database.db.transaction(async (tx) => {
    const [own] = await rowsOf(tx, sql`select pg_backend_pid() as pid`);
    const isOpen = async () =>
      (await admin.query('select from pg_stat_activity where pid = $1', [own?.pid])).rowCount;
    await admin.query('select pg_terminate_backend($1)', [own?.pid]);
    await eventually(async () => expect(await isOpen()).toBe(0));
    await tx.execute(sql`select 1`);
  });
  expect(isDatabaseAway(await work.catch((error) => error))).toBe(true);
  expect(await rowsOf(database.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('Postgres ends a transaction whose process sends nothing for a while', async () => {
  const setting = sql`select setting from pg_settings where name = 'idle_in_transaction_session_timeout'`;
  // milliseconds; the lease of a process is 30 s
  expect(await rowsOf(database.db, setting)).toEqual([{ setting: '20000' }]);
});
