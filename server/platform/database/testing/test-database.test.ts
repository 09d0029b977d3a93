import { expect, test } from 'vitest';
import { createTestQueue } from '../../../tasks/queue.fixture.ts';
import type { OpenDatabase } from '../database.ts';
import { type Ask, openTestDatabase, rowsOf } from './test-database.fixture.ts';

function embeddedOf({ source }: OpenDatabase) {
  if (source.kind !== 'embedded') throw new Error('Expected an embedded database.');
  return source.embedded;
}

const askOf =
  (database: OpenDatabase): Ask =>
  (sql, values) =>
    embeddedOf(database).pool.query(sql, values);

test('a closed database is empty when it is opened again', async () => {
  const first = await openTestDatabase();
  const embedded = embeddedOf(first);
  const whenNew = await rowsOf(askOf(first));
  await createTestQueue(first.db).send({ owner: 'somebody' });
  const filled = await rowsOf(askOf(first));
  expect(filled.length).toBeGreaterThan(whenNew.length + 3);
  await first.close();

  const second = await openTestDatabase();
  expect(embeddedOf(second)).toBe(embedded);
  expect(await rowsOf(askOf(first))).toEqual(whenNew);
  await second.close();
});

test('two databases open at the same time are separate', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()];
  expect(embeddedOf(one)).not.toBe(embeddedOf(other));
  await one.close();
  await other.close();
});

test('a database that has died is not reused', async () => {
  const dying = await openTestDatabase();
  const embedded = embeddedOf(dying);
  await embedded.thread.terminate();
  await embedded.died;
  await dying.close();
  const next = await openTestDatabase();
  expect(embeddedOf(next)).not.toBe(embedded);
  await next.close();
});
