import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { hashOfAddress } from '../mail/address-hash.ts';
import { mails } from '../mail/mail.schema.ts';
import {
  type Arrived,
  smtpAnswer,
  startSmtpServer,
  type TestSmtpServer,
} from '../mail/smtp-server.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, type Visitor } from '../testing/visitor.fixture.ts';

const message = (change: object = {}) => ({
  email: 'Mia@Example.org',
  name: 'Mia Sommer',
  message: 'Hello!\nIt works.',
  locale: 'de',
  idempotencyKey: newKey(),
  ...change,
});

const write = (visitor: Visitor, change: object = {}) =>
  visitor.call('POST', '/v1/contact', message(change));

describe('to a real mail server', () => {
  let smtp: TestSmtpServer;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    server = await startTestServer({
      env: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'hello@lightwell.example',
        SUPPORT_EMAIL: 'help@lightwell.example',
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });

  test('a message reaches the support, and its writer gets a receipt', async () => {
    expect(await write(server.visitor())).toMatchObject({ success: '1', obj: null });
    await eventually(() => expect(smtp.arrived).toHaveLength(2));
    const to = (address: string) =>
      smtp.arrived.find((arrived) => arrived.to[0] === address) as Arrived;
    const toSupport = to('help@lightwell.example').mail;
    expect(toSupport.subject).toBe('Message from Mia Sommer <mia@example.org>');
    expect(toSupport.replyTo?.text).toBe('mia@example.org');
    expect(toSupport.text).toContain('> Hello!\n> It works.');
    const receipt = to('mia@example.org').mail;
    expect(receipt.subject).toBe('Deine Nachricht ist angekommen');
    expect(receipt.from?.text).toBe('"Lightwell" <hello@lightwell.example>');
    expect(receipt.text).toContain('> Hello!\n> It works.');
    expect(receipt.html).toContain('lang="de"');
    // The mail server receives the mail shortly before the row is updated.
    await eventually(async () => {
      const rows = await server.database.db.select().from(mails);
      expect(rows.map(({ state, address, values }) => [state, address, values])).toEqual([
        ['sent', null, null],
        ['sent', null, null],
      ]);
    });
  });

  test('a repeat sends nothing', async () => {
    const visitor = server.visitor();
    const repeated = { idempotencyKey: newKey(), email: 'repeats@example.org' };
    const before = smtp.arrived.length;
    await Promise.all([write(visitor, repeated), write(visitor, repeated)]);
    expect(await write(visitor, { ...repeated, message: 'Again' })).toMatchObject({ success: '1' });
    await write(visitor, { email: 'last@example.org' });
    await eventually(() => expect(smtp.arrived.length).toBe(before + 4));
  });

  test('input never becomes a header', async () => {
    const evil = 'Mia\r\nBcc: victim@example.org\r\n\r\nHello';
    const before = smtp.arrived.length;
    expect(await write(server.visitor(), { name: evil, message: evil })).toMatchObject({
      success: '1',
    });
    await eventually(() => expect(smtp.arrived.length).toBe(before + 2));
    for (const { to, mail, raw } of smtp.arrived.slice(before)) {
      expect(to).toHaveLength(1);
      expect(mail.bcc).toBeUndefined();
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im);
    }
    const toSupport = smtp.arrived.slice(before).find(({ to }) => to[0]?.startsWith('help'));
    expect(toSupport?.mail.subject).toBe(
      'Message from Mia Bcc: victim@example.org  Hello <mia@example.org>',
    );
  });
});

