import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { account } from '../../contract/account.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { creditLines, purses } from '../credits/credits.schema.ts';
import { emailCodes } from '../mail/mail.schema.ts';
import { buy } from '../orders/money.fixture.ts';
import { owners, sessions, users } from '../owners/owners.schema.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { uploads } from '../uploads/uploads.schema.ts';
import {
  askForCode,
  codePath,
  day,
  enter,
  hour,
  mailTo,
  minute,
  newAddress,
  otherThan,
  signIn,
  userOf,
} from './accounts.fixture.ts';
import { accountExports, identities, passwordTries } from './accounts.schema.ts';
import { writeArchive } from './export-archive.ts';

const env = { GUEST_DAILY_CREDITS: '1000', CODES_PER_SUBNET: '1000', SIGN_INS_PER_MINUTE: '1000' };
const server = sharedTestServer({ env });
const password = 'correct horse battery';

async function newUser() {
  const [visitor, email] = [server.visitor(), newAddress()];
  const { user } = await signIn(server, visitor, email);
  server.clock.advance(minute);
  return { visitor, email, id: user.id ?? '' };
}

const accountOf = async (visitor: Visitor) =>
  account.parse((await visitor.call('GET', '/v1/user/account')).obj);

/**
 * Requests a code of a type for users only. Returns the code that is mailed to the email address.
 */
async function askAsUser(visitor: Visitor, email: string, type: string) {
  server.clock.advance(minute);
  return await visitor.call('GET', codePath(email, type));
}

async function changeAddress(visitor: Visitor, email: string, next: string) {
  await askAsUser(visitor, next, 'changeEmail');
  const { code } = mailTo(server, next, 'changeEmailCode');
  const { code: currentCode } = mailTo(server, email, 'changeEmailCode');
  const body = { email: next, code, currentCode };
  expect((await visitor.call('POST', '/v1/user/email', body)).success).toBe('1');
}

describe('the account', () => {
  test('is shown to a signed-in user', async () => {
    const { visitor, email } = await newUser();
    expect(await accountOf(visitor)).toMatchObject({
      email,
      hasPassword: false,
      providers: [],
      locale: 'en',
      reminders: true,
    });
  });

  test('keeps language and mail choices', async () => {
    const { visitor } = await newUser();
    const set = async (body: object) =>
      account.parse((await visitor.call('POST', '/v1/user/preferences', body)).obj);
    expect(await set({ locale: 'pt' })).toMatchObject({ locale: 'pt', reminders: true });
    expect(await set({ reminders: false })).toMatchObject({ locale: 'pt', reminders: false });
    expect(await set({ reminders: true })).toMatchObject({ locale: 'pt', reminders: true });
    expect((await visitor.call('POST', '/v1/user/preferences', { locale: 'nl' })).success).toBe(
      'invalid_request',
    );
  });

  test.each<['GET' | 'POST', string, object?]>([
    ['GET', '/v1/user/account'],
    ['GET', '/v1/user-session'],
    ['GET', codePath('ada@example.com', 'changeEmail')],
    ['GET', codePath('ada@example.com', 'deleteAccount')],
    ['POST', '/v1/user-session/end-others'],
    ['POST', '/v1/user/preferences', { locale: 'de' }],
    ['POST', '/v1/user/export'],
    ['POST', '/v1/user/delete', { code: '123456' }],
    ['POST', '/v1/user/password', { password, code: '123456' }],
    ['POST', '/v1/user/email', { email: 'a@example.com', code: '123456', currentCode: '123456' }],
  ])('a guest gets 10009 from %s %s', async (method, path, body) => {
    expect((await server.visitor().call(method, path, body)).success).toBe('10009');
  });
});

