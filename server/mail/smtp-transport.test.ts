import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MailFailure } from './mail-transport.port.ts';
import type { Message } from './render-mail.ts';
import { smtpAnswer, startSmtpServer, type TestSmtpServer } from './smtp-server.fixture.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const running: TestSmtpServer[] = [];
const silent: Server[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const server of silent.splice(0)) server.close();
});

async function start(...[options]: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(options);
  running.push(server);
  return server;
}

const message = (change: Partial<Message> = {}): Message => ({
  kind: 'resetCode',
  locale: 'de',
  messageId: '<abc@lightwell.example>',
  from: { name: 'Lightwell', address: 'hello@lightwell.example' },
  to: 'visitor@example.org',
  replyTo: 'support@lightwell.example',
  subject: '123 456 ist dein Code',
  text: 'Grüße\n',
  html: '<p>Grüße</p>',
  attachments: [],
  headers: { 'Content-Language': 'de' },
  ...change,
});

const neverStopped = () => new AbortController().signal;

async function failureOf(sending: Promise<unknown>) {
  const error = await sending.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof MailFailure)) throw error ?? new Error('Expected the mail to be refused.');
  return [error.reason, error.isPermanent];
}

const send = (url: string, change: Partial<Message> = {}, waits = {}) =>
  createSmtpTransport(url, waits).send(message(change), neverStopped());

test('sends files unchanged, with names in any language', async () => {
  const { url, arrived } = await start();
  const attachments = [
    { name: 'ご利用規約.txt', text: '撤回できます。\nLast line\n' },
    { name: 'Kündigung & Widerruf.txt', text: 'ä'.repeat(5000) },
  ];
  await send(url, { attachments });
  const files = arrived[0]?.mail.attachments ?? [];
  expect(files.map(({ filename, content }) => [filename, content.toString()])).toEqual(
    attachments.map(({ name, text }) => [name, text]),
  );
  expect(new Set(files.map(({ contentType }) => contentType))).toEqual(new Set(['text/plain']));
});

test("sends the mail with its own id, and returns the server's id", async () => {
  const { url, arrived } = await start();
  const taken = await send(url, {
    headers: { 'Content-Language': 'de', 'List-Unsubscribe': '<a:b>' },
  });
  expect(taken).toEqual({ providerId: 'Ok: queued as 1' });
  expect(arrived).toHaveLength(1);
  const [{ from, to, mail, raw }] = arrived as [(typeof arrived)[number]];
  expect([from, to]).toEqual(['hello@lightwell.example', ['visitor@example.org']]);
  expect(mail).toMatchObject({
    messageId: '<abc@lightwell.example>',
    subject: '123 456 ist dein Code',
    text: 'Grüße\n',
    html: '<p>Grüße</p>',
  });
  expect(mail.from?.text).toBe('"Lightwell" <hello@lightwell.example>');
  expect(mail.replyTo?.text).toBe('support@lightwell.example');
  expect(raw).toContain('Content-Language: de\r\n');
  expect(raw).toContain('List-Unsubscribe: <a:b>\r\n');
});

test('speaks TLS from the first byte with smtps, and only to a verified server', async () => {
  const { url, arrived } = await start({ secure: true });
  expect(await failureOf(send(url))).toEqual(['unreachable', false]);
  await send(`${url}?tls.rejectUnauthorized=false`);
  expect(arrived.map(({ mail }) => mail.subject)).toEqual(['123 456 ist dein Code']);
});

test('signs in with the user and the password of the address', async () => {
  const { url, arrived } = await start({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'us:er' && password === 'p@ss'
        ? done(null, { user: username })
        : done(smtpAnswer(535)),
  });
  await send(url.replace('//', '//us%3Aer:p%40ss@'));
  expect(arrived).toHaveLength(1);
  expect(await failureOf(send(url.replace('//', '//us%3Aer:wrong@')))).toEqual([
    'credentials',
    false,
  ]);
});

test('never sends a password over a network without encryption', async () => {
  const said: string[] = [];
  const { url } = await start({
    onAuth: ({ username }, _session, done) => {
      said.push(String(username));
      done(null, { user: username });
    },
  });
  // This host name leads to this machine, but does not count as local.
  const remote = url.replace('//127.0.0.1', '//user:secret@0.0.0.0');
  expect(await failureOf(send(remote))).toEqual(['tls', false]);
  expect(said).toEqual([]);
  await send(`${remote}?requireTLS=false`);
  expect(said).toEqual(['user']);
});

