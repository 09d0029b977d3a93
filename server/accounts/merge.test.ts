import { eq, lt } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aiRecord, recordList } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { creditLines, purses } from '../credits/credits.schema.ts';
import { guests, owners } from '../owners/owners.schema.ts';
import { findMerge } from '../owners/owners.store.ts';
import { detail, reaches, recordsPath, startWith } from '../tasks/records.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { multipart, newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import { askForCode, enter, minute, newAddress, signIn, userOf } from './accounts.fixture.ts';
import { mergeGuest } from './merge.store.ts';

const env = { GUEST_DAILY_CREDITS: '1000', CODES_PER_SUBNET: '1000', SIGN_INS_PER_MINUTE: '1000' };
const server = sharedTestServer({ env });
const sessionPath = '/v1/user-session/email';

let picture: Buffer;
let release: () => void;
beforeEach(async () => {
  picture = await photo();
  release = () => {};
  server.engine.behave(async () => 'succeed');
});
afterEach(async () => {
  release();
  // Tasks of this test must not delay the next test.
  const { db } = server.database;
  await eventually(async () =>
    expect(await db.select().from(tasks).where(lt(tasks.status, 2))).toEqual([]),
  );
});

/** Makes tasks run until `release` is called. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  server.engine.behave(() => promise.then(() => 'succeed'));
}

/** Returns another tab of the same browser. */
function tabOf(visitor: Visitor): Visitor {
  const tab = server.visitor();
  Object.assign(tab.cookies, visitor.cookies);
  return tab;
}

async function recordsOf(visitor: Visitor): Promise<string[]> {
  const { records } = recordList.parse((await visitor.call('GET', recordsPath)).obj);
  return records.map(({ id }) => id);
}

const usedBy = async (visitor: Visitor) => (await userOf(visitor)).allowance?.used;

/** Expects no rows of the merged guest, and the ledger lines of each task in one balance. */
async function expectNothingLeft() {
  const { db } = server.database;
  const merged = (await db.select().from(owners)).filter(({ mergedInto }) => mergedInto !== null);
  const ids = new Set(merged.map(({ id }) => id));
  for (const rows of [
    await db.select().from(tasks),
    await db.select().from(uploads),
    await db.select().from(purses),
    await db.select().from(guests),
  ]) {
    expect(rows.filter(({ ownerId }) => ownerId !== null && ids.has(ownerId))).toEqual([]);
  }
  const lines = await db
    .select({ taskOwner: tasks.ownerId, purseOwner: purses.ownerId })
    .from(creditLines)
    .innerJoin(tasks, eq(tasks.id, creditLines.taskId))
    .innerJoin(purses, eq(purses.id, creditLines.purseId));
  expect(lines.filter(({ taskOwner, purseOwner }) => taskOwner !== purseOwner)).toEqual([]);
}
afterEach(expectNothingLeft);

test("moves a guest's records, unused photos and used allowance into the account (R75)", async () => {
  const guest = server.visitor();
  const { id } = await startWith(guest, picture);
  await reaches(guest, id, 2);
  const unused = await guest.upload(picture);
  const entered = await signIn(server, guest, newAddress());
  expect(entered).toMatchObject({ merged: { records: 1 }, user: { allowance: { used: 4 } } });
  expect(await recordsOf(guest)).toEqual([id]);
  expect(await usedBy(guest)).toBe(4);
  const next = aiRecord.parse((await guest.start(unused)).obj);
  expect(await recordsOf(guest)).toEqual([next.id, id]);
});

test("a second browser's guest is added to the account", async () => {
  const [first, second, email] = [server.visitor(), server.visitor(), newAddress()];
  const one = await startWith(first, picture);
  await signIn(server, first, email);
  const other = await startWith(second, picture);
  server.clock.advance(minute);
  expect((await signIn(server, second, email)).merged).toEqual({ records: 1 });
  expect((await recordsOf(first)).sort()).toEqual([one.id, other.id].sort());
  expect(await usedBy(second)).toBe(8);
});

test('a record that was deleted is not counted, and stays deleted', async () => {
  const guest = server.visitor();
  const { id } = await startWith(guest, picture);
  await reaches(guest, id, 2);
  await guest.call('DELETE', `${recordsPath}/${id}`);
  expect((await signIn(server, guest, newAddress())).merged).toEqual({ records: 0 });
  expect((await guest.call('GET', `${recordsPath}/detail/${id}`)).success).toBe('record_gone');
});

