import { expect, test } from 'vitest';
import { dealStatus } from '../../contract/deal-status.ts';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { day, signIn } from '../accounts/accounts.fixture.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import { mails } from './mail.schema.ts';
import { createMailer } from './mailer.ts';
import { sampleMail } from './mails.fixture.ts';
import { createUnsubscribe } from './unsubscribe.ts';

const secret = 'a-secret-of-these-tests-of-32-characters';
const server = sharedTestServer({ env: { STORAGE_SECRET: secret } });

const publicUrl = 'https://lightwell.example';

/** Returns the unsubscribe links that this server's mails contain. */
const linksFor = (address: string, locale: Locale = 'en', key = secret) =>
  createUnsubscribe(server.database.db, { secret: key, publicUrl, now: () => new Date() }).links(
    address,
    locale,
  );

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
const tokenFor = (address: string, key?: string) => tokenOf(linksFor(address, 'en', key).page);

const read = (token: string) =>
  server.visitor().call('GET', `/v1/unsubscribe?token=${encodeURIComponent(token)}`);
const choose = (token: string, subscribed: boolean) =>
  server.visitor().call('POST', '/v1/unsubscribe', { token, subscribed });

const form = 'application/x-www-form-urlencoded';
const oneClick = 'List-Unsubscribe=One-Click';

const post = (token: string, payload: string = oneClick, type: string = form) =>
  server.app.inject({
    method: 'POST',
    url: `/unsubscribe?token=${token}`,
    payload,
    headers: { 'content-type': type },
  });

test('the link of a mail shows the address and changes nothing (R82)', async () => {
  const token = tokenFor('Mia@Example.org');
  for (let n = 0; n < 3; n += 1) {
    expect(await read(token)).toMatchObject({
      success: '1',
      obj: { address: 'm•••@example.org', subscribed: true },
    });
  }
});

test('one press unsubscribes, another press undoes it, any number of times (R82)', async () => {
  const token = tokenFor('undo@example.org');
  for (const subscribed of [false, false, true, true, false]) {
    const obj = { address: 'u•••@example.org', subscribed };
    expect(await choose(token, subscribed)).toMatchObject({ success: '1', obj });
    expect((await read(token)).obj).toEqual(obj);
  }
});

test('a mail provider unsubscribes with one POST, without a browser (RFC 8058) (R82)', async () => {
  const token = tokenFor('provider@example.org');
  const answer = await post(token);
  expect([answer.statusCode, answer.body]).toEqual([200, 'Unsubscribed.\n']);
  expect((await read(token)).obj).toMatchObject({ subscribed: false });
  expect((await post(token)).statusCode).toBe(200);
});

test('a mail provider unsubscribes with the other form encoding, too', async () => {
  const token = tokenFor('multipart@example.org');
  const part = 'Content-Disposition: form-data; name="List-Unsubscribe"';
  const body = `--b\r\n${part}\r\n\r\nOne-Click\r\n--b--\r\n`;
  expect((await post(token, body, 'multipart/form-data; boundary=b')).statusCode).toBe(200);
  expect((await read(token)).obj).toMatchObject({ subscribed: false });
});

test.each([
  ['another field', 'unsubscribe=yes', form],
  ['nothing', '', form],
  ['JSON', '{"List-Unsubscribe":"One-Click"}', 'application/json'],
  ['a large form', `${oneClick}&x=${'x'.repeat(3000)}`, form],
])('a POST of %s does nothing', async (_what, payload, type) => {
  const token = tokenFor('careful@example.org');
  expect((await post(token, payload, type)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await read(token)).obj).toMatchObject({ subscribed: true });
});

test("a GET of the header's address changes nothing", async () => {
  const token = tokenFor('scanner@example.org');
  await server.app.inject(`/unsubscribe?token=${token}`);
  await server.app.inject({ method: 'HEAD', url: `/unsubscribe?token=${token}` });
  expect((await read(token)).obj).toMatchObject({ subscribed: true });
});

