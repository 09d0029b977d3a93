import { expect, test } from 'vitest';
import { createTestQueue } from '../../../tasks/queue.fixture.ts';
import { startPgBossQueue } from '../../queue/pg-boss-queue.ts';
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
  const jobs = await startPgBossQueue(first.source, { expireMs: 60_000, onError: console.error });
  await createTestQueue(first.db).send({ owner: 'somebody' });
  await jobs.send('tasks.run', 'a-task');
  await jobs.stop();
  const filled = await rowsOf(askOf(first));
  expect(filled.length).toBeGreaterThan(whenNew.length + 3);
  await first.close();

  const second = await openTestDatabase();
  expect(embeddedOf(second)).toBe(embedded);
  expect(await rowsOf(askOf(first))).toEqual(whenNew);
  expect((await embedded.pool.query('select * from jobs.job')).rows).toEqual([]);
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
