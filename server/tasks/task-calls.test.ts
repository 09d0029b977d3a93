import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { type AiRecord, aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { EngineError } from '../engine/engine.port.ts';
import { loadWords } from '../platform/http/words.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { type Answer, newKey, photo, type Visitor } from '../testing/visitor.fixture.ts';

const server = sharedTestServer();
let bytes: Buffer;
beforeAll(async () => {
  bytes = await photo();
});

const recordOf = (answer: Answer): AiRecord => aiRecord.parse(answer.obj);

const usedBy = async (visitor: Visitor) =>
  userInfo.parse((await visitor.call('GET', '/v1/user')).obj).allowance?.used;

async function ended(visitor: Visitor, answer: Answer): Promise<AiRecord> {
  let record = recordOf(answer);
  while (record.dealStatus < 2) {
    const query = `since=${record.revision}&waitMs=5000`;
    const url = `/v1/ai-function-record/detail/${record.id}?${query}`;
    record = recordOf(await visitor.call('GET', url));
  }
  return record;
}

/** Makes jobs wait until the returned function is called. */
function holdJobs(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.engine.behave(async () => {
    await released;
    return 'succeed';
  });
  return () => {
    server.engine.behave(async () => 'succeed');
    release();
  };
}

test('returns the same task for a repeated key, and charges once (R41)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const idempotencyKey = newKey();
  const first = await visitor.start(fileKey, { idempotencyKey });
  const second = await visitor.start(fileKey, { idempotencyKey });
  expect(recordOf(second).id).toBe(recordOf(first).id);
  await ended(visitor, first);
  expect(recordOf(await visitor.start(fileKey, { idempotencyKey })).id).toBe(recordOf(first).id);
  expect(await usedBy(visitor)).toBe(4);
});