describe('the address', () => {
  test('changes with a code from each mailbox; the former address is notified', async () => {
    const { visitor, email, id } = await newUser();
    const next = newAddress();
    expect((await askAsUser(visitor, next, 'changeEmail')).success).toBe('1');
    const { code } = mailTo(server, next, 'changeEmailCode');
    const { code: currentCode } = mailTo(server, email, 'changeEmailCode');
    const change = (codes: object) =>
      visitor.call('POST', '/v1/user/email', { email: next, code, currentCode, ...codes });
    // A wrong code does not use up the correct code.
    expect((await change({ code: otherThan(code) })).success).toBe('invalid_code');
    expect((await change({ currentCode: otherThan(currentCode) })).success).toBe('invalid_code');
    expect((await change({})).obj).toMatchObject({ email: next });
    expect(mailTo(server, email, 'emailChanged')).toEqual({ to: next });
    expect((await change({})).success).not.toBe('1');
    server.clock.advance(minute);
    expect((await signIn(server, server.visitor(), next)).user.id).toBe(id);
    expect((await signIn(server, server.visitor(), email)).user.id).not.toBe(id);
  });

  test('is not changed back with the same two codes', async () => {
    const { visitor, email } = await newUser();
    const next = newAddress();
    await changeAddress(visitor, email, next);
    const back = {
      email,
      code: mailTo(server, email, 'changeEmailCode').code,
      currentCode: mailTo(server, next, 'changeEmailCode').code,
    };
    expect((await visitor.call('POST', '/v1/user/email', back)).success).toBe('invalid_code');
    expect((await accountOf(visitor)).email).toBe(next);
  });

  test('of another account is refused only after the mailbox is proven', async () => {
    const [{ visitor, email }, other] = [await newUser(), await newUser()];
    expect((await askAsUser(visitor, other.email, 'changeEmail')).success).toBe('1');
    const body = {
      email: other.email,
      code: mailTo(server, other.email, 'changeEmailCode').code,
      currentCode: mailTo(server, email, 'changeEmailCode').code,
    };
    const wrong = { ...body, code: otherThan(body.code) };
    expect((await visitor.call('POST', '/v1/user/email', wrong)).success).toBe('invalid_code');
    expect((await visitor.call('POST', '/v1/user/email', body)).success).toBe('email_taken');
    expect((await accountOf(other.visitor)).email).toBe(other.email);
  });

  test('keeps its opt-out from reminders when it changes', async () => {
    const { visitor, email } = await newUser();
    const next = newAddress();
    await visitor.call('POST', '/v1/user/preferences', { reminders: false });
    await changeAddress(visitor, email, next);
    expect(await accountOf(visitor)).toMatchObject({ email: next, reminders: false });
  });

  test('cannot be changed to itself', async () => {
    const { visitor, email } = await newUser();
    expect((await askAsUser(visitor, email, 'changeEmail')).success).toBe('invalid_email');
  });
});

describe('the password', () => {
  const set = (visitor: Visitor, body: object) => visitor.call('POST', '/v1/user/password', body);

  test('is set by a code, then changed by the current password; other sessions end', async () => {
    const { visitor, email } = await newUser();
    const other = server.visitor();
    await signIn(server, other, email);
    await askAsUser(visitor, email, 'resetPassword');
    const { code } = mailTo(server, email, 'resetCode');
    expect((await set(visitor, { password, code })).obj).toMatchObject({ hasPassword: true });
    const noticesOfChange = () =>
      server.mails.filter(({ to, kind }) => to === email && kind === 'passwordChanged').length;
    expect(noticesOfChange()).toBe(0);
    expect((await other.call('GET', '/v1/user')).success).toBe('10009');
    expect((await userOf(visitor)).id).toBeDefined();
    const next = 'another horse entirely';
    const wrong = await set(visitor, { password: next, oldPassword: 'wrong horse' });
    expect(wrong.success).toBe('invalid_credentials');
    expect((await set(visitor, { password: next, oldPassword: password })).success).toBe('1');
    enter(other, await other.call('POST', '/v1/user-session/email', { email, password: next }));
    expect(noticesOfChange()).toBe(1);
  });

  test('is not set without proof', async () => {
    const { visitor } = await newUser();
    expect((await set(visitor, { password })).success).toBe('invalid_request');
    expect((await set(visitor, { password, oldPassword: '' })).success).toBe('invalid_request');
    expect((await set(visitor, { password, oldPassword: 'x' })).success).toBe(
      'invalid_credentials',
    );
    expect((await set(visitor, { password, code: '000000' })).success).toBe('invalid_code');
  });
});