test.each([
  [
    'another address',
    (token: string) =>
      `${Buffer.from('eve@example.org').toString('base64url')}.${token.split('.')[1]}`,
  ],
  ['another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['half of the token', (token: string) => token.slice(0, 20)],
  ['no signature', (token: string) => token.split('.')[0] ?? ''],
  ['text after the signature', (token: string) => `${token}.x`],
  ['anything', () => 'x'],
])('a link with %s is invalid', async (_what, change) => {
  const token = change(tokenFor('mia@example.org'));
  expect((await read(token)).success).toBe('invalid_link');
  expect((await choose(token, false)).success).toBe('invalid_link');
  expect((await post(token)).statusCode).toBe(400);
});

test('a link signed by another server is invalid', async () => {
  const token = tokenFor('mia@example.org', 'another-secret-of-32-characters-or-more');
  expect((await read(token)).success).toBe('invalid_link');
});

test.each(locales)('the link of a mail in %s leads to the page in that language', (locale) => {
  const { page, oneClick: header } = linksFor('mia@example.org', locale);
  const path = locale === 'en' ? '/unsubscribe' : `/${locale}/unsubscribe`;
  expect(new URL(page).pathname).toBe(path);
  // All languages share one URL, because its answer to a mail provider has no text.
  expect(new URL(header).pathname).toBe('/unsubscribe');
  expect(tokenOf(header)).toBe(tokenOf(page));
});

test('an unsubscribed user gets no reminder, but gets one after subscribing again', async () => {
  const { db } = server.database;
  const mailer = createMailer({ workers: { call() {} }, sends: true, now: () => new Date() });
  const remind = async () => {
    const mail = sampleMail('retentionReminder', { to: 'Reader@example.org' });
    await db.transaction((tx) => mailer.write(tx, mail));
    const rows = await db.select({ cause: mails.cause }).from(mails);
    return rows.some(({ cause }) => cause === mail.cause);
  };
  const token = tokenFor('reader@example.org');
  expect(await remind()).toBe(true);
  await post(token);
  expect(await remind()).toBe(false);
  await choose(token, true);
  expect(await remind()).toBe(true);
});

type Delivered = { kind: string; text: string; headers: Record<string, string> };

test('a user is reminded before a result is deleted, and the link in that mail stops the next one (R82)', async () => {
  const [visitor, email] = [server.visitor(), 'keeper@example.org'];
  await signIn(server, visitor, email);
  const remindersIn = async (): Promise<Delivered[]> => {
    const { body } = await server.app.inject(`/outbox.json?to=${email}`);
    const { mails: all } = JSON.parse(body) as { mails: Delivered[] };
    return all.filter(({ kind }) => kind === 'retentionReminder');
  };
  const bytes = await photo();
  await reaches(visitor, (await startWith(visitor, bytes)).id, dealStatus.succeeded);
  server.clock.advance(26 * day);
  await server.sweep();
  expect(await remindersIn()).toEqual([]);
  server.clock.advance(2 * day);
  await reaches(visitor, (await startWith(visitor, bytes)).id, dealStatus.succeeded);
  await server.sweep();
  const [mail] = await eventually(async () => {
    const found = await remindersIn();
    expect(found).toHaveLength(1);
    return found;
  });
  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(mail?.headers['List-Unsubscribe']).toContain(tokenOf(link));
  expect((await choose(tokenOf(link), false)).obj).toMatchObject({ subscribed: false });
  server.clock.advance(28 * day);
  await server.sweep();
  expect(await remindersIn()).toHaveLength(1);
});

test('a link of an earlier version stays valid (R82)', async () => {
  const token = 'bWlhQGV4YW1wbGUub3Jn.Oh-gfyp3XJzD5QGvGck0_Q';
  expect(tokenFor('mia@example.org')).toBe(token);
  expect((await read(token)).success).toBe('1');
});
