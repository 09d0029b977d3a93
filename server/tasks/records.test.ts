import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { aiRecord, recordList } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { EngineJob } from '../engine/engine.port.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { listen, sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { detail, reaches, recordsPath, startWith } from './records.fixture.ts';

const server = sharedTestServer({ env: { GUEST_DAILY_CREDITS: '100' } });
let bytes: Buffer;
/**
 * Starts a wait for a change of an ended record. The wait is answered only when its time limit has
 * passed.
 */
let waitInVain: () => { isAnswered: boolean };
beforeAll(async () => {
  bytes = await photo();
  const visitor = server.visitor();
  const { id } = await startWith(visitor, bytes);
  const { revision } = await reaches(visitor, id, 2);
  waitInVain = () => {
    const wait = { isAnswered: false };
    detail(visitor, id, `?since=${revision}&waitMs=20000`).then(() => {
      wait.isAnswered = true;
    });
    return wait;
  };
});

/** Starts a task whose progress the test controls. */
async function runningTask(visitor: Visitor) {
  let job: EngineJob | undefined;
  let succeed = () => {};
  const done = new Promise<'succeed'>((resolve) => {
    succeed = () => resolve('succeed');
  });
  server.engine.behave((given) => {
    job = given;
    return done;
  });
  // Frees the engine's slot for the next tests, even if this test fails.
  onTestFinished(succeed);
  const record = await startWith(visitor, bytes);
  const found = await eventually(() => job ?? Promise.reject(new Error('not started')));
  server.engine.behave(async () => 'succeed');
  return { id: record.id, job: found, succeed };
}

test('wakes a waiting client with the result, long before its wait is over (R44)', async () => {
  const visitor = server.visitor();
  const { id, succeed } = await runningTask(visitor);
  const vain = waitInVain();
  let record = await detail(visitor, id);
  const follow = async () => {
    while (record.dealStatus < 2) {
      record = await detail(visitor, id, `?since=${record.revision}&waitMs=20000`);
    }
  };
  const following = follow();
  succeed();
  await following;
  expect(record.dealStatus).toBe(2);
  expect(vain.isAnswered).toBe(false);
});

test('reports progress at once, never backwards, with growing revisions (R72)', async () => {
  const visitor = server.visitor();
  const { id, job, succeed } = await runningTask(visitor);
  const first = await detail(visitor, id);
  const vain = waitInVain();
  const waiting = detail(visitor, id, `?since=${first.revision}&waitMs=20000`);
  job.onProgress({
    stage: 'running',
    fraction: 0.5,
    remaining: { lowMs: 1000, highMs: 2000 },
  });
  const second = await waiting;
  expect(vain.isAnswered).toBe(false);
  expect(second.revision).toBeGreaterThan(first.revision);
  expect(second.progress).toEqual({
    stage: 'running',
    fraction: 0.5,
    remainingMs: { low: 1000, high: 2000 },
  });
  succeed();
  await eventually(async () => expect((await detail(visitor, id)).dealStatus).toBe(2));
});

test('names the record that a photo was made from, only to its owner and until its deletion (R86)', async () => {
  const visitor = server.visitor();
  const first = await startWith(visitor, bytes);
  await reaches(visitor, first.id, 2);
  const second = await startWith(visitor, bytes, { madeFrom: first.id });
  const ended = await reaches(visitor, second.id, 2);
  expect(ended.madeFrom).toMatchObject({ id: first.id, code: first.code });

  const stranger = server.visitor();
  const theirs = await startWith(stranger, bytes, { madeFrom: first.id });
  expect(theirs.madeFrom).toBeNull();

  const sources = async () => {
    const { records } = recordList.parse((await visitor.call('GET', recordsPath)).obj);
    return records.map(({ id, madeFrom }) => [id, madeFrom]);
  };
  expect(await sources()).toEqual([
    [second.id, ended.madeFrom],
    [first.id, null],
  ]);
  await visitor.call('DELETE', `${recordsPath}/${first.id}`);
  expect(await sources()).toEqual([[second.id, null]]);
});

test('answers with the same revision on time-out', async () => {
  const visitor = server.visitor();
  const { id } = await runningTask(visitor);
  // The engine's report of its first stage may not have reached the record yet.
  await eventually(async () => {
    const { revision } = await detail(visitor, id);
    const answer = await detail(visitor, id, `?since=${revision}&waitMs=20`);
    expect(answer.revision).toBe(revision);
  });
});

test("reports each queued task's position, and wakes its request when the queue moves", async () => {
  const visitor = server.visitor();
  const { succeed } = await runningTask(visitor);
  const start = async () =>
    aiRecord.parse((await visitor.start(await visitor.upload(bytes), { code: 'face-blur' })).obj);
  const second = await start();
  const third = await start();
  expect([second.queuePosition, third.queuePosition]).toEqual([1, 2]);
  expect(third).toMatchObject({ dealStatus: 0, progress: { stage: 'queued', fraction: 0 } });
  const waiting = detail(visitor, third.id, `?since=${third.revision}&waitMs=20000`);
  let goOn = () => {};
  const held = new Promise<'succeed'>((resolve) => {
    goOn = () => resolve('succeed');
  });
  server.engine.behave(() => held);
  succeed();
  const moved = await waiting;
  expect(moved.queuePosition).toBe(1);
  expect(moved.revision).toBeGreaterThan(third.revision);
  server.engine.behave(async () => 'succeed');
  goOn();
  await eventually(async () => expect((await detail(visitor, third.id)).dealStatus).toBe(2));
});

