import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createGuests, type Guests, hashOf } from './guests.ts';
import { owners } from './owners.schema.ts';

const hour = 3_600_000;

let database: OpenDatabase;
let time = Date.parse('2026-11-21T10:00:00Z');
let guests: Guests;
beforeAll(async () => {
  database = await openTestDatabase();
  guests = createGuests(database.db, {
    now: () => new Date(time),
    secret: 'secret',
    newGuestsPerAddress: 2,
  });
});
afterAll(() => database.close());

/** Creates a new guest with stored rows. */
async function admit(subnet: string) {
  const { owner, token } = guests.newcomer(undefined);
  const claim = { id: owner.id, tokenHash: hashOf(token), subnet };
  await database.db.transaction((tx) => guests.admit(tx, claim));
  return { owner, token };
}

/**
 * Returns another spelling of a token that decodes to the same bytes, because the last of the 43
 * characters encodes only four bits.
 */
const spelledOtherwise = (token: string) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + letters[letters.indexOf(token.slice(-1)) + 1];
};

test('recognises a newcomer by an issued token, in its canonical spelling', () => {
  const first = guests.newcomer(undefined);
  expect(guests.newcomer(first.token)).toEqual(first);
  const otherwise = spelledOtherwise(first.token);
  expect(Buffer.from(otherwise, 'base64url')).toEqual(Buffer.from(first.token, 'base64url'));
  expect(guests.newcomer(otherwise).owner.id).not.toBe(first.owner.id);
  expect(guests.newcomer(otherwise).token).not.toBe(otherwise);
});

test.each(['', 'short', 'A'.repeat(43), `${'A'.repeat(42)}!`])(
  'replaces the token %j of a newcomer with one that matches no guest',
  async (token) => {
    expect(guests.newcomer(token).token).not.toBe(token);
    expect(await guests.find(token)).toBeNull();
  },
);

test('two newcomers are two guests, also for a server with another secret', () => {
  const [a, b] = [guests.newcomer(undefined), guests.newcomer(undefined)];
  expect(a.owner.id).not.toBe(b.owner.id);
  const options = { now: () => new Date(time), secret: 'another', newGuestsPerAddress: 2 };
  expect(createGuests(database.db, options).newcomer(a.token).token).not.toBe(a.token);
});

test('finds a guest by the token once something is stored', async () => {
  expect(await guests.find(guests.newcomer(undefined).token)).toBeNull();
  const { owner, token } = await admit('found');
  expect(await guests.find(token)).toEqual(owner);
});

test('finds the guest id of a token, stored or not, also after the secret has changed', async () => {
  const { db } = database;
  const stored = await admit('renewed');
  const newcomer = guests.newcomer(undefined);
  const options = { now: () => new Date(time), secret: 'another', newGuestsPerAddress: 2 };
  const renewed = createGuests(db, options);
  expect(await renewed.idOf(db, stored.token)).toBe(stored.owner.id);
  expect(await guests.idOf(db, newcomer.token)).toBe(newcomer.owner.id);
  expect(await renewed.idOf(db, newcomer.token)).toBeNull();
  expect(await guests.idOf(db, undefined)).toBeNull();
});

test('a subnet can have new guests again a day later', async () => {
  await admit('full');
  await expect(guests.refuseTooMany('full', 0)).resolves.toBeUndefined();
  const tooMany = { code: 'too_many_guests' };
  await expect(guests.refuseTooMany('full', 1)).rejects.toMatchObject(tooMany);
  await admit('full');
  await expect(admit('full')).rejects.toMatchObject(tooMany);
  time += 24 * hour - 1;
  await expect(guests.refuseTooMany('full', 0)).rejects.toMatchObject(tooMany);
  time += 2;
  await expect(guests.refuseTooMany('full', 0)).resolves.toBeUndefined();
  await admit('full');
});

test("stores a guest's last visit at most once a day", async () => {
  const { owner, token } = await admit('seen');
  const seenAt = async () => {
    const [row] = await database.db.select().from(owners).where(eq(owners.id, owner.id));
    return row?.lastSeenAt.getTime();
  };
  const first = time;
  time += 24 * hour;
  await guests.find(token);
  expect(await seenAt()).toBe(first);
  time += 1;
  await guests.find(token);
  expect(await seenAt()).toBe(time);
});
