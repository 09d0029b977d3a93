import { beforeAll, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';
import { detail, reaches, recordsPath, startWith } from './records.fixture.ts';

/* Tests concurrent starts, cancellations and deletions. */

const server = sharedTestServer({ env: { GUEST_DAILY_CREDITS: '100' } });
let bytes: Buffer;
beforeAll(async () => {
  bytes = await photo();
});

/** Makes jobs wait until the returned function is called. */
function holdJobs() {
  const { promise, resolve } = Promise.withResolvers<'succeed'>();
  server.engine.behave(() => promise);
  return () => {
    server.engine.behave(async () => 'succeed');
    resolve('succeed');
  };
}

const remove = (visitor: Visitor, id: string) => visitor.call('DELETE', `${recordsPath}/${id}`);
const cancel = (visitor: Visitor, id: string) =>
  visitor.call('POST', `${recordsPath}/cancel/${id}`);

test('one of two concurrent deletions deletes the record, the other gets record_gone', async () => {
  const visitor = server.visitor();
  const { id } = await startWith(visitor, bytes);
  await reaches(visitor, id, 2);
  const answers = await Promise.all([remove(visitor, id), remove(visitor, id)]);
  expect(answers.map(({ success }) => success).sort()).toEqual(['1', 'record_gone']);
});

test('one of two concurrent cancellations cancels the task, the other gets record_ended', async () => {
  const release = holdJobs();
  const visitor = server.visitor();
  const { id } = await startWith(visitor, bytes);
  const answers = await Promise.all([cancel(visitor, id), cancel(visitor, id)]);
  expect(answers.map(({ success }) => success).sort()).toEqual(['1', 'record_ended']);
  release();
});

test('a request that waits for a change is answered at once when the record is deleted', async () => {
  const visitor = server.visitor();
  const { id } = await startWith(visitor, bytes);
  const { revision } = await reaches(visitor, id, 2);
  const url = `${recordsPath}/detail/${id}?since=${revision}&waitMs=20000`;
  const waiting = visitor.call('GET', url);
  // Once this later request is answered, the wait has begun.
  await visitor.call('GET', recordsPath);
  await remove(visitor, id);
  expect(await waiting).toMatchObject({ status: 410, success: 'record_gone' });
});

test('a start beyond the limit of three under way inspects no photo', async () => {
  const release = holdJobs();
  const visitor = server.visitor();
  const started: string[] = [];
  for (let n = 0; n < 3; n += 1) started.push((await startWith(visitor, bytes)).id);
  const fourth = await visitor.upload(bytes);
  const looks = server.engine.asked.length;
  expect((await visitor.start(fourth)).success).toBe('too_many_tasks');
  expect(server.engine.asked).toHaveLength(looks);
  release();
  for (const id of started) await reaches(visitor, id, 2);
});

test('one of two starts with one photo uses the photo, the other gets upload_used', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const { inspect } = server.engine;
  const both = Promise.withResolvers<void>();
  let looks = 0;
  server.engine.inspect = async (...given) => {
    looks += 1;
    if (looks === 2) both.resolve();
    await both.promise;
    return await inspect(...given);
  };
  const answers = await Promise.all([visitor.start(fileKey), visitor.start(fileKey)]);
  server.engine.inspect = inspect;
  expect(answers.map(({ success }) => success).sort()).toEqual(['1', 'upload_used']);
  const { id } = aiRecord.parse(answers.find(({ success }) => success === '1')?.obj);
  await reaches(visitor, id, 2);
});

test.each([
  ['another function', 'enhance', {}],
  ['other options', 'face-blur', { kind: 'pixels' }],
])('refuses a key that was used for %s', async (_, code, options) => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const request = { fileKey, idempotencyKey: newKey() };
  const start = (of: string, given: object) =>
    visitor.call('POST', `/v1/ai-function/notAuth/dealSave/${of}`, { ...request, options: given });
  const first = await start('face-blur', { kind: 'blur' });
  const { id } = aiRecord.parse(first.obj);
  expect(await start(code, options)).toMatchObject({
    status: 409,
    success: 'idempotency_conflict',
    obj: null,
  });
  expect(aiRecord.parse((await start('face-blur', { kind: 'blur' })).obj).id).toBe(id);
  await reaches(visitor, id, 2);
});

test("a waiting task's position includes another owner's first task before it", async () => {
  const release = holdJobs();
  const [visitor, newcomer] = [server.visitor(), server.visitor()];
  const running = await startWith(visitor, bytes);
  await reaches(visitor, running.id, 1);
  await startWith(visitor, bytes);
  const { id } = await startWith(visitor, bytes);
  const place = async () => (await detail(visitor, id)).queuePosition;
  await eventually(async () => expect(await place()).toBe(2));
  await startWith(newcomer, bytes);
  await eventually(async () => expect(await place()).toBe(3));
  release();
  await reaches(visitor, id, 2);
});