test('lists newest first, paginated, each once (R41, R44)', async () => {
  const visitor = server.visitor();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { obj } = await visitor.start(await visitor.upload(bytes), { code: 'face-blur' });
    const { id } = aiRecord.parse(obj);
    made.unshift(id);
    await eventually(async () => expect((await detail(visitor, id)).dealStatus).toBe(2));
  }
  const listed: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const url: string = `/v1/ai-function-record?limit=2${cursor ? `&cursor=${cursor}` : ''}`;
    const page = recordList.parse((await visitor.call('GET', url)).obj);
    listed.push(...page.records.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(listed).toEqual(made);
  const running = await visitor.call('GET', '/v1/ai-function-record?running=1');
  expect(recordList.parse(running.obj).records).toEqual([]);
  expect(await visitor.call('GET', '/v1/ai-function-record?cursor=nonsense')).toMatchObject({
    status: 400,
    success: 'invalid_request',
  });
});

test('shows a stranger an empty list', async () => {
  const answer = await server.visitor().call('GET', '/v1/ai-function-record');
  expect(answer.obj).toEqual({ records: [], nextCursor: null, tools: [] });
});

test('keeps the addresses of pictures stable within the hour', async () => {
  const visitor = server.visitor();
  const { id, succeed } = await runningTask(visitor);
  succeed();
  await eventually(async () => expect((await detail(visitor, id)).dealStatus).toBe(2));
  const first = await detail(visitor, id);
  const picture = await server.app.inject(first.thumbnail?.url ?? '');
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
  });
  const etag = String(picture.headers.etag);
  const again = await server.app.inject({
    url: first.thumbnail?.url ?? '',
    headers: { 'if-none-match': etag },
  });
  expect(again.statusCode).toBe(304);
  expect(await detail(visitor, id)).toEqual(first);
  const download = await server.app.inject(first.result?.downloadUrl ?? '');
  expect(download.headers['content-disposition']).toContain(
    `attachment; filename="${first.result?.fileName}"`,
  );
  const inline = await server.app.inject(first.result?.url ?? '');
  expect(inline.headers['content-disposition']).toBeUndefined();
});

/**
 * Creates an ended record, and returns a function that waits for its change over a real connection.
 * One visitor may have 24 such requests. While they wait, further requests are refused.
 */
async function pollsOf(own: TestServer) {
  const port = await listen(own);
  const visitor = own.visitor();
  const { id } = await startWith(visitor, bytes);
  const { revision } = await reaches(visitor, id, 2);
  const headers = { cookie: `lightwell_guest=${visitor.cookies.lightwell_guest}` };
  const url = `http://127.0.0.1:${port}${recordsPath}/detail/${id}?since=${revision}`;
  return (waitMs: number, signal?: AbortSignal) =>
    fetch(`${url}&waitMs=${waitMs}`, { headers, ...(signal ? { signal } : {}) });
}

test('stops waiting when the client disconnects', async () => {
  const own = await startTestServer();
  const poll = await pollsOf(own);
  const gone = new AbortController();
  const abandoned = Array.from({ length: 24 }, () => poll(25_000, gone.signal));
  const ended = Promise.allSettled(abandoned);
  await eventually(async () => expect((await poll(1)).status).toBe(429));
  gone.abort();
  await ended;
  await eventually(async () => expect((await poll(1)).status).toBe(200));
  await own.stop();
});

test('answers waiting clients when it stops', async () => {
  const own = await startTestServer();
  const vain = waitInVain();
  const poll = await pollsOf(own);
  const waiting = Array.from({ length: 24 }, () => poll(25_000));
  await eventually(async () => expect((await poll(1)).status).toBe(429));
  await own.stop();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect(vain.isAnswered).toBe(false);
});

test.each(['%00', 'a%00b', 'a%20b', '%C3%A4', 'a'.repeat(65)])(
  'refuses %j as the id of a record',
  async (id) => {
    const visitor = server.visitor();
    await visitor.upload(bytes);
    const refused = { status: 400, success: 'invalid_request', obj: null };
    const base = '/v1/ai-function-record';
    expect(await visitor.call('GET', `${base}/detail/${id}`)).toMatchObject(refused);
    expect(await visitor.call('POST', `${base}/cancel/${id}`)).toMatchObject(refused);
    expect(await visitor.call('DELETE', `${base}/${id}`)).toMatchObject(refused);
  },
);

test('refuses a cursor with an invalid id', async () => {
  const visitor = server.visitor();
  await visitor.upload(bytes);
  const cursor = Buffer.from('1 a\0b').toString('base64url');
  const answer = await visitor.call('GET', `/v1/ai-function-record?cursor=${cursor}`);
  expect(answer).toMatchObject({ status: 400, success: 'invalid_request' });
});