describe('the export', () => {
  const request = (visitor: Visitor) => visitor.call('POST', '/v1/user/export');

  /** Waits for the mail and returns the path of its link. */
  const linkTo = (email: string) =>
    eventually(async () => new URL(mailTo(server, email, 'exportReady').link).pathname);

  async function unpack(link: string) {
    const redirect = await server.app.inject({ method: 'GET', url: link });
    expect(redirect.statusCode).toBe(302);
    const { href } = new URL(String(redirect.headers.location), 'http://127.0.0.1:8787');
    const file = await server.app.inject({
      method: 'GET',
      url: href.replace(/^https?:\/\/[^/]+/, ''),
    });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toContain('Lightwell.zip');
    // Reads the archive with an independent implementation.
    const zip = new AdmZip(file.rawPayload);
    const read = (name: string) => zip.readFile(name) ?? Buffer.alloc(0);
    const entries = zip.getEntries();
    const stored = entries.filter(({ header }) => header.method === 0);
    const namesOf = (some: typeof entries) => some.map(({ entryName }) => entryName);
    return { read, names: namesOf(entries), stored: namesOf(stored) };
  }

  test('has photos, results, records and credits, as JSON and CSV (R76)', async () => {
    const { visitor, email } = await newUser();
    const picture = await photo();
    const { id } = await startWith(visitor, picture);
    await reaches(visitor, id, 2);
    const order = await buy(visitor);
    await visitor.call('POST', '/v1/user/preferences', { locale: 'pt', reminders: false });
    expect((await request(visitor)).obj).toMatchObject({ state: 'queued' });
    const { names, read, stored } = await unpack(await linkTo(email));
    const pictures = [`photos/${id}.png`, `results/${id}.webp`];
    expect(names).toEqual([
      ...['account.json', 'account.csv', 'records.json', 'records.csv'],
      ...['credits.json', 'credits.csv', 'orders.json', 'orders.csv'],
      ...pictures,
    ]);
    expect(stored, 'pictures are compressed already').toEqual(pictures);
    expect(read(`photos/${id}.png`)).toEqual(picture);
    for (const name of ['account.json', 'records.json', 'credits.json']) {
      const text = read(name).toString();
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
    expect(JSON.parse(read('account.json').toString())).toMatchObject({
      email,
      hasPassword: false,
      locale: 'pt',
      reminders: false,
    });
    const [columns, values] = read('account.csv').toString().split('\r\n');
    expect(columns).toBe('id,email,createdAt,hasPassword,locale,reminders,providers');
    expect(values).toMatch(new RegExp(`,${email},[^,]+,false,pt,false,$`));
    expect(JSON.parse(read('records.json').toString())).toMatchObject([
      { id, function: 'upscale-2x-fast', credits: 4, photo: `photos/${id}.png` },
    ]);
    const amounts = JSON.parse(read('credits.json').toString()) as { amount: number }[];
    expect(amounts.map(({ amount }) => amount)).toEqual([20, -4, 0]);
    expect(read('credits.csv').toString().split('\r\n')[2]).toContain('task.started,-4,');
    expect(JSON.parse(read('orders.json').toString())).toMatchObject([
      { code: order.code, status: 'open', amount: 399, currency: 'EUR', receipt: null },
    ]);
    expect(read('account.json').toString() + read('records.csv')).not.toContain(visitor.token);
  });

  test('is reused within an hour, and removed after a day', async () => {
    const { visitor, email } = await newUser();
    await request(visitor);
    const link = await linkTo(email);
    const again = await request(visitor);
    expect(again.obj).toMatchObject({ state: 'ready' });
    server.clock.advance(24 * hour - minute);
    expect((await server.app.inject({ method: 'GET', url: link })).statusCode).toBe(302);
    server.clock.advance(2 * minute);
    const late = await server.app.inject({ method: 'GET', url: link });
    expect(late.json()).toMatchObject({ success: 'invalid_link' });
    await server.sweep();
    expect(await server.database.db.select().from(accountExports)).toEqual([]);
    expect(readdirSync(join(server.directory, 'files', 'exports'))).toEqual([]);
  });

  test.each(['x', 'A'.repeat(43), '..%2f..'])('is not found by the link %j', async (secret) => {
    const url = `/v1/user/export/${secret}`;
    const answer = await server.app.inject({ method: 'GET', url });
    expect(answer.json()).toMatchObject({ success: 'invalid_link', obj: null });
  });

  test.each([
    ['en-GB', '', '/account?copy=over'],
    ['de', '', '/de/account?copy=over'],
    ['de', 'lightwell_lang=ja', '/ja/account?copy=over'],
  ])(
    'a browser is redirected to the page that can request another export (%s %s)',
    async (language, cookie, to) => {
      const answer = await server.app.inject({
        method: 'GET',
        url: `/v1/user/export/${'A'.repeat(43)}`,
        headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language, cookie },
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('requested in several tabs concurrently is made once', async () => {
    const { visitor, id } = await newUser();
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(visitor)));
    expect(answers.map(({ success }) => success)).toEqual(Array(6).fill('1'));
    const rows = await server.database.db.select().from(accountExports);
    expect(rows.filter(({ ownerId }) => ownerId === id)).toHaveLength(1);
  });

  test('fails after five attempts, and can be requested again', async () => {
    const { visitor, id, email } = await newUser();
    const { db } = server.database;
    const rowsOf = async () =>
      (await db.select().from(accountExports)).filter(({ ownerId }) => ownerId === id);
    const now = server.clock.now();
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + day) };
    const row = { id: `tried-${id}`, ownerId: id, state: 'queued', attempts: 5 } as const;
    await db.insert(accountExports).values({ ...row, ...times });
    await server.sweep();
    await eventually(async () => expect(await rowsOf()).toEqual([]));
    await request(visitor);
    await linkTo(email);
  });

  test('can be requested again although an expired export cannot be removed yet', async () => {
    const { visitor, email, id: ownerId } = await newUser();
    const { db } = server.database;
    // The storage refuses to remove a file with this name.
    const id = `../../${ownerId}`;
    const createdAt = new Date(server.clock.now().getTime() - 2 * day);
    const times = { createdAt, expiresAt: new Date(createdAt.getTime() + day) };
    await db.insert(accountExports).values({ id, ownerId, state: 'queued', ...times });
    await server.sweep();
    const isStuck = eq(accountExports.id, id);
    expect(await db.select().from(accountExports).where(isStuck)).toHaveLength(1);
    await request(visitor);
    expect((await unpack(await linkTo(email))).names).toContain('account.json');
    await db.delete(accountExports).where(isStuck);
  });

  test("is no longer opened by its link after the account's address has changed", async () => {
    const { visitor, email } = await newUser();
    await request(visitor);
    const link = await linkTo(email);
    const next = newAddress();
    await changeAddress(visitor, email, next);
    const late = await server.app.inject({ method: 'GET', url: link });
    expect(late.json()).toMatchObject({ success: 'invalid_link' });
    expect((await request(visitor)).obj).toMatchObject({ state: 'queued' });
    expect((await unpack(await linkTo(next))).names).toContain('account.json');
  });

  test('fails instead of hanging when a file is removed during the read', async () => {
    const { visitor, id } = await newUser();
    const { id: taskId } = await startWith(visitor, await photo());
    await reaches(visitor, taskId, 2);
    const { db } = server.database;
    const [user] = await db.select().from(users).where(eq(users.ownerId, id));
    if (!user) throw new Error('Expected a user.');
    const source = {
      db,
      storage: {
        head: async () => ({ bytes: 3, modifiedAt: new Date() }),
        read: async () => createReadStream(join(server.directory, 'gone.png')),
      },
      sessions: { list: async () => [] },
    };
    const path = join(server.directory, 'half.zip');
    await expect(writeArchive(source, user, path)).rejects.toThrow(/ENOENT/);
  });

  test('is made by the sweep if its worker was never called', async () => {
    const { email, id } = await newUser();
    const { db } = server.database;
    const now = new Date();
    const row = { id: `left-${id}`, ownerId: id, state: 'queued', createdAt: now } as const;
    const expiresAt = new Date(now.getTime() + 400 * day);
    await db.insert(accountExports).values({ ...row, expiresAt });
    await server.sweep();
    await linkTo(email);
    server.clock.advance(day);
    await server.sweep();
  });
});

