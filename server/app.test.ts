import { afterAll, beforeAll, expect, test } from 'vitest';
import { setup } from '../contract/entrance.ts';
import { type AiRecord, aiRecord } from '../contract/records.ts';
import { userInfo } from '../contract/user.ts';
import { photo, startTestServer, type TestServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('tells a visitor what is on offer', async () => {
  const answer = await server.visitor().call('GET', '/v1/entrance/setup');
  expect(answer.success).toBe('1');
  const { functionCredits, functions } = setup.parse(answer.obj);
  expect(functionCredits['upscale-2x-fast']).toEqual({ unit: 1, credits: 4 });
  expect(functions.map(({ code }) => code)).toEqual(['upscale-2x-fast', 'enhance', 'face-blur']);
});

test('runs a photo through upload, start, wait and result', async () => {
  const visitor = server.visitor();
  const started = await visitor.start(await visitor.upload(await photo()));
  expect(started).toMatchObject({ success: '1', status: 200 });
  let record: AiRecord = aiRecord.parse(started.obj);
  while (record.dealStatus < 2) {
    const url = `/v1/ai-function-record/detail/${record.id}?since=${record.revision}&waitMs=5000`;
    record = aiRecord.parse((await visitor.call('GET', url)).obj);
  }
  expect(record).toMatchObject({ dealStatus: 2, credits: { unit: 1, charged: 4 } });
  const file = await server.app.inject(record.result?.downloadUrl ?? '');
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.length).toBe(record.result?.bytes);
  const user = userInfo.parse((await visitor.call('GET', '/v1/user')).obj);
  expect(user.allowance).toMatchObject({ limit: 20, used: 4 });
});
