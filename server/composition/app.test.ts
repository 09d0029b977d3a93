import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { setup } from '../../contract/entrance.ts';
import { userInfo } from '../../contract/user.ts';
import { EngineError } from '../engine/engine.port.ts';
import { productionEnv } from '../testing/production-env.fixture.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, photo } from '../testing/visitor.fixture.ts';

const server = sharedTestServer();

test('sends a visitor the available functions (R11, R41, R45)', async () => {
  const answer = await server.visitor().call('GET', '/v1/entrance/setup');
  const { functionCredits, functions, retentionDays } = setup.parse(answer.obj);
  expect(functionCredits['upscale-2x-fast']).toEqual({ unit: 1, credits: 4 });
  const codes = functions.map(({ code }) => code);
  expect(codes).toEqual(['upscale-2x-fast', 'enhance', 'face-blur', 'cut-out']);
  expect(functions[0]?.estimate).toEqual({ per: 'megapixel', lowMs: 100, highMs: 200 });
  expect(functions[0]?.deadlineMs).toBe(60 * 60_000);
  expect(retentionDays).toBe(30);
});

test('a visitor is a guest without an id, and nothing is stored before a first upload (R12, R20)', async () => {
  const visitor = server.visitor();
  const user = userInfo.parse((await visitor.call('GET', '/v1/user')).obj);
  expect(user).toMatchObject({ vipStatus: 0, subscriptionStatus: 0 });
  expect(user.id).toBeUndefined();
  expect(user.allowance).toMatchObject({ limit: 20, used: 0 });
  expect(visitor.cookies).toEqual({});
});

test('gives a guest an unguessable cookie that scripts cannot read (R22)', async () => {
  const { headers } = await server.app.inject('/v1/file/notAuthSignature/png');
  expect(String(headers['set-cookie'])).toMatch(
    /^lightwell_guest=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('over https, no other host can set the cookie, and browsers stay with https', async () => {
  const other = await startTestServer({ env: { PUBLIC_URL: 'https://lightwell.example' } });
  const { headers } = await other.app.inject('/v1/file/notAuthSignature/png');
  expect(String(headers['set-cookie'])).toMatch(
    /^__Host-lightwell_guest=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  await other.stop();
});

test('a visitor with an invented cookie becomes a new guest', async () => {
  const visitor = server.visitor();
  const invented = 'A'.repeat(43);
  visitor.cookies.lightwell_guest = invented;
  await visitor.upload(await photo());
  expect(visitor.cookies.lightwell_guest).not.toBe(invented);
});

test('every answer to a call has the request id, no-store and the policy that allows nothing', async () => {
  const { headers } = await server.app.inject('/v1/user');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{12}$/);
});

test.each(['/v1/%E0%A4%A', '/v1/ai-function-record/detail/%E0%A4%A'])(
  'answers the call %s, which the router cannot decode, with the envelope',
  async (url) => {
    const answer = await server.app.inject(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: 'invalid_request', obj: null });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  },
);

test('answers a malformed address with the page of its language (R6)', async () => {
  const clientDir = await mkdtemp(join(tmpdir(), 'lightwell-client-'));
  await writeFile(join(clientDir, '404.html'), '<!doctype html><title>nicht da</title>');
  const page = {
    pattern: null,
    locale: 'de',
    name: 'not-found',
    file: '404.html',
    description: null,
    shortcut: null,
    isListed: false,
  };
  await writeFile(join(clientDir, 'pages.json'), JSON.stringify({ pages: [page] }));
  const other = await startTestServer({ clientDir });
  const answer = await other.app.inject({ url: '/de/%E0%A4%A', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining('default-src'),
  });
  expect(answer.body).toContain('nicht da');
  await other.stop();
  await rm(clientDir, { recursive: true });
});

test('names the invalid fields (R34)', async () => {
  const visitor = server.visitor();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v1/ai-function/notAuth/dealSave/enhance',
    payload: { fileKey: '', idempotencyKey: 'short' },
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ success: 'invalid_request', obj: null });
  expect(answer.json().detail).toMatch(/body\.fileKey: .*; body\.idempotencyKey: /);
  const detail = await visitor.call('GET', '/v1/ai-function-record/detail/x?waitMs=26000');
  expect(detail).toMatchObject({ status: 400, success: 'invalid_request' });
});