describe('the deletion', () => {
  async function deleteAccount(visitor: Visitor, email: string) {
    expect((await askAsUser(visitor, email, 'deleteAccount')).success).toBe('1');
    const { code } = mailTo(server, email, 'deleteCode');
    return await visitor.call('POST', '/v1/user/delete', { code });
  }

  /** Returns the names of all tables with rows of the account. */
  async function rowsOf(id: string, email: string): Promise<string[]> {
    const { db } = server.database;
    const byTable = {
      owners: (await db.select().from(owners)).filter(
        (row) => row.id === id || row.mergedInto === id,
      ),
      users: (await db.select().from(users)).filter((row) => row.ownerId === id),
      sessions: (await db.select().from(sessions)).filter((row) => row.ownerId === id),
      identities: (await db.select().from(identities)).filter((row) => row.ownerId === id),
      tasks: (await db.select().from(tasks)).filter((row) => row.ownerId === id),
      uploads: (await db.select().from(uploads)).filter((row) => row.ownerId === id),
      purses: (await db.select().from(purses)).filter((row) => row.ownerId === id),
      exports: (await db.select().from(accountExports)).filter((row) => row.ownerId === id),
      codes: (await db.select().from(emailCodes)).filter(
        (row) => row.address === email || row.ownerId === id,
      ),
      tries: (await db.select().from(passwordTries)).filter((row) => row.address === email),
    };
    return Object.entries(byTable).flatMap(([table, rows]) => rows.map(() => table));
  }

  /** Returns the path of the file of an account's export. */
  async function copyOf(id: string): Promise<string> {
    const rows = await server.database.db.select().from(accountExports);
    const row = rows.find(({ ownerId }) => ownerId === id);
    return join(server.directory, 'files', 'exports', `${row?.id}.zip`);
  }

  test('leaves no row and no file of the account, and mails a receipt (R76)', async () => {
    const guest = server.visitor();
    const first = await startWith(guest, await photo());
    await reaches(guest, first.id, 2);
    const email = newAddress();
    const { user } = await signIn(server, guest, email);
    await guest.upload(await photo());
    await guest.call('POST', '/v1/user/export');
    await eventually(async () => mailTo(server, email, 'exportReady'));
    const { db } = server.database;
    const copy = await copyOf(user.id ?? '');
    expect(existsSync(copy)).toBe(true);
    const before = (await db.select().from(creditLines)).filter(
      ({ taskId }) => taskId === first.id,
    );
    expect(before).toHaveLength(2);
    expect((await deleteAccount(guest, email)).success).toBe('1');
    expect(mailTo(server, email, 'accountDeleted')).toEqual({});
    expect((await guest.call('GET', '/v1/user')).success).toBe('10009');
    // the file of the export is deleted immediately, as the dialog promises
    expect(existsSync(copy)).toBe(false);
    await server.sweep();
    expect(await rowsOf(user.id ?? '', email)).toEqual([]);
    const left = (await db.select().from(creditLines)).filter(({ taskId }) => taskId === first.id);
    expect(left).toEqual([]);
    expect(existsSync(join(server.directory, 'files', 'records', first.id))).toBe(false);
    server.clock.advance(minute);
    expect((await signIn(server, server.visitor(), email)).user.id).not.toBe(user.id);
  });

  test('also removes codes mailed to a new address', async () => {
    const { visitor, email } = await newUser();
    const next = newAddress();
    expect((await askAsUser(visitor, next, 'changeEmail')).success).toBe('1');
    const codesOf = async (address: string) =>
      (await server.database.db.select().from(emailCodes)).filter((row) => row.address === address);
    expect(await codesOf(next)).toHaveLength(1);
    expect((await deleteAccount(visitor, email)).success).toBe('1');
    expect([await codesOf(next), await codesOf(email)]).toEqual([[], []]);
  });

  test('removes an export without a row', async () => {
    const folder = join(server.directory, 'files', 'exports');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'nobodys.zip'), 'left by a process that died');
    await server.removeOrphans();
    expect(existsSync(join(folder, 'nobodys.zip'))).toBe(false);
  });

  test('stops a running task', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.engine.behave(() => promise.then(() => 'succeed'));
    const { visitor, email, id } = await newUser();
    const { id: record } = await startWith(visitor, await photo());
    await reaches(visitor, record, 1);
    expect((await deleteAccount(visitor, email)).success).toBe('1');
    resolve();
    server.engine.behave(async () => 'succeed');
    await eventually(async () => {
      await server.sweep();
      expect(await rowsOf(id, email)).toEqual([]);
    });
    await server.removeOrphans();
    expect(existsSync(join(server.directory, 'files', 'records', record))).toBe(false);
  });

  test('needs the right code, for this purpose and this address', async () => {
    const { visitor, email } = await newUser();
    const other = await newUser();
    expect((await askAsUser(visitor, other.email, 'deleteAccount')).success).toBe('invalid_email');
    server.clock.advance(minute);
    const { code } = await askForCode(server, visitor, email);
    const answer = await visitor.call('POST', '/v1/user/delete', { code });
    expect(answer.success).toBe('invalid_code');
    expect((await accountOf(visitor)).email).toBe(email);
  });

  test('leaves nothing when starts, uploads and sign-ins run concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { visitor, email, id } = await newUser();
      const fileKey = await visitor.upload(await photo());
      await askAsUser(visitor, email, 'deleteAccount');
      const { code } = mailTo(server, email, 'deleteCode');
      const guest = server.visitor();
      await startWith(guest, await photo());
      server.clock.advance(minute);
      const mailed = await askForCode(server, guest, email);
      const [deleted, , , entered] = await Promise.all([
        visitor.call('POST', '/v1/user/delete', { code }),
        visitor.start(fileKey),
        visitor.upload(await photo()).catch(() => ''),
        guest.call('POST', '/v1/user-session/email', { email, code: mailed.code }),
      ]);
      expect(deleted.success).toBe('1');
      // A later sign-in is either refused, because the code is gone, or creates a new account.
      if (entered.success === '1') enter(guest, entered);
      await eventually(async () => {
        await server.sweep();
        const owned = (await rowsOf(id, '')).filter((table) => table !== 'codes');
        expect(owned).toEqual([]);
      });
    }
  });
});
