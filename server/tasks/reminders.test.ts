import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dealStatus } from '../../contract/deal-status.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { closeOwner } from '../accounts/closed-accounts.store.ts';
import { hashOfAddress } from '../mail/address-hash.ts';
import { mails, unsubscribed } from '../mail/mail.schema.ts';
import { createMailer } from '../mail/mailer.ts';
import { setSubscribed } from '../mail/mails.store.ts';
import { insertGuest } from '../owners/owners.store.ts';
import { insertUser } from '../owners/users.store.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createReminders } from './reminders.ts';
import { tasks } from './tasks.schema.ts';

const hour = 3_600_000;
const day = 24 * hour;

let database: OpenDatabase;
let db: Database;
let time: number;
let made = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  time = Date.parse('2026-12-20T09:00:00Z');
  await db.delete(mails);
  await db.delete(unsubscribed);
  await db.delete(tasks);
});

const now = () => new Date(time);

/** Runs a sweep of another process, which does not share the memory of the server under test. */
const anotherSweep = (retentionDays = 30) =>
  createReminders({
    db,
    retentionDays,
    now,
    mailer: createMailer({ workers: { call() {} }, sends: true, now }),
  }).sweep();

async function newUser(locale: Locale = 'en') {
  made += 1;
  const ownerId = `user-${String(made).padStart(6, '0')}`;
  const email = `${ownerId}@example.com`;
  const user = { ownerId, email, locale, purseId: `purse of ${ownerId}`, subnet: '' };
  await db.transaction((tx) => insertUser(tx, { ...user, createdAt: now() }));
  return { ownerId, email };
}

async function newRecord(
  { ownerId }: { ownerId: string },
  expiresAt: string,
  change: Partial<typeof tasks.$inferInsert> = {},
): Promise<string> {
  made += 1;
  const id = `record-${made}`;
  const expires = new Date(expiresAt);
  await db.insert(tasks).values({
    id,
    ownerId,
    idempotencyKey: id,
    uploadKey: id,
    code: 'enhance',
    type: 21,
    unit: 1,
    credits: 1,
    status: dealStatus.succeeded,
    revision: 1,
    input: { width: 1, height: 1, mime: 'image/png' },
    createdAt: now(),
    deadlineAt: now(),
    expiresAt: expires,
    ...change,
  });
  return id;
}

const written = async () => {
  const rows = await db.select().from(mails).orderBy(mails.id);
  return rows.map(({ address, locale, values }) => ({ address, locale, values }));
};

test('reminds users three days ahead how many results are deleted within a week, and when the first', async () => {
  const [one, other] = [await newUser('de'), await newUser('ja')];
  // The weeks of reminders begin on Thursdays, because the Unix epoch was a Thursday.
  await newRecord(one, '2026-12-23T23:59:59.999Z');
  await newRecord(one, '2026-12-22T08:00:00Z');
  await newRecord(one, '2026-12-24T00:00:00Z');
  await newRecord(other, '2026-12-23T09:00:00Z');
  await newRecord(other, '2026-12-23T09:00:01Z');
  await newRecord(await newUser(), '2026-12-23T09:00:01Z');
  await anotherSweep();
  const first = [
    { address: one.email, locale: 'de', values: { count: 2, date: '2026-12-22T08:00:00.000Z' } },
    { address: other.email, locale: 'ja', values: { count: 2, date: '2026-12-23T09:00:00.000Z' } },
  ];
  expect(await written()).toEqual(first);
  time = Date.parse('2026-12-21T00:00:00Z');
  await anotherSweep();
  expect((await written()).slice(2)).toMatchObject([
    { address: one.email, values: { count: 1, date: '2026-12-24T00:00:00.000Z' } },
    { values: { count: 1, date: '2026-12-23T09:00:01.000Z' } },
  ]);
});

test('reminds a daily user once a week', async () => {
  const user = await newUser();
  for (let n = 0; n < 30; n += 1) {
    await newRecord(user, new Date(Date.parse('2026-12-24T12:00:00Z') + n * day).toISOString());
  }
  for (let n = 0; n < 40; n += 1) {
    await anotherSweep();
    time += day;
  }
  const counts = (await written()).map(({ values }) => (values as { count: number }).count);
  expect(counts).toEqual([7, 7, 7, 7, 2]);
});