test.each([
  ['a mailbox that does not exist', 'onRcptTo', 550, 'recipient_refused', true],
  ['a mailbox that is full', 'onRcptTo', 452, 'deferred', false],
  ['greylisting', 'onRcptTo', 451, 'deferred', false],
  ['a sender that is not allowed', 'onMailFrom', 553, 'sender_refused', false],
  ['too many mails', 'onMailFrom', 421, 'deferred', false],
  ['a server that is closed', 'onConnect', 554, 'unreachable', false],
  ['a server that is busy', 'onConnect', 421, 'deferred', false],
] as const)('%s', async (_what, at, code, reason, isPermanent) => {
  const refuse = (...given: unknown[]) =>
    (given.at(-1) as (error: Error) => void)(smtpAnswer(code));
  const { url } = await start({ [at]: refuse });
  expect(await failureOf(send(url))).toEqual([reason, isPermanent]);
});

test.each([
  [552, 'mail_refused', true],
  [452, 'deferred', false],
] as const)('a mail whose content is answered %i', async (code, reason, isPermanent) => {
  const { url } = await start({
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(smtpAnswer(code)));
    },
  });
  expect(await failureOf(send(url))).toEqual([reason, isPermanent]);
});

test('a server that is down', async () => {
  const { url, stop } = await startSmtpServer();
  await stop();
  expect(await failureOf(send(url))).toEqual(['unreachable', false]);
});

/** Starts a server that accepts connections and sends nothing, or a line from time to time. */
async function startSilentServer(greeting?: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (greeting) socket.write(greeting);
  });
  silent.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a silent server', async () => {
  const url = await startSilentServer();
  expect(await failureOf(send(url, {}, { greetingTimeout: 50 }))).toEqual(['timeout', false]);
});

test('a server that greets and is then silent', async () => {
  const url = await startSilentServer('220 hello\r\n');
  expect(await failureOf(send(url, {}, { socketTimeout: 50 }))).toEqual(['timeout', false]);
});

test('a server that takes too long in total', async () => {
  const url = await startSilentServer('220 hello\r\n');
  expect(await failureOf(send(url, {}, { allInAllMs: 50 }))).toEqual(['timeout', false]);
});

test('a stop cuts the connection', async () => {
  const url = await startSilentServer('220 hello\r\n');
  const stopping = new AbortController();
  const sending = createSmtpTransport(url).send(message(), stopping.signal);
  stopping.abort();
  expect(await failureOf(sending)).toEqual(['stopped', false]);
});

const evil = ['\r\nBcc: victim@example.org', '\nRCPT TO:<victim@example.org>', '\r\n\r\nHello'];

test.each(evil.flatMap((end) => [`a@example.org${end}`, `a${end}@example.org`]))(
  'an address with %j is invalid',
  async (to) => {
    const { url, arrived } = await start();
    expect(await failureOf(send(url, { to }))).toEqual(['recipient_refused', true]);
    expect(arrived).toEqual([]);
  },
);

test.each([
  'a@b.example, victim@example.org',
  '<victim@example.org>',
  'a b@example.org',
  '"a"@b.example',
])('the address %j is invalid', async (to) => {
  const { url, arrived } = await start();
  expect(await failureOf(send(url, { to }))).toEqual(['recipient_refused', true]);
  expect(arrived).toEqual([]);
});

test.each(evil)('no field begins another header with %j', async (end) => {
  const { url, arrived } = await start();
  await send(url, {
    subject: `Hi${end}`,
    replyTo: `mia@example.org${end}`,
    from: { name: `Lightwell${end}`, address: 'hello@lightwell.example' },
    headers: { 'Content-Language': 'de' },
  });
  const [{ to, mail, raw }] = arrived as [(typeof arrived)[number]];
  expect(to).toEqual(['visitor@example.org']);
  expect(mail.bcc).toBeUndefined();
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|rcpt|hello)/im);
  expect(mail.text).toBe('Grüße\n');
});
