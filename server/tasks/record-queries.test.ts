import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

/* Tests query values that no row can have. */
let server: TestServer;
let bytes: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  bytes = await photo();
});
afterAll(() => server.stop());

const path = '/v1/ai-function-record';

test.each([
  '8640000000000000 a',
  '9999999999999999 a',
  '253402300800000 a',
  '-62200000000000 a',
  'Infinity a',
  '1e12 a',
  ' a',
])('refuses the cursor %j, whose date no row can have', async (text) => {
  const visitor = server.visitor();
  await visitor.upload(bytes);
  const cursor = Buffer.from(text).toString('base64url');
  expect(await visitor.call('GET', `${path}?cursor=${cursor}`)).toMatchObject({
    status: 400,
    success: 'invalid_request',
  });
});

test.each(['253402300799999 a', '0 a'])('accepts the cursor %j', async (text) => {
  const visitor = server.visitor();
  await visitor.upload(bytes);
  const cursor = Buffer.from(text).toString('base64url');
  expect((await visitor.call('GET', `${path}?cursor=${cursor}`)).success).toBe('1');
});

test.each(['since=99999999999999999999', 'since=-1', 'since=1e400', 'waitMs=25001', 'waitMs=NaN'])(
  'refuses %s',
  async (query) => {
    const visitor = server.visitor();
    const { id } = aiRecord.parse((await visitor.start(await visitor.upload(bytes))).obj);
    expect(await visitor.call('GET', `${path}/detail/${id}?${query}`)).toMatchObject({
      status: 400,
      success: 'invalid_request',
    });
  },
);
