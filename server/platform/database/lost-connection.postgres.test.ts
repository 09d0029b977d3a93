import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';
import { openTestDatabase } from './testing/test-database.fixture.ts';

/** Ends a connection, and waits until the server has ended it. */
async function endConnection(url: string, pid: unknown) {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1, 10000)', [pid]);
  await admin.end();
}

test('the loss of a connection between two statements of a transaction fails only that transaction', async () => {
  const { db, source, close } = await openTestDatabase();
  if (source.kind !== 'postgres') throw new Error('Expected a Postgres database.');
  const unhandled: unknown[] = [];
  const hear = (error: unknown) => unhandled.push(error);
  process.on('uncaughtException', hear);
  const failed = await db
    .transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await endConnection(source.url, rows[0]?.pid);
      // This process hears of the loss after the answer of the other connection.
      await new Promise((resolve) => setImmediate(resolve));
      await tx.execute(sql`select 1`);
    })
    .catch((error: unknown) => error);
  process.off('uncaughtException', hear);
  expect(isDatabaseAway(failed)).toBe(true);
  expect(unhandled).toEqual([]);
  const { rows } = await db.execute(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
  await close();
});
