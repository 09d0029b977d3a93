import { afterEach, expect, test, vi } from 'vitest';
import { createSpaceGuard } from '../platform/storage/disk/free-space.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function open(env: Record<string, string> = {}): Promise<TestServer> {
  server = await startTestServer({ env });
  return server;
}

const signature = '/v1/file/notAuthSignature/png';

/** Requests one upload as a browser without cookies. */
const asNobody = async (remoteAddress: string) =>
  (await server?.app.inject({ url: signature, remoteAddress }))?.json().success;

test('counts unused uploads by visitor, by address and in total, but not used ones', async () => {
  const env = {
    UNUSED_UPLOADS_PER_VISITOR: '2',
    UNUSED_UPLOADS_PER_ADDRESS: '3',
    UNUSED_UPLOADS_IN_ALL: '4',
  };
  const server = await open(env);
  const visitor = server.visitor();
  const ask = async () => (await visitor.call('GET', signature)).success;
  await visitor.start(await visitor.upload(await photo()));
  expect([await ask(), await ask(), await ask()]).toEqual(['1', '1', 'too_many_uploads']);
  const neighbour = { url: signature, remoteAddress: '10.0.0.1' };
  expect((await server.app.inject(neighbour)).json().success).toBe('1');
  expect((await server.app.inject(neighbour)).json().success).toBe('too_many_uploads');
  expect([await asNobody('198.51.100.7'), await asNobody('198.51.100.8')]).toEqual([
    '1',
    'too_many_uploads',
  ]);
  server.clock.advance(2 * 3_600_000);
  await server.sweep();
  expect(await ask()).toBe('1');
});

test('limits the new guests of one address per day, with its own error code', async () => {
  const server = await open({ NEW_GUESTS_PER_ADDRESS: '3' });
  const known = server.visitor();
  await known.call('GET', signature);
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push(await asNobody('10.0.0.1'));
  expect(answers).toEqual(['1', '1', 'too_many_guests']);
  expect((await known.call('GET', signature)).success).toBe('1');
  expect(await asNobody('10.0.0.2')).toBe('1');
  server.clock.advance(86_400_001);
  expect(await asNobody('10.0.0.1')).toBe('1');
});

test.each([
  ['GET', signature],
  ['POST', '/v1/ai-function/notAuth/dealSave/enhance'],
  ['POST', '/storage/lightwell'],
] as const)('limits the requests of one address per minute to %s %s', async (method, url) => {
  const server = await open({ REQUESTS_PER_MINUTE: '2' });
  const statuses = [];
  for (let n = 0; n < 3; n += 1)
    statuses.push((await server.app.inject({ method, url })).statusCode);
  expect(statuses.map((status) => status === 429 || status === 503)).toEqual([false, false, true]);
});

test('limits the engine time for previews of one address per minute', async () => {
  const server = await open({ PREVIEW_SECONDS_PER_MINUTE: '2' });
  const image = (await photo(64, 64)).toString('base64');
  let passed = 0;
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + passed);
  server.engine.answerPreviews(async (request) => {
    request.onBegin?.();
    passed += 1100;
    return { image: request.image, width: 64, height: 64 };
  });
  const preview = async (remoteAddress: string) => {
    const url = '/v1/ai-function/notAuth/preview/enhance';
    const payload = { image, options: {} };
    return (await server.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode;
  };
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await preview('10.0.0.1'));
  expect(statuses).toEqual([200, 200, 429]);
  expect(await preview('10.0.0.2')).toBe(200);
});

test('a full disk refuses only requests that store something, with its own error code', async () => {
  const server = await open({ DISK_RESERVE_MB: '1000000000' });
  const refused = await server.app.inject(signature);
  expect([refused.statusCode, refused.json().success]).toEqual([503, 'storage_full']);
  const stored = await server.app.inject({ method: 'POST', url: '/storage/lightwell' });
  expect([stored.statusCode, stored.body]).toEqual([503, expect.stringContaining('StorageFull')]);
  expect((await server.app.inject('/v1/user')).statusCode).toBe(200);
  expect((await server.app.inject('/v1/ai-function-record')).statusCode).toBe(200);
  expect(server.logged.some(({ msg }) => msg === 'the disk is nearly full')).toBe(true);
});

test.each([
  ['could not extend file', '53100'],
  ['could not write to file "base/5/16384": No space left on device', undefined],
])(
  'a database that can no longer write (%s) is reported as a full disk, not an error',
  async (said, code) => {
    const server = await open();
    const visitor = server.visitor();
    const key = await visitor.upload(await photo());
    const cause = Object.assign(new Error(said), code === undefined ? {} : { code });
    const { inspect } = server.engine;
    server.engine.inspect = () => Promise.reject(new Error('Failed query', { cause }));
    expect(await visitor.start(key)).toMatchObject({ status: 503, success: 'storage_full' });
    server.engine.inspect = inspect;
  },
);

test('the server checks the free space again every second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let free = 10;
  const short: number[] = [];
  const ensure = createSpaceGuard({
    directory: '/',
    reserveBytes: 100,
    freeBytes: async () => free,
    onShort: (bytes) => short.push(bytes),
  });
  await expect(ensure()).rejects.toMatchObject({ code: 'storage_full' });
  free = 1000;
  vi.advanceTimersByTime(999);
  await expect(ensure()).rejects.toMatchObject({ code: 'storage_full' });
  vi.advanceTimersByTime(1);
  await ensure();
  expect(short).toEqual([10]);
  vi.useRealTimers();
});