test('reminds of a week once, even with several processes', async () => {
  const user = await newUser();
  await newRecord(user, '2026-12-22T12:00:00Z');
  await Promise.all([anotherSweep(), anotherSweep(), anotherSweep()]);
  await newRecord(user, '2026-12-22T13:00:00Z');
  await anotherSweep();
  time += day;
  await anotherSweep();
  expect(await written()).toHaveLength(1);
  // a sent mail no longer stores its recipient
  await db.update(mails).set({ state: 'sent', address: null, values: null });
  await anotherSweep();
  expect(await written()).toHaveLength(1);
});

test('an unsubscribed user gets no reminder, and is reminded of remaining results after resubscribing (R82)', async () => {
  const user = await newUser();
  await newRecord(user, '2026-12-22T12:00:00Z');
  const choice = { addressHash: hashOfAddress(user.email), now: now() };
  await setSubscribed(db, { ...choice, subscribed: false });
  await anotherSweep();
  expect(await written()).toEqual([]);
  await setSubscribed(db, { ...choice, subscribed: true });
  await anotherSweep();
  expect(await written()).toHaveLength(1);
});

test.each([
  ['that was deleted', { deletedAt: new Date('2026-12-19T00:00:00Z') }],
  ['of a task that failed', { status: dealStatus.failed }],
  ['of a task that was cancelled', { status: dealStatus.cancelled }],
])('leaves out a record %s', async (_, change) => {
  await newRecord(await newUser(), '2026-12-22T12:00:00Z', change);
  await anotherSweep();
  expect(await written()).toEqual([]);
});

test('leaves out records that are overdue or not due soon', async () => {
  const user = await newUser();
  await newRecord(user, '2026-12-20T09:00:00Z');
  await newRecord(user, '2026-12-23T09:00:01Z');
  await anotherSweep();
  expect(await written()).toEqual([]);
});

test('guests have no address', async () => {
  const guest = { id: 'a-guest', purseId: 'its-purse', tokenHash: 'its-hash', subnet: '' };
  await db.transaction((tx) => insertGuest(tx, { ...guest, now: now() }));
  await newRecord({ ownerId: guest.id }, '2026-12-22T12:00:00Z');
  await anotherSweep();
  expect(await written()).toEqual([]);
});

test('a closed account gets no reminder', async () => {
  const user = await newUser();
  await newRecord(user, '2026-12-22T12:00:00Z');
  await db.transaction((tx) => closeOwner(tx, { ownerId: user.ownerId, now: now() }));
  await anotherSweep();
  expect(await written()).toEqual([]);
});

test('sends no reminder for results kept for less than ten days', async () => {
  await newRecord(await newUser(), '2026-12-22T12:00:00Z');
  await anotherSweep(9);
  expect(await written()).toEqual([]);
  await anotherSweep(10);
  expect(await written()).toHaveLength(1);
});

test('a process checks once an hour, and at once again after a failed write', async () => {
  const write = vi.fn(async () => {});
  const reminders = createReminders({ db, retentionDays: 30, now, mailer: { write } });
  await newRecord(await newUser(), '2026-12-22T12:00:00Z');
  write.mockRejectedValueOnce(new Error('the disk is full'));
  await expect(reminders.sweep()).rejects.toThrow('the disk is full');
  await reminders.sweep();
  expect(write).toHaveBeenCalledTimes(2);
  time += hour - 1;
  await reminders.sweep();
  expect(write).toHaveBeenCalledTimes(2);
  time += 1;
  await reminders.sweep();
  expect(write).toHaveBeenCalledTimes(3);
});

test('writes to all users, also beyond one page of the table', async () => {
  const many = 205;
  const all: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const user = await newUser();
    await newRecord(user, '2026-12-22T12:00:00Z');
    all.push(user.email);
  }
  const [out] = all;
  if (!out) throw new Error('Expected a user.');
  await setSubscribed(db, { addressHash: hashOfAddress(out), subscribed: false, now: now() });
  await anotherSweep();
  expect(await written()).toHaveLength(many - 1);
  const [mail] = await db.select().from(mails).where(eq(mails.address, out));
  expect(mail).toBeUndefined();
});