test('refuses bodies that are not JSON or too large', async () => {
  const post = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/event/track/log',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const broken = await post('{"name":');
  expect([broken.statusCode, broken.json().success]).toEqual([400, 'invalid_request']);
  const large = await post(JSON.stringify({ name: 'a'.repeat(70_000) }));
  expect(large.statusCode).toBe(400);
});

test('writes the operation log (R41, R58)', async () => {
  const event = { name: 'result_download', parameters: { url: '/result/1', size: 3 } };
  const answer = await server.visitor().call('POST', '/v1/event/track/log', event);
  expect(answer).toEqual({ status: 200, success: '1', msg: '', obj: null });
  const lines = server.logged.filter(({ operation }) => operation === event.name);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 30, msg: 'operation', parameters: event.parameters });
  expect(lines[0]?.reqId).toMatch(/^[0-9a-f]{12}$/);
});

test('logs an advertising event without the ids of the visitor', async () => {
  const adInfosDto = {
    facebook: { fbPixId: '1', fbc: 'fb.1.click', fbp: '' },
    ga: { gaCid: '123.456', gclid: '', wbraid: '' },
  };
  const event = { test: false, channel: 'sun', name: 'sign_success', adInfosDto };
  const visitor = server.visitor();
  const answer = await visitor.call('POST', '/v1/event', event);
  expect(answer).toEqual({ status: 200, success: '1', msg: '', obj: null });
  const [line, ...more] = server.logged.filter(
    ({ operation }) => operation === 'event sign_success',
  );
  expect(line).toMatchObject({
    parameters: { test: false, channel: 'sun', ids: 'fbPixId fbc gaCid' },
  });
  expect(more).toEqual([]);
  expect(JSON.stringify(line)).not.toMatch(/fb\.1\.click|123\.456/);
  const nameless = await visitor.call('POST', '/v1/event', { ...event, name: '' });
  expect(nameless).toMatchObject({ status: 400, success: 'invalid_request' });
  const huge = await visitor.call('POST', '/v1/event', { ...event, more: 'x'.repeat(9000) });
  expect(huge).toMatchObject({ success: 'invalid_request' });
});

test.each([
  ['development', {}, ['operation']],
  ['production', productionEnv, ['incoming request', 'operation', 'request completed']],
  [
    'development at debug',
    { LOG_LEVEL: 'debug' },
    ['incoming request', 'operation', 'request completed'],
  ],
])('logs an operation in %s (R58)', async (_where, env, operations) => {
  const other = await startTestServer({ env });
  await other.visitor().call('POST', '/v1/event/track/log?signature=secret', { name: 'e' });
  expect(other.logged.map(({ msg }) => msg)).toEqual(operations);
  expect(JSON.stringify(other.logged)).not.toContain('secret');
  await other.stop();
});

test('limits the rate of requests', async () => {
  const visitor = server.visitor();
  const answers: string[] = [];
  for (let n = 0; n < 121; n += 1) {
    answers.push((await visitor.call('GET', '/v1/file/notAuthSignature/png')).success);
  }
  expect(answers.indexOf('rate_limited')).toBe(120);
  expect((await server.visitor().call('GET', '/v1/file/notAuthSignature/png')).success).toBe('1');
});

test('does not reveal the cause of an internal error', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(await photo());
  const inspect = server.engine.inspect;
  server.engine.inspect = async () => {
    throw new EngineError('cancelled', 'secret detail');
  };
  const answer = await visitor.start(fileKey, { idempotencyKey: newKey() });
  server.engine.inspect = inspect;
  expect(answer).toEqual({
    status: 500,
    success: 'internal_error',
    msg: 'Our server didn’t respond properly. Please try again in a moment.',
    obj: null,
    errorId: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  const line = server.logged.find(({ reqId, level }) => reqId === answer.errorId && level === 50);
  expect(line).toMatchObject({ err: { message: 'secret detail' } });
  expect((await visitor.start(fileKey)).success).toBe('1');
});

test('production serves no description of its calls unless configured', async () => {
  const other = await startTestServer({ env: productionEnv });
  expect((await other.app.inject('/docs/json')).body).not.toContain('openapi');
  await other.stop();
});

test('describes every call of the contract in OpenAPI (R41)', async () => {
  const document = (await server.app.inject('/docs/json')).json();
  for (const [name, { method, path }] of Object.entries(calls)) {
    expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name });
  }
  expect((await server.app.inject('/docs/')).statusCode).toBe(200);
});
