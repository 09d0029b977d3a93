import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts';
import { createVisitor, photo } from '../../testing/visitor.fixture.ts';
import type { Database } from '../database/database.ts';
import { limits } from './limits.schema.ts';
import { purgeLimits } from './limits.store.ts';
import { createRequestCounts } from './request-counts.ts';
import { createSharedLimits } from './shared-limits.ts';

/* Two web processes with one Postgres. */

let first: TestServer;
let second: TestServer;
let db: Database;
beforeAll(async () => {
  const env = { SIGN_INS_PER_MINUTE: '4', PREVIEW_SECONDS_PER_MINUTE: '1' };
  first = await startTestServer({ env });
  second = await startTestServer({ env, beside: first });
  ({ db } = first.database);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(async () => {
  await db.delete(limits);
});

const rows = () => db.select().from(limits);

/** Returns a function that tries a mailed link from the IP address. */
const linksFrom = (address: string) => async (server: TestServer) => {
  const body = { token: 'A'.repeat(43) };
  const visitor = createVisitor(server, address);
  return (await visitor.call('POST', '/v1/user-session/email/direct/look', body)).success;
};

test('two processes count the requests of a visitor together, and both refuse further ones', async () => {
  const look = linksFrom('10.1.0.1');
  for (const server of [first, second, first, second]) {
    expect(await look(server)).toBe('invalid_link');
  }
  for (const server of [first, second, first, second]) {
    expect(await look(server)).toBe('rate_limited');
  }
  expect(await linksFrom('10.1.0.2')(second)).toBe('invalid_link');
  const names = (await rows()).map(({ name }) => name);
  expect(names).toHaveLength(2);
  expect(names.join()).not.toContain('10.1.0');
});

test('a flood of refused requests does not reach the database', async () => {
  const look = linksFrom('10.1.0.3');
  for (const server of [first, first, first, first, second]) await look(server);
  const before = await rows();
  expect(before).toMatchObject([{ used: 5 }]);
  for (let count = 0; count < 50; count += 1) {
    expect(await look(count % 2 === 0 ? first : second)).toBe('rate_limited');
  }
  expect(await rows()).toEqual(before);
});

test('the engine time of previews is used up in both processes', async () => {
  const realNow = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed);
  for (const { engine } of [first, second]) {
    engine.answerPreviews(async ({ image, onBegin }) => {
      onBegin?.();
      passed += 5000;
      return { image, width: 64, height: 64 };
    });
  }
  const body = { image: (await photo(64, 64)).toString('base64'), options: {} };
  const preview = async (server: TestServer, address: string) => {
    const visitor = createVisitor(server, address);
    return (await visitor.call('POST', '/v1/ai-function/notAuth/preview/enhance', body)).success;
  };
  expect(await preview(first, '10.1.0.4')).toBe('1');
  expect(await preview(second, '10.1.0.4')).toBe('rate_limited');
  expect(await preview(first, '10.1.0.4')).toBe('rate_limited');
  expect(await preview(second, '10.1.0.5')).toBe('1');
});

test('requests are answered while the database does not answer about limits, and are counted again later', async () => {
  const { source } = first.database;
  if (source.kind !== 'postgres') throw new Error('Expected Postgres.');
  const client = new Client({ connectionString: source.url });
  await client.connect();
  await client.query('begin; lock table limits in access exclusive mode');
  const look = linksFrom('10.1.0.6');
  const answers: string[] = [];
  for (let count = 0; count < 6; count += 1) answers.push(await look(first));
  expect(answers).toEqual([...Array(4).fill('invalid_link'), 'rate_limited', 'rate_limited']);
  await client.query('rollback');
  await client.end();
  let tries = 0;
  await eventually(
    async () => {
      tries += 1;
      expect(await linksFrom(`10.2.0.${tries}`)(first)).toBe('invalid_link');
      // The first row is of the query that has waited for the lock.
      expect((await rows()).length).toBeGreaterThan(1);
    },
    { intervalMs: 500 },
  );
});

/** Counts of two processes with a clock that the test advances. */
function twoCounts(database: Database = db) {
  const onAway = vi.fn();
  let time = 0;
  const now = () => time;
  const [one, other] = [0, 1].map(() =>
    createRequestCounts(
      createSharedLimits({ db: database, nameOf: (address) => address, onAway, now }),
      now,
    ),
  );
  if (!one || !other) throw new Error('Expected two counts.');
  const countBy = (count: typeof one) => async (address: string) => {
    const { current, ttl } = await count({ limit: 'test', address }, { windowMs: 60_000, max: 2 });
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(60_000);
    return current;
  };
  return {
    one: countBy(one),
    other: countBy(other),
    onAway,
    /** Ends all windows. */
    async advance() {
      time += 60_000;
      await db.update(limits).set({ endsAt: new Date(Date.now() - 60_000) });
    },
  };
}

test('the allowance is whole again in both processes after the window', async () => {
  const { one, other, advance } = twoCounts();
  expect([await one('a'), await other('a'), await one('a'), await other('a')]).toEqual([
    1, 2, 3, 3,
  ]);
  await advance();
  expect([await other('a'), await one('a'), await one('a'), await other('a')]).toEqual([
    1, 2, 3, 3,
  ]);
});

test('a process counts alone while Postgres refuses connections, and reports it once', async () => {
  const pool = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const { one, other, onAway, advance } = twoCounts(drizzle(pool) as unknown as Database);
  expect([await one('a'), await one('a'), await one('a'), await one('b')]).toEqual([1, 2, 3, 1]);
  expect(onAway).toHaveBeenCalledTimes(1);
  expect(await other('a')).toBe(1);
  await advance();
  expect(await one('a')).toBe(1);
  await pool.end();
});

test('a wrong query is an error, and the database is asked again at once', async () => {
  const onAway = vi.fn();
  const limited = createSharedLimits({ db, nameOf: (address) => address, onAway, now: () => 0 });
  const wrong = limited.ask((database) => database.execute(sql`select used from no_such_table`));
  await expect(wrong).rejects.toMatchObject({ cause: { code: '42P01' } });
  expect(onAway).not.toHaveBeenCalled();
  expect(await limited.ask((database) => database.select().from(limits))).toEqual([]);
});

test('requests fail with an error id if the limits cannot be read for another reason than an outage', async () => {
  await db.execute(sql`alter table limits rename column used to mistaken`);
  const body = { token: 'A'.repeat(43) };
  const visitor = createVisitor(first, '10.1.0.7');
  const { success, errorId } = await visitor.call(
    'POST',
    '/v1/user-session/email/direct/look',
    body,
  );
  await db.execute(sql`alter table limits rename column mistaken to used`);
  expect(success).toBe('internal_error');
  expect(first.logged).toContainEqual(expect.objectContaining({ reqId: errorId, level: 50 }));
});

test('a process counts alone while Postgres has no room', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const onAway = vi.fn();
  const limited = createSharedLimits({ db, nameOf: (address) => address, onAway });
  expect(await limited.ask(() => Promise.reject(full))).toBeNull();
  expect(onAway).toHaveBeenCalledTimes(1);
});

test('the sweep removes only windows that are over', async () => {
  const { one, advance } = twoCounts();
  await one('over');
  await advance();
  await one('open');
  await purgeLimits(db);
  expect(await rows()).toMatchObject([{ name: 'test open' }]);
});
