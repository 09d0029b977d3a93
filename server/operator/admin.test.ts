import { beforeAll, describe, expect, test } from 'vitest';
import { bought, newBuyer } from '../orders/money.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';

const token = 'a token of an operator, 32 or more';
const server = sharedTestServer({
  env: { ADMIN_TOKEN: token, PUBLIC_URL: 'https://lightwell.example' },
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
let addresses = 0;
const from = () => {
  addresses += 1;
  return `10.2.0.${addresses}`;
};

const signIn = (given: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/admin/sign-in',
    remoteAddress: from(),
    headers: { ...form, ...headers },
    payload: new URLSearchParams({ token: given }).toString(),
  });

async function cookieOf() {
  const [cookie] = (await signIn(token)).cookies;
  return `${cookie?.name}=${cookie?.value}`;
}

const visit = async (url: string, cookie?: string) =>
  server.app.inject({
    url,
    remoteAddress: from(),
    headers: { cookie: cookie ?? (await cookieOf()) },
  });

let code: string;
let ownerId: string;
let email: string;
beforeAll(async () => {
  const buyer = await newBuyer(server);
  ({ ownerId, email } = buyer);
  ({ code } = await bought(server, buyer));
});

const paths = () => [
  ...['/admin', `/admin/orders/${code}`, `/admin/ledger?owner=${ownerId}`],
  ...['/admin/stuck', '/admin/doctor', '/admin/orders.csv', `/admin/ledger.csv?owner=${ownerId}`],
];

test('shows only the form without a sign-in', async () => {
  for (const path of paths()) {
    const { statusCode, body } = await visit(path, 'operator=9999999999999.abc');
    expect([401, 303]).toContain(statusCode);
    expect(body).not.toContain(code);
    expect(body).not.toContain(email);
  }
});

test('the right token opens a session whose secret is not the token', async () => {
  const answer = await signIn(token);
  expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/admin' } });
  const said = String(answer.headers['set-cookie']);
  expect(said).toMatch(/^operator=[\w-]{43}; .*HttpOnly; Secure; SameSite=Strict$/);
  expect(said).toContain('Max-Age=1800; Path=/admin;');
  expect(said).not.toContain(token);
});

test('refuses a wrong token and a form of another site', async () => {
  const wrong = await signIn(`${token}x`);
  expect(wrong.statusCode).toBe(403);
  expect(wrong.headers['set-cookie']).toBeUndefined();
  const foreign = await signIn(token, { origin: 'https://evil.example' });
  expect(foreign.headers['set-cookie']).toBeUndefined();
});

test('limits sign-in tries', async () => {
  const one = { method: 'POST', url: '/admin/sign-in', headers: form, payload: 'token=x' } as const;
  const codes: number[] = [];
  for (let n = 0; n < 12; n += 1) codes.push((await server.app.inject(one)).statusCode);
  expect(codes.slice(-2)).toEqual([429, 429]);
});

test('every page is closed to caches, search engines, scripts and frames', async () => {
  for (const path of paths().slice(0, 5)) {
    const { statusCode, headers, body } = await visit(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-.*form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(body).not.toContain('<script');
  }
});

test("shows orders, one order, the ledger of its buyer, and the doctor's findings", async () => {
  expect((await visit('/admin?state=paid')).body).toContain(`/admin/orders/${code}`);
  expect((await visit('/admin?state=open')).body).toContain('No orders like that.');
  expect((await visit(`/admin/orders/${code}`)).body).toContain('3.99 EUR');
  expect((await visit(`/admin/ledger?email=${email}`)).body).toContain('order.paid');
  expect((await visit('/admin/stuck')).body).toContain('Nothing is stuck.');
  expect((await visit('/admin/doctor')).body).toContain('agree');
});

test('reports an invalid query as text', async () => {
  const { statusCode, body } = await visit('/admin/ledger?owner=%3Cb%3E');
  expect(statusCode).toBe(404);
  expect(body).toContain('There is no owner &lt;b&gt;.');
  expect((await visit('/admin?state=lost')).statusCode).toBe(400);
  expect((await visit('/admin/orders/LW-0000-0000')).statusCode).toBe(404);
});

test('exports orders and ledgers as CSV', async () => {
  const orders = await visit(`/admin/orders.csv?email=${email}`);
  expect(orders.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(orders.body.split('\r\n')[1]).toMatch(
    new RegExp(`^${code},paid,purchase,pack-100,100,399,EUR`),
  );
  expect((await visit(`/admin/ledger.csv?owner=${ownerId}`)).body).toContain(
    ',purchase,order.paid,100,',
  );
});

test('a session ends after half an hour, and an unknown cookie opens none', async () => {
  const cookie = await cookieOf();
  expect((await visit('/admin', cookie)).statusCode).toBe(200);
  server.clock.advance(30 * 60_000);
  expect((await visit('/admin', cookie)).statusCode).toBe(401);
  const forged = `operator=${'x'.repeat(43)}`;
  expect((await visit('/admin', forged)).statusCode).toBe(401);
});

test('signing out ends the session, also for a copy of its cookie', async () => {
  const cookie = await cookieOf();
  const other = await cookieOf();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/admin/sign-out',
    remoteAddress: from(),
    headers: { ...form, cookie },
    payload: '',
  });
  expect(answer.statusCode).toBe(303);
  expect((await visit('/admin', cookie)).statusCode).toBe(401);
  expect((await visit('/admin/orders.csv', cookie)).statusCode).toBe(303);
  expect((await visit('/admin', other)).statusCode).toBe(200);
});

test.each(['/admin/orders.csv?state=%27%20or%201=1', '/admin/ledger.csv'])(
  'refuses %s with a sentence, not as a server error',
  async (url) => {
    const { statusCode, headers, json } = await visit(url);
    expect(statusCode).toBe(400);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(json()).toMatchObject({ ok: false, code: 'invalid_input' });
  },
);

test.each([undefined, 'Bearer x', token, `Bearer ${token} `])(
  'commands refuse %s',
  async (given) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/admin/api/stuck',
      remoteAddress: from(),
      payload: {},
      headers: given ? { authorization: given } : {},
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ ok: false, code: 'wrong_token' });
  },
);

describe('without ADMIN_TOKEN', () => {
  const other = sharedTestServer();

  test.each([
    ['GET', '/admin'],
    ['GET', '/admin/orders.csv'],
    ['POST', '/admin/sign-in'],
    ['POST', '/admin/api/stuck'],
  ] as const)('there is no %s %s', async (method, url) => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await other.app.inject({ method, url, headers });
    // Without a build of the pages, the not-found page is missing, too, so a GET gets 503.
    expect(statusCode).toBe(method === 'GET' ? 503 : 404);
  });
});