test('the guest is gone: cookie, records, and the owner of its token', async () => {
  const guest = server.visitor();
  const thief = tabOf(guest);
  const { id } = await startWith(guest, picture);
  Object.assign(thief.cookies, guest.cookies);
  const before = { ...thief.cookies };
  await signIn(server, guest, newAddress());
  expect(guest.cookies.lightwell_guest).toBeUndefined();
  expect(await recordsOf(thief)).toEqual([]);
  expect((await thief.call('GET', `${recordsPath}/detail/${id}`)).success).toBe('record_not_found');
  await startWith(thief, picture);
  expect(thief.cookies).not.toEqual(before);
  expect(await recordsOf(guest)).toEqual([id]);
});

test('after signing out, the visitor is a new guest without stored data', async () => {
  const visitor = server.visitor();
  const { id } = await startWith(visitor, picture);
  await signIn(server, visitor, newAddress());
  await visitor.call('DELETE', '/v1/user-session/current');
  visitor.token = '';
  expect(await recordsOf(visitor)).toEqual([]);
  expect(await usedBy(visitor)).toBe(0);
  const next = await startWith(visitor, picture);
  expect(await recordsOf(visitor)).toEqual([next.id]);
  expect(next.id).not.toBe(id);
});

test('a running task continues in the account, and waiting requests are answered', async () => {
  hold();
  const [guest, device, email] = [server.visitor(), server.visitor(), newAddress()];
  const { id } = await startWith(guest, picture);
  const { revision } = await reaches(guest, id, 1);
  const waiting = detail(tabOf(guest), id, `?since=${revision}&waitMs=20000`);
  await signIn(server, guest, email);
  server.clock.advance(minute);
  await signIn(server, device, email);
  const running = await device.call('GET', `${recordsPath}?running=1`);
  expect(running.obj).toMatchObject({ records: [{ id, dealStatus: 1 }] });
  release();
  expect((await waiting).revision).toBeGreaterThan(revision);
  await reaches(guest, id, 2);
  await reaches(device, id, 2);
});

test('two tabs that sign in concurrently merge the guest once (R75)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [tab, email] = [server.visitor(), newAddress()];
    const { id } = await startWith(tab, picture);
    const other = tabOf(tab);
    const first = await askForCode(server, tab, email);
    server.clock.advance(minute);
    const second = await askForCode(server, other, email);
    const link = { token: first.link.split('#direct=')[1] };
    const answers = await Promise.all([
      tab.call('POST', `${sessionPath}/direct`, link),
      other.call('POST', sessionPath, { email, code: second.code }),
    ]);
    const entered = answers.filter(({ success }) => success === '1');
    // Both codes were mailed to the same mailbox. The first sign-in uses up the other code.
    expect(entered).toHaveLength(1);
    const visitor = server.visitor();
    enter(visitor, entered[0] ?? answers[0]);
    expect(await recordsOf(visitor)).toEqual([id]);
  }
});

test('two tabs that sign in to two accounts concurrently merge the guest into one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [tab, emails] = [server.visitor(), [newAddress(), newAddress()]];
    const { id } = await startWith(tab, picture);
    const tabs = [tab, tabOf(tab)];
    const entered = await Promise.all(tabs.map((one, n) => signIn(server, one, emails[n] ?? '')));
    expect(entered.map(({ merged }) => merged.records).sort()).toEqual([0, 1]);
    const winner = entered.findIndex(({ merged }) => merged.records === 1);
    expect(await recordsOf(tabs[winner] ?? tab)).toEqual([id]);
    expect(await recordsOf(tabs[1 - winner] ?? tab)).toEqual([]);
  }
});

test('concurrent sign-ins by password all succeed, and only one merges the guest', async () => {
  const [owner, email, password] = [server.visitor(), newAddress(), 'correct horse battery'];
  const { code } = await askForCode(server, owner, email);
  enter(owner, await owner.call('POST', '/v1/user', { email, code, password }));
  for (let round = 0; round < 5; round += 1) {
    const guest = server.visitor();
    const { id } = await startWith(guest, picture);
    const tabs = [guest, tabOf(guest), tabOf(guest)];
    const entered = await Promise.all(
      tabs.map(async (tab) => enter(tab, await tab.call('POST', sessionPath, { email, password }))),
    );
    expect(entered.map(({ merged }) => merged.records).sort()).toEqual([0, 0, 1]);
    for (const tab of tabs) expect(await recordsOf(tab)).toContain(id);
  }
});

test('a task that ends during the merge is paid once, from the account (R75)', async () => {
  for (let round = 0; round < 8; round += 1) {
    hold();
    const [guest, email] = [server.visitor(), newAddress()];
    const { id } = await startWith(guest, picture);
    await reaches(guest, id, 1);
    const { code } = await askForCode(server, guest, email);
    const entering = guest.call('POST', sessionPath, { email, code });
    if (round % 2) release();
    else await server.visitor().call('GET', '/v1/user').then(release);
    enter(guest, await entering);
    await reaches(guest, id, 2);
    expect(await usedBy(guest)).toBe(4);
    await expectNothingLeft();
  }
});