describe('a mail server that greylists, and rejects one address', () => {
  let smtp: TestSmtpServer;
  let server: TestServer;
  const seen = new Set<string>();
  beforeAll(async () => {
    smtp = await startSmtpServer({
      onRcptTo({ address }, _session, done) {
        const isNew = !seen.has(address);
        seen.add(address);
        if (address.startsWith('nobody')) done(smtpAnswer(550));
        else if (address.startsWith('grey') && isNew) done(smtpAnswer(451));
        else done();
      },
    });
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'hello@lightwell.example' };
    server = await startTestServer({ env });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });

  /** Returns state and last error of the receipt to the email address. */
  const receiptTo = async (address: string) => {
    const rows = await server.database.db
      .select()
      .from(mails)
      .where(eq(mails.addressHash, hashOfAddress(address)));
    return rows.map(({ kind, state, lastError }) => [kind, state, lastError]);
  };

  const arrivedAt = (address: string) => smtp.arrived.filter(({ to }) => to.includes(address));

  test('a mail that was deferred arrives later, once', async () => {
    const email = 'grey@example.org';
    await write(server.visitor(), { email });
    await eventually(async () =>
      expect(await receiptTo(email)).toEqual([['contactReceipt', 'waiting', 'deferred']]),
    );
    server.clock.advance(10_000);
    await server.sweep();
    await eventually(async () =>
      expect(await receiptTo(email)).toEqual([['contactReceipt', 'sent', null]]),
    );
    expect(arrivedAt(email)).toHaveLength(1);
  });

  test('a refused address ends its own mail only', async () => {
    const email = 'nobody@example.org';
    const before = arrivedAt('support@example.com').length;
    await write(server.visitor(), { email });
    await eventually(async () =>
      expect(await receiptTo(email)).toEqual([['contactReceipt', 'failed', 'recipient_refused']]),
    );
    await eventually(() => expect(arrivedAt('support@example.com')).toHaveLength(before + 1));
    expect(arrivedAt(email)).toEqual([]);
  });
});

describe('the mail server is down', () => {
  const server = sharedTestServer({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@lightwell.example' },
  });

  test('a message is accepted and waits', async () => {
    expect(await write(server.visitor())).toMatchObject({ success: '1' });
    await eventually(async () => {
      const rows = await server.database.db.select().from(mails);
      expect(rows.map(({ state, lastError }) => [state, lastError])).toEqual([
        ['waiting', 'unreachable'],
        ['waiting', 'unreachable'],
      ]);
    });
    // The log does not contain the recipient.
    const retries = server.logged.filter(
      ({ msg }) => msg === 'a mail could not be sent and is tried again later',
    );
    expect(retries.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(retries)).not.toMatch(/mia/i);
  });
});

describe('mail is switched off', () => {
  const server = sharedTestServer({ env: { SMTP_URL: 'off' } });

  test('a message is refused, and nothing is stored', async () => {
    expect(await write(server.visitor())).toMatchObject({ status: 503, success: 'mail_failed' });
    expect(await server.database.db.select().from(mails)).toEqual([]);
  });
});

describe('limits', () => {
  const server = sharedTestServer({ env: { CONTACT_MESSAGES_PER_HOUR: '2' } });

  test.each([
    ['no address', { email: '' }, 'invalid_request'],
    ['an invalid address', { email: 'nobody' }, 'invalid_email'],
    ['two addresses', { email: 'a@example.org, b@example.org' }, 'invalid_email'],
    [
      'an address with a line break',
      { email: 'a@example.org\nBcc: b@example.org' },
      'invalid_email',
    ],
    ['an empty message', { message: '  \n ' }, 'invalid_request'],
    ['a message of 5001 characters', { message: 'x'.repeat(5001) }, 'invalid_request'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'invalid_request'],
    ['an unknown language', { locale: 'tlh' }, 'invalid_request'],
    ['an invalid key', { idempotencyKey: 'x' }, 'invalid_request'],
  ])('refuses %s', async (_what, change, code) => {
    expect((await write(server.visitor(), change)).success).toBe(code);
    expect(server.mails).toEqual([]);
  });

  test('limits the messages of one subnet per hour', async () => {
    const visitor = server.visitor();
    const answers = [];
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org']) {
      answers.push((await write(visitor, { email })).success);
    }
    expect(answers).toEqual(['1', '1', 'rate_limited']);
  });

  test('limits the receipts to one address per hour, for all senders together', async () => {
    const email = 'victim@example.org';
    const sent = { idempotencyKey: newKey(), email };
    const answers = [];
    for (const change of [sent, { email }, { email: 'Victim@EXAMPLE.org' }, sent]) {
      answers.push((await write(server.visitor(), change)).success);
    }
    // A repeated message does not count for the limit.
    expect(answers).toEqual(['1', '1', 'rate_limited', '1']);
    server.clock.advance(3_600_001);
    expect((await write(server.visitor(), { email })).success).toBe('1');
  });

  test('uses the language that the request accepts if the message names none', async () => {
    await server.app.inject({
      method: 'POST',
      url: '/v1/contact',
      remoteAddress: '10.1.1.1',
      headers: { 'accept-language': 'ja' },
      payload: message({ email: 'yuki@example.org', locale: undefined }),
    });
    const receipt = server.mails.find(({ to }) => to === 'yuki@example.org');
    expect(receipt?.locale).toBe('ja');
  });
});
