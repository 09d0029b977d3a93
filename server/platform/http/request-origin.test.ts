import { describe, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.fixture.ts';
import { sharedTestServer } from '../../testing/shared-test-server.fixture.ts';

const page = 'https://www.lightwell.example';
const api = 'https://api.lightwell.example';

const post = (server: TestServer, headers: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: '/v1/event/track/log',
    headers: { host: 'www.lightwell.example', ...headers },
    payload: { name: 'e' },
  });

describe('a call that changes something', () => {
  const server = sharedTestServer({ env: { PUBLIC_URL: page } });

  test.each([
    ['from a client other than a browser', {}],
    ['from our own page', { origin: page, 'sec-fetch-site': 'same-origin' }],
    ['from our own page of an old browser', { origin: page }],
    ['from the requested host', { origin: 'http://www.lightwell.example' }],
    ['typed in', { 'sec-fetch-site': 'none' }],
  ])('is done %s', async (_whence, headers) => {
    expect((await post(server, headers)).statusCode).toBe(200);
  });

  test.each([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another host of the site', { origin: api, 'sec-fetch-site': 'same-site' }],
    ['from an old browser', { origin: 'https://evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['from a host that begins like ours', { origin: `${page}.evil` }],
  ])('is refused %s', async (_whence, headers) => {
    const answer = await post(server, headers);
    expect([answer.statusCode, answer.json().success]).toEqual([403, 'foreign_origin']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['GET', 'HEAD'] as const)(
    'by storing a visitor and an upload is refused to pages of other sites (%s)',
    async (method) => {
      const url = '/v1/file/notAuthSignature/png';
      const foreign = { 'sec-fetch-site': 'cross-site' };
      const refused = await server.app.inject({ method, url, headers: foreign });
      expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined]);
      for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }]) {
        expect((await server.app.inject({ method, url, headers })).statusCode).toBe(200);
      }
    },
  );

  test('that only reads is answered, but not shared with other sites', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await server.app.inject({ url: '/v1/user', headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('calls on another host of the same site (API_BASE_URL)', () => {
  const server = sharedTestServer({ env: { PUBLIC_URL: page, API_BASE_URL: api } });
  const headers = { origin: page, 'sec-fetch-site': 'same-site' };

  test('can be sent and read by our pages, with cookies', async () => {
    const answer = await post(server, headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'cross-origin-resource-policy': 'same-site',
      vary: 'Origin',
    });
  });

  test.each(['/v1/event/track/log', '/storage/lightwell'])(
    'are allowed by a preflight: %s',
    async (url) => {
      const answer = await server.app.inject({
        method: 'OPTIONS',
        url,
        headers: { ...headers, 'access-control-request-method': 'POST' },
      });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['access-control-allow-headers']).toContain('website');
    },
  );

  test('are not shared with other origins', async () => {
    const answer = await post(server, { origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('expose the failure of a photo only to our pages', async () => {
    const answer = await server.app.inject({ url: '/storage/lightwell/uploads/a.png', headers });
    expect(answer.headers['access-control-allow-origin']).toBe(page);
    const page404 = await server.app.inject({ url: '/nothing', headers });
    expect(page404.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
