import { beforeAll, describe, expect, test } from 'vitest';
import { productionEnv } from '../testing/production-env.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { createOutbox } from './outbox.ts';

const server = sharedTestServer();

const closed = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

const mail = {
  kind: 'resetCode' as const,
  locale: 'de' as const,
  messageId: '<1@lightwell.example>' as const,
  from: { name: 'Lightwell', address: 'hello@lightwell.example' },
  to: 'Mia@example.org',
  replyTo: 'support@example.com',
  subject: '123 456 <b>ist</b> dein Code',
  text: 'Link:\nhttps://lightwell.example/?a=1&b="2"\n<b>',
  html: '<!doctype html><title>Code</title><p>123456</p>',
  attachments: [{ name: '<i>Terms</i>.txt', text: 'https://lightwell.example/de/terms' }],
  headers: { 'Content-Language': 'de' },
};

let ids: number[];
beforeAll(async () => {
  const outbox = createOutbox(server.database.db, () => new Date('2026-11-22T12:00:00Z'));
  const { signal } = new AbortController();
  await outbox.send(mail, signal);
  // Sends the mail again, as after a crash.
  await outbox.send(mail, signal);
  await outbox.send(
    { ...mail, to: 'other@example.org', messageId: '<2@lightwell.example>' },
    signal,
  );
  ids = (await outbox.list(undefined)).map(({ id }) => id);
});

test.each([
  ['an address of the subnet', { remoteAddress: '192.168.0.7' }],
  ['another name of this server', { headers: { host: 'lightwell.example' } }],
  ['a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy that speaks RFC 7239', { headers: { forwarded: 'for=127.0.0.1' } }],
])('is closed to requests by %s', async (_what, request) => {
  for (const url of ['/outbox', '/outbox.json', `/outbox/${ids[0]}`]) {
    const { body } = await server.app.inject({ method: 'GET', url, ...request });
    expect(JSON.parse(body)).toMatchObject({ success: 'not_found', obj: null });
  }
});

test('lists the unsent mails, newest first, each once', async () => {
  const { headers, body } = await server.app.inject('/outbox');
  expect(headers).toMatchObject({ ...closed, 'content-type': 'text/html; charset=utf-8' });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(body.match(/href="\/outbox\/\d+"/g)).toEqual(ids.map((id) => `href="/outbox/${id}"`));
  expect(body).toContain('123 456 &lt;b&gt;ist&lt;/b&gt; dein Code');
  expect(body).toContain('Mia@example.org · resetCode · de · 2026-11-22 12:00:00');
});

test('shows one mail as plain text, with its links, and as HTML in a sandboxed frame', async () => {
  const { headers, body } = await server.app.inject(`/outbox/${ids[1]}`);
  expect(headers).toMatchObject(closed);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-src 'self'/);
  expect(body).toContain(`<iframe src="/outbox/${ids[1]}/html" sandbox `);
  const url = 'https://lightwell.example/?a=1&amp;b=&quot;2&quot;';
  expect(body).toContain(`<a href="${url}" rel="noreferrer">${url}</a>`);
  expect(body).toContain('<dt>Content-Language</dt><dd>de</dd>');
  expect(body).toContain('Attachment: &lt;i&gt;Terms&lt;/i&gt;.txt');
  expect(body).not.toMatch(/<b>|<i>/);
});

test('the HTML of a mail can be shown only in that frame, without scripts', async () => {
  const { headers, body } = await server.app.inject(`/outbox/${ids[1]}/html`);
  expect(body).toBe(mail.html);
  expect(headers).toMatchObject({ ...closed, 'x-frame-options': 'SAMEORIGIN' });
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
});

test('returns the mails to one address as JSON, in any spelling of the address', async () => {
  const { headers, body } = await server.app.inject('/outbox.json?to=mia@EXAMPLE.org');
  expect(headers).toMatchObject(closed);
  const { mails } = JSON.parse(body);
  expect(mails).toMatchObject([
    { address: 'Mia@example.org', kind: 'resetCode', subject: mail.subject, text: mail.text },
  ]);
});

test.each(['/outbox/999999', '/outbox/x', '/outbox/0', '/outbox/1e3', '/outbox/999999/html'])(
  'there is no mail at %s',
  async (url) => {
    expect((await server.app.inject(url)).statusCode).toBeGreaterThanOrEqual(400);
  },
);

describe.each([
  ['where mail is sent', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@lightwell.example' }],
  ['in production', productionEnv],
])('%s', (_where, env) => {
  const other = sharedTestServer({ env: env as unknown as Record<string, string> });

  test.each(['/outbox', '/outbox.json', '/outbox/1', '/outbox/1/html'])(
    'there is no %s',
    async (url) => {
      expect((await other.app.inject(url)).statusCode).not.toBe(200);
    },
  );
});
