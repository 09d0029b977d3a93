import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openTestDatabase } from '../database/testing/test-database.fixture.ts';
import type { Bus } from './bus.port.ts';
import { openPostgresBus } from './postgres-bus.ts';

/* Tests the messages of two processes that share a Postgres database. */

let database: OpenDatabase;
let url: string;
let here: Bus;
let there: Bus;
const onError = vi.fn();
beforeAll(async () => {
  database = await openTestDatabase();
  if (database.source.kind !== 'postgres') throw new Error('Expected Postgres.');
  ({ url } = database.source);
});
afterAll(() => database.close());
beforeEach(async () => {
  onError.mockReset();
  here = await openPostgresBus(url, onError);
  there = await openPostgresBus(url, onError);
});
afterEach(async () => {
  await here.close();
  await there.close();
});

function listenOn(bus: Bus) {
  const heard: string[] = [];
  const missed = vi.fn();
  bus.subscribe('record.changed', { heard: (payload) => void heard.push(payload), missed });
  return { heard, missed };
}

/** Ends the connections of all buses, as a restart of the database does. */
async function cutConnections() {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'lightwell bus'`,
  );
  await client.end();
}

test('a message reaches both processes once, in the order of sending', async () => {
  const [own, other] = [listenOn(here), listenOn(there)];
  const ids = Array.from({ length: 200 }, (_, n) => `record ${n}`);
  for (const id of ids) here.publish('record.changed', id);
  expect(own.heard).toEqual(ids);
  there.publish('record.changed', 'last');
  await eventually(() => expect(other.heard).toHaveLength(201));
  expect(other.heard.filter((id) => id !== 'last')).toEqual(ids);
  await eventually(() => expect(own.heard).toHaveLength(201));
  expect(onError).not.toHaveBeenCalled();
});

test('after a lost connection, subscribers are told that messages may be lost, and messages arrive again', async () => {
  const [own, other] = [listenOn(here), listenOn(there)];
  await cutConnections();
  await eventually(() => {
    expect(own.missed).toHaveBeenCalledOnce();
    expect(other.missed).toHaveBeenCalledOnce();
  });
  here.publish('record.changed', 'a');
  await eventually(() => expect(other.heard).toEqual(['a']));
  expect(own.heard).toEqual(['a']);
});

test('messages that are sent without a connection arrive when there is one again', async () => {
  const other = listenOn(there);
  await cutConnections();
  await eventually(() => expect(onError).toHaveBeenCalled());
  here.publish('record.changed', 'a');
  await eventually(() => {
    // The other process may have been without a connection, too. It is then told so.
    if (other.missed.mock.calls.length === 0) expect(other.heard).toEqual(['a']);
  });
});

test('a message that is too long for the database is reported, and heard here', () => {
  const own = listenOn(here);
  const long = 'x'.repeat(8000);
  here.publish('record.changed', long);
  expect(own.heard).toEqual([long]);
  expect(onError).toHaveBeenCalledOnce();
});

test('sends the last messages before it closes', async () => {
  const other = listenOn(there);
  here.publish('record.changed', 'last');
  await here.close();
  await eventually(() => expect(other.heard).toEqual(['last']));
});

test('a message after the close is heard only here, and does not keep the process busy', async () => {
  const [own, other] = [listenOn(here), listenOn(there)];
  await here.close();
  here.publish('record.changed', 'late');
  expect(own.heard).toEqual(['late']);
  // Messages arrive in their order, so the first message shows that the late one was not sent.
  const third = await openPostgresBus(url, onError);
  third.publish('record.changed', 'first');
  await eventually(() => expect(other.heard).toEqual(['first']));
  await third.close();
  expect(onError).not.toHaveBeenCalled();
});
