import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { guarded } from './database.ts';
import { DatabaseGone, isDatabaseAway, isDatabaseShort } from './database-away.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });
const failedQuery = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

test.each([
  failedQuery(withCode('57P01')),
  failedQuery(withCode('EPIPE')),
  failedQuery(withCode('ECONNREFUSED')),
  failedQuery(new Error('Connection terminated unexpectedly')),
  new Error('the photo was not stored', { cause: failedQuery(withCode('EPIPE')) }),
  new DatabaseGone("the database's thread ended with code 1"),
])('the database is away after %s', (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  withCode('EPIPE'),
  withCode('ECONNREFUSED'),
  new Error('the answer was not sent', { cause: withCode('EPIPE') }),
  failedQuery(withCode('23505')),
  failedQuery(withCode('53300')),
])('the database is not away after %s', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

test('a query and a transaction without a connection find the database away', async () => {
  const pool = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const db = guarded(drizzle(pool));
  await expect(db.execute('select 1')).rejects.toSatisfy(isDatabaseAway);
  await expect(db.transaction(async () => {})).rejects.toSatisfy(isDatabaseAway);
  await pool.end();
});

test('an error of another connection inside a transaction is not one of the database', async () => {
  const pipe = withCode('EPIPE');
  const begun = { transaction: (work: (tx: object) => Promise<void>) => work({}) };
  const db = guarded(begun as unknown as Parameters<typeof guarded>[0]);
  await expect(db.transaction(() => Promise.reject(pipe))).rejects.toBe(pipe);
  expect(isDatabaseAway(pipe)).toBe(false);
});

test.each(['53100', '53300', '57014'])('the database is short of room or time: %s', (code) => {
  expect(isDatabaseShort(failedQuery(withCode(code)))).toBe(true);
});