test('names the record and its download after the visitor’s file, until it is deleted (R43, R76)', async () => {
  const visitor = server.visitor();
  const name = 'photos/コーヒー (1)\u202e.png';
  const {
    id,
    name: kept,
    result,
  } = await ended(visitor, await visitor.start(await visitor.upload(bytes), { name }));
  expect([kept, result?.fileName]).toEqual(['コーヒー (1).png', 'コーヒー (1)-2x.webp']);
  const { headers } = await server.app.inject(result?.downloadUrl ?? '');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="____ _1_-2x.webp"; filename*=UTF-8''${encodeURIComponent('コーヒー')}%20%281%29-2x.webp`,
  );
  await visitor.call('DELETE', `/v1/ai-function-record/${id}`);
  const stored = sql`select photo_name from tasks where id = ${id}`;
  expect(((await server.database.db.execute(stored)) as { rows: object[] }).rows).toEqual([
    { photo_name: null },
  ]);
});

test('takes a start without a file name, as older pages send it', async () => {
  const visitor = server.visitor();
  const { name, result } = await ended(visitor, await visitor.start(await visitor.upload(bytes)));
  expect([name, result?.fileName]).toEqual([null, expect.stringMatching(/^lightwell-upscale-2x/)]);
});

test('returns the same task for parallel starts with one key (R71)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const idempotencyKey = newKey();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => visitor.start(fileKey, { idempotencyKey })),
  );
  expect(new Set(answers.map((answer) => recordOf(answer).id)).size).toBe(1);
  expect(await usedBy(visitor)).toBe(4);
});

test('refuses a key that belongs to another start', async () => {
  const visitor = server.visitor();
  const idempotencyKey = newKey();
  await visitor.start(await visitor.upload(bytes), { idempotencyKey });
  const other = await visitor.upload(bytes);
  expect(await visitor.start(other, { idempotencyKey })).toMatchObject({
    status: 409,
    success: 'idempotency_conflict',
  });
});

const attemptOf = (visitor: Visitor, key: string) =>
  visitor.call('GET', `/v1/ai-function-record/attempt/${key}`);

test('finds the record of a start by its key, only for its owner (R32)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const idempotencyKey = newKey();
  const unknown = { status: 404, success: 'record_not_found', obj: null };
  expect(await attemptOf(visitor, idempotencyKey)).toMatchObject(unknown);
  const { id } = recordOf(await visitor.start(fileKey, { idempotencyKey }));
  expect(recordOf(await attemptOf(visitor, idempotencyKey)).id).toBe(id);
  expect(await attemptOf(visitor, newKey())).toMatchObject(unknown);
  const stranger = server.visitor();
  expect(await attemptOf(stranger, idempotencyKey)).toMatchObject(unknown);
  await stranger.upload(bytes);
  expect(await attemptOf(stranger, idempotencyKey)).toMatchObject(unknown);
});

test('reports that the record of a key was deleted, and refuses a malformed key', async () => {
  const visitor = server.visitor();
  const idempotencyKey = newKey();
  const { id } = recordOf(await visitor.start(await visitor.upload(bytes), { idempotencyKey }));
  await visitor.call('DELETE', `/v1/ai-function-record/${id}`);
  expect(await attemptOf(visitor, idempotencyKey)).toMatchObject({
    status: 410,
    success: 'record_gone',
  });
  expect(await attemptOf(visitor, 'short')).toMatchObject({
    status: 400,
    success: 'invalid_request',
  });
});

test('a lookup during a start is answered after that start has ended', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const idempotencyKey = newKey();
  const inspect = server.engine.inspect.bind(server.engine);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const inspecting = vi.spyOn(server.engine, 'inspect').mockImplementation(async (...given) => {
    await held;
    return await inspect(...given);
  });
  const starting = visitor.start(fileKey, { idempotencyKey });
  await eventually(() => expect(inspecting).toHaveBeenCalled());
  const found = attemptOf(visitor, idempotencyKey);
  const another = await attemptOf(visitor, newKey());
  expect(another.success).toBe('record_not_found');
  goOn();
  expect(recordOf(await found).id).toBe(recordOf(await starting).id);
  inspecting.mockRestore();
});

test('accepts an upload for one task only', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  await visitor.start(fileKey);
  expect(await visitor.start(fileKey)).toMatchObject({ status: 409, success: 'upload_used' });
});

test('refuses uploads that never arrived or belong to another owner', async () => {
  const visitor = server.visitor();
  const signed = await visitor.call('GET', '/v1/file/notAuthSignature/png');
  const { fileKey } = signed.obj as { fileKey: string };
  const notFound = { status: 404, success: 'upload_not_found' };
  expect(await visitor.start(fileKey)).toMatchObject(notFound);
  const foreign = await server.visitor().upload(bytes);
  expect(await visitor.start(foreign)).toMatchObject(notFound);
});

test('a start without the guest cookie fails with cookies_needed', async () => {
  const fileKey = await server.visitor().upload(bytes);
  const cookieless = server.visitor();
  expect(await cookieless.start(fileKey)).toMatchObject({ status: 400, success: 'cookies_needed' });
});

test('refuses unknown functions and formats (R42)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const unknown = { status: 404, success: 'unknown_function' };
  expect(await visitor.start(fileKey, { code: 'time-travel' })).toMatchObject(unknown);
  const signature = (format: string, query = '') =>
    visitor.call('GET', `/v1/file/notAuthSignature/${format}${query}`);
  expect(await signature('png', '?functionCode=time-travel')).toMatchObject(unknown);
  expect(await signature('heic')).toMatchObject({ status: 422, success: 'unsupported_format' });
  expect(await signature('exe')).toMatchObject({ status: 400, success: 'invalid_request' });
});

test('deletes a photo that cannot be used, and charges nothing', async () => {
  const visitor = server.visitor();
  const noImage = await visitor.upload(Buffer.from('this is no image'));
  expect(await visitor.start(noImage)).toMatchObject({ status: 422, success: 'not_an_image' });
  const tiny = await visitor.upload(await photo(1, 1));
  expect(await visitor.start(tiny)).toMatchObject({ status: 422, success: 'image_too_small' });
  for (const key of [noImage, tiny]) {
    expect(existsSync(join(server.directory, 'files', key))).toBe(false);
    expect(await visitor.start(key)).toMatchObject({ success: 'upload_not_found' });
  }
  expect(await usedBy(visitor)).toBe(0);
});

const words = await loadWords({ email: 'support@example.com' });

test.each([
  ['not_an_image', 422],
  ['image_truncated', 422],
  ['unsupported_format', 422],
  ['animated_unsupported', 422],
  ['image_too_small', 422],
  ['image_too_large', 422],
  ['image_too_complex', 422],
  ['result_too_large', 422],
  ['nothing_to_clean', 422],
  ['nothing_to_improve', 422],
  ['file_too_large', 413],
] as const)('answers %s if the engine reports it, and deletes the upload', async (code, status) => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  vi.spyOn(server.engine, 'inspect').mockRejectedValueOnce(new EngineError(code, 'found so'));
  expect(await visitor.start(fileKey)).toEqual({
    status,
    success: code,
    msg: words(code, undefined),
    obj: null,
  });
  expect(existsSync(join(server.directory, 'files', fileKey))).toBe(false);
  expect(await usedBy(visitor)).toBe(0);
});

test.each([
  ['unavailable', 503],
  ['engine_failed', 500],
] as const)('keeps the upload if its inspection ends with %s', async (code, status) => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  vi.spyOn(server.engine, 'inspect').mockRejectedValueOnce(new EngineError(code, 'not now'));
  expect(await visitor.start(fileKey)).toMatchObject({ status, success: code });
  expect(existsSync(join(server.directory, 'files', fileKey))).toBe(true);
  expect(await visitor.start(fileKey)).toMatchObject({ success: '1' });
});

test('refuses a run that would exceed its deadline, and keeps the upload for a quicker run', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(await photo(1000, 500));
  server.engine.expectRuns({ lowMs: 60_000, highMs: 2 * 60 * 60_000 + 2 });
  expect(await visitor.start(fileKey)).toMatchObject({ status: 422, success: 'too_slow' });
  expect(await usedBy(visitor)).toBe(0);
  server.engine.expectRuns({ lowMs: 60_000, highMs: 2 * 60 * 60_000 });
  expect(await visitor.start(fileKey)).toMatchObject({ success: '1' });
  server.engine.expectRuns({ lowMs: 100, highMs: 200 });
});

test('never lets parallel starts exceed the allowance (R39)', async () => {
  const server = await startTestServer({ env: { GUEST_DAILY_CREDITS: '10' } });
  try {
    const visitor = server.visitor();
    const fileKeys: string[] = [];
    for (let n = 0; n < 6; n += 1) fileKeys.push(await visitor.upload(bytes));
    const answers = await Promise.all(fileKeys.map((fileKey) => visitor.start(fileKey)));
    expect(answers.filter(({ success }) => success === '1')).toHaveLength(2);
    const refused = answers.filter(({ success }) => success !== '1');
    expect(refused.every(({ success }) => /daily_limit|too_many_tasks/.test(success))).toBe(true);
    expect(await usedBy(visitor)).toBe(8);
    for (const answer of answers.filter(({ success }) => success === '1')) {
      await ended(visitor, answer);
    }
    const beyond = await visitor.start(await visitor.upload(bytes));
    expect(beyond).toMatchObject({ status: 200, success: 'daily_limit', obj: null });
    server.clock.advance(86_400_000);
    expect(await usedBy(visitor)).toBe(0);
    expect(await visitor.start(await visitor.upload(bytes))).toMatchObject({ success: '1' });
  } finally {
    await server.stop();
  }
});

test('allows a visitor three tasks in progress', async () => {
  const release = holdJobs();
  const visitor = server.visitor();
  const answers: Answer[] = [];
  for (let n = 0; n < 3; n += 1) {
    answers.push(await visitor.start(await visitor.upload(bytes), { code: 'face-blur' }));
  }
  const fourth = await visitor.upload(bytes);
  const tooMany = { status: 429, success: 'too_many_tasks' };
  expect(await visitor.start(fourth, { code: 'face-blur' })).toMatchObject(tooMany);
  release();
  for (const answer of answers) await ended(visitor, answer);
  expect(await visitor.start(fourth, { code: 'face-blur' })).toMatchObject({ success: '1' });
});

test('charges per started megapixel if the unit is 2 (R45)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(await photo(1001, 1000));
  const record = await ended(visitor, await visitor.start(fileKey, { code: 'enhance' }));
  expect(record.credits).toEqual({ unit: 2, charged: 6 });
  expect(await usedBy(visitor)).toBe(6);
});

test('charges nothing when the core refuses the photo (R35)', async () => {
  server.engine.behave(async () => 'reject');
  const visitor = server.visitor();
  const started = await visitor.start(await visitor.upload(bytes), { code: 'face-blur' });
  const record = await ended(visitor, started);
  server.engine.behave(async () => 'succeed');
  expect(record).toMatchObject({ dealStatus: 3, type: 49, reason: 'no_face', result: null });
  expect(record.credits.charged).toBe(0);
  expect(await usedBy(visitor)).toBe(0);
});

test('charges nothing when the engine fails, and leaves no files (R70)', async () => {
  server.engine.behave(async () => {
    throw new EngineError('engine_failed', 'expected by the test');
  });
  const visitor = server.visitor();
  const record = await ended(visitor, await visitor.start(await visitor.upload(bytes)));
  server.engine.behave(async () => 'succeed');
  expect(record).toMatchObject({ dealStatus: 4, reason: 'engine_failed', result: null });
  expect(await usedBy(visitor)).toBe(0);
  await eventually(() =>
    expect(readdirSync(join(server.directory, 'work', server.processId))).toEqual([]),
  );
});

test('cancels a running task: nothing is charged, the engine stops', async () => {
  let isStopped = false;
  server.engine.behave((job) => {
    job.signal.addEventListener('abort', () => {
      isStopped = true;
    });
    return new Promise(() => {});
  });
  const visitor = server.visitor();
  const before = server.engine.started.length;
  const { id } = recordOf(await visitor.start(await visitor.upload(bytes)));
  await eventually(() => expect(server.engine.started).toHaveLength(before + 1));
  const cancelled = await visitor.call('POST', `/v1/ai-function-record/cancel/${id}`);
  server.engine.behave(async () => 'succeed');
  expect(recordOf(cancelled)).toMatchObject({ dealStatus: 5, reason: null });
  expect(await usedBy(visitor)).toBe(0);
  await eventually(() => expect(isStopped).toBe(true));
  expect(await visitor.call('POST', `/v1/ai-function-record/cancel/${id}`)).toMatchObject({
    status: 409,
    success: 'record_ended',
  });
});

test('cancels a queued task before it ever runs', async () => {
  const release = holdJobs();
  const visitor = server.visitor();
  const first = await visitor.start(await visitor.upload(bytes));
  const second = recordOf(await visitor.start(await visitor.upload(bytes)));
  await visitor.call('POST', `/v1/ai-function-record/cancel/${second.id}`);
  release();
  await ended(visitor, first);
  const third = await ended(visitor, await visitor.start(await visitor.upload(bytes)));
  expect(third.dealStatus).toBe(2);
  expect(server.engine.started.some((job) => job.startsWith(second.id))).toBe(false);
  expect(await usedBy(visitor)).toBe(8);
});

test('deletes record and files at once; its path answers record_gone, the charge stays (R76)', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const record = await ended(visitor, await visitor.start(fileKey));
  const url = `/v1/ai-function-record/${record.id}`;
  expect(await visitor.call('DELETE', url)).toEqual({
    status: 200,
    success: '1',
    msg: '',
    obj: null,
  });
  const files = join(server.directory, 'files');
  expect(existsSync(join(files, fileKey))).toBe(false);
  expect(existsSync(join(files, 'records', record.id))).toBe(false);
  expect((await server.app.inject(record.result?.url ?? '')).statusCode).toBe(404);
  const gone = { status: 410, success: 'record_gone' };
  const detail = `/v1/ai-function-record/detail/${record.id}`;
  expect(await visitor.call('GET', detail)).toMatchObject(gone);
  expect(await visitor.call('DELETE', url)).toMatchObject(gone);
  expect(await usedBy(visitor)).toBe(4);
});

test('deletes a running task, which leaves no files', async () => {
  const release = holdJobs();
  const visitor = server.visitor();
  const before = server.engine.started.length;
  const { id } = recordOf(await visitor.start(await visitor.upload(bytes)));
  await eventually(() => expect(server.engine.started).toHaveLength(before + 1));
  expect((await visitor.call('DELETE', `/v1/ai-function-record/${id}`)).success).toBe('1');
  release();
  expect(await usedBy(visitor)).toBe(0);
  await eventually(() =>
    expect(readdirSync(join(server.directory, 'work', server.processId))).toEqual([]),
  );
  expect(existsSync(join(server.directory, 'files', 'records', id))).toBe(false);
});

test('answers another owner’s record exactly as an unknown record (R44)', async () => {
  const owner = server.visitor();
  const { id } = await ended(owner, await owner.start(await owner.upload(bytes)));
  const stranger = server.visitor();
  await stranger.upload(bytes);
  const calls: ['GET' | 'POST' | 'DELETE', string][] = [
    ['GET', '/v1/ai-function-record/detail/'],
    ['POST', '/v1/ai-function-record/cancel/'],
    ['DELETE', '/v1/ai-function-record/'],
  ];
  for (const [method, path] of calls) {
    const unknown = await stranger.call(method, `${path}nobody-made-this`);
    expect(unknown).toMatchObject({ status: 404, success: 'record_not_found' });
    expect(await stranger.call(method, `${path}${id}`)).toEqual(unknown);
    expect(await server.visitor().call(method, `${path}${id}`)).toEqual(unknown);
  }
  expect((await owner.call('GET', `/v1/ai-function-record/detail/${id}`)).success).toBe('1');
});

test('the call for users requires a sign-in (R22, R36)', async () => {
  const answer = await server.visitor().call('POST', '/v1/ai-function/enhance', {
    fileKey: 'uploads/a.png',
    idempotencyKey: newKey(),
  });
  expect(answer).toMatchObject({ status: 200, success: '10009', obj: null });
});

test.each([
  ['fileKey', { fileKey: 'uploads/a\0.png', idempotencyKey: newKey() }],
  ['idempotencyKey', { fileKey: 'uploads/a.png', idempotencyKey: `${newKey()}\0` }],
])('refuses a %s with an invalid character', async (name, body) => {
  const visitor = server.visitor();
  await visitor.upload(bytes);
  const answer = await visitor.call('POST', '/v1/ai-function/notAuth/dealSave/enhance', body);
  expect(answer).toMatchObject({ status: 400, success: 'invalid_request' });
  const line = server.logged.findLast(({ code }) => code === 'invalid_request');
  expect(line?.msg).toContain(`body.${name}: `);
});