test('a start concurrent with the merge succeeds and belongs to the account', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [guest, email] = [server.visitor(), newAddress()];
    const fileKey = await guest.upload(picture);
    const { code } = await askForCode(server, guest, email);
    const tab = tabOf(guest);
    const idempotencyKey = newKey();
    const [started, answer] = await Promise.all([
      tab.start(fileKey, { idempotencyKey }),
      guest.call('POST', sessionPath, { email, code }),
    ]);
    enter(guest, answer);
    const { id } = aiRecord.parse(started.obj);
    expect(await recordsOf(guest)).toEqual([id]);
    const path = `${recordsPath}/attempt/${idempotencyKey}`;
    expect((await guest.call('GET', path)).obj).toMatchObject({ id });
    expect(await usedBy(guest)).toBe(4);
    await expectNothingLeft();
  }
});

type Signed = { url: string; fields: Record<string, string>; fileKey: string };

/** Requests the signature for a guest's upload. */
async function sign(visitor: Visitor) {
  const signed = (await visitor.call('GET', '/v1/file/notAuthSignature/png')).obj as Signed;
  const send = () =>
    server.app.inject({ method: 'POST', url: signed.url, ...multipart(signed.fields, picture) });
  return { send, fileKey: signed.fileKey };
}

test('a photo that arrives after the merge belongs to the user, even if the guest had no row', async () => {
  for (const hasRow of [true, false]) {
    const visitor = server.visitor();
    if (hasRow) await visitor.upload(picture);
    const { send, fileKey } = await sign(visitor);
    await signIn(server, visitor, newAddress());
    expect((await send()).statusCode).toBe(204);
    const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
    expect(await recordsOf(visitor)).toEqual([id]);
  }
});

test('a photo that arrives during the merge belongs to the user', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [visitor, email] = [server.visitor(), newAddress()];
    if (round % 2) await visitor.upload(picture);
    const { send, fileKey } = await sign(visitor);
    const { code } = await askForCode(server, visitor, email);
    const [stored, answer] = await Promise.all([
      send(),
      visitor.call('POST', sessionPath, { email, code }),
    ]);
    enter(visitor, answer);
    expect(stored.statusCode).toBe(204);
    expect((await visitor.start(fileKey)).success).toBe('1');
    await expectNothingLeft();
  }
});

test('an idempotency key used by both does not block the merge', async () => {
  const [guest, email, idempotencyKey] = [server.visitor(), newAddress(), newKey()];
  await signIn(server, guest, email);
  const mine = aiRecord.parse(
    (await guest.start(await guest.upload(picture), { idempotencyKey })).obj,
  );
  const other = server.visitor();
  await other.start(await other.upload(picture), { idempotencyKey });
  server.clock.advance(minute);
  expect((await signIn(server, other, email)).merged).toEqual({ records: 1 });
  const path = `${recordsPath}/attempt/${idempotencyKey}`;
  expect((await other.call('GET', path)).obj).toMatchObject({ id: mine.id });
});

test('a merged guest is not purged, so its token never becomes a guest again', async () => {
  const guest = server.visitor();
  await startWith(guest, picture);
  const { user } = await signIn(server, guest, newAddress());
  const { db } = server.database;
  const merged = await db
    .select()
    .from(owners)
    .where(eq(owners.mergedInto, user.id ?? ''));
  await eventually(async () => expect(await recordsOf(guest)).toHaveLength(1));
  server.clock.advance(100 * 24 * 60 * minute);
  for (let n = 0; n < 3; n += 1) await server.sweep();
  expect((await findMerge(db, merged[0]?.id ?? ''))?.userId).toBe(user.id);
});

test('a start belongs to the account even if the merge began before the request', async () => {
  const { db } = server.database;
  const visitor = server.visitor();
  const fileKey = await visitor.upload(picture);
  const [upload] = await db.select().from(uploads).where(eq(uploads.key, fileKey));
  const user = server.visitor();
  await signIn(server, user, newAddress());
  const { id: userId } = await userOf(user);
  await userOf(visitor);
  // Another process merges the guest whom this process knows, and its message has not arrived yet.
  const now = new Date(server.clock.now().getTime() - 1000);
  await db.transaction((tx) =>
    mergeGuest(tx, { guestId: upload?.ownerId ?? '', userId: userId ?? '', now }),
  );
  const { id } = aiRecord.parse((await visitor.start(fileKey)).obj);
  expect(await recordsOf(user)).toEqual([id]);
  await expectNothingLeft();
});
