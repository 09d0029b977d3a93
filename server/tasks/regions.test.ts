import { afterEach, beforeAll, expect, it, test } from 'vitest';
import type { FoundRegion } from '../../contract/ai-function.ts';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { EngineError } from '../engine/engine.port.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey, photo } from '../testing/visitor.fixture.ts';

const cover = {
  points: [
    { x: 0.1, y: 0.2 },
    { x: 0.35, y: 0.2 },
    { x: 0.35, y: 0.5 },
  ],
  cell: 0.05,
  softness: 0.01,
};
const found: FoundRegion[] = [
  { shows: 'face', left: 0.1, top: 0.2, width: 0.25, height: 0.3, cover },
  { shows: 'text', left: 0.6, top: 0.2, width: 0.25, height: 0.3, cover },
];
const open = '1000,2000,2500,3000';

const server = sharedTestServer();
let bytes: Buffer;

beforeAll(async () => {
  bytes = await photo();
});
afterEach(() => {
  server.engine.answerSearches(async () => found);
  server.engine.behave(async () => 'succeed');
});

const searchUrl = (fileKey: string, code = 'face-blur') =>
  `/v1/ai-function/notAuth/regions/${code}?fileKey=${encodeURIComponent(fileKey)}`;

/** Makes searches wait until the test answers them. */
function holdSearches() {
  const held: (() => void)[] = [];
  server.engine.answerSearches(() => new Promise((resolve) => held.push(() => resolve(found))));
  return {
    async reach(count: number) {
      await eventually(() => expect(held).toHaveLength(count));
    },
    releaseFirst() {
      held[0]?.();
    },
    release() {
      for (const answer of held) answer();
    },
  };
}

test('returns regions before a start, free of charge', async () => {
  server.engine.answerSearches(async () => found);
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const answer = await visitor.call('GET', searchUrl(fileKey));
  expect(answer).toMatchObject({ status: 200, success: '1', obj: { regions: found } });
  expect((await visitor.call('GET', '/v1/user')).obj).toMatchObject({ allowance: { used: 0 } });
});

test('leaves the upload for the start; the option of the start reaches the engine and the record', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  await visitor.call('GET', searchUrl(fileKey));
  const given = new Promise((resolve) => {
    server.engine.behave(async ({ options }) => {
      resolve(options);
      return 'succeed';
    });
  });
  const started = await visitor.call('POST', '/v1/ai-function/notAuth/dealSave/face-blur', {
    fileKey,
    idempotencyKey: newKey(),
    options: { open },
  });
  const options = { kind: 'blur', face: true, text: true, brush: '', open };
  expect(aiRecord.parse(started.obj).options).toEqual(options);
  expect(await given).toEqual(options);
  const again = await visitor.call('GET', searchUrl(fileKey));
  expect(again).toMatchObject({ status: 409, success: 'upload_used' });
});

test('returns an empty list if nothing is found', async () => {
  server.engine.answerSearches(async () => []);
  const visitor = server.visitor();
  const answer = await visitor.call('GET', searchUrl(await visitor.upload(bytes)));
  expect(answer).toMatchObject({ status: 200, obj: { regions: [] } });
});

test("answers the same for another owner's upload as for an unknown upload", async () => {
  const owner = server.visitor();
  const stranger = server.visitor();
  await stranger.upload(bytes);
  const fileKey = await owner.upload(bytes);
  const foreign = await stranger.call('GET', searchUrl(fileKey));
  const unknown = await stranger.call('GET', searchUrl('uploads/unknown.png'));
  expect(foreign).toMatchObject({ status: 404, success: 'upload_not_found' });
  expect(unknown).toEqual(foreign);
  expect(await server.visitor().call('GET', searchUrl(fileKey))).toEqual(foreign);
});

it.each([
  ['a file that is not an image', Buffer.from('not an image'), 422, 'not_an_image'],
  ['a photo that is too small', await photo(8, 8), 422, 'image_too_small'],
])('refuses %s', async (_, file, status, success) => {
  const visitor = server.visitor();
  const answer = await visitor.call('GET', searchUrl(await visitor.upload(file)));
  expect(answer).toMatchObject({ status, success });
});

it.each([
  ['enhance', 400, 'invalid_options'],
  ['nothing-like-it', 404, 'unknown_function'],
])('searches only for functions with a region option: %s', async (code, ...expected) => {
  const [status, success] = expected;
  const visitor = server.visitor();
  const answer = await visitor.call('GET', searchUrl(await visitor.upload(bytes), code));
  expect(answer).toMatchObject({ status, success });
});

test('does not wait for a running job', async () => {
  const visitor = server.visitor();
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    server.engine.behave(async () => {
      resolve();
      await new Promise<void>((done) => {
        finish = done;
      });
      return 'succeed';
    });
  });
  await visitor.start(await visitor.upload(bytes));
  await running;
  const answer = await visitor.call('GET', searchUrl(await visitor.upload(bytes)));
  expect(answer).toMatchObject({ status: 200, obj: { regions: found } });
  finish();
});

test('allows a visitor two concurrent searches', async () => {
  const held = holdSearches();
  const visitor = server.visitor();
  const url = searchUrl(await visitor.upload(bytes));
  const searches = [visitor.call('GET', url), visitor.call('GET', url)];
  await held.reach(2);
  expect(await visitor.call('GET', url)).toMatchObject({ status: 429, success: 'too_many_tasks' });
  held.release();
  for (const answer of await Promise.all(searches)) expect(answer).toMatchObject({ status: 200 });
  server.engine.answerSearches(async () => found);
  expect(await visitor.call('GET', url)).toMatchObject({ status: 200 });
});

test('the end of a search frees its slot', async () => {
  const held = holdSearches();
  const visitor = server.visitor();
  const url = searchUrl(await visitor.upload(bytes));
  const first = [visitor.call('GET', url), visitor.call('GET', url)];
  await held.reach(2);
  held.releaseFirst();
  expect(await Promise.race(first)).toMatchObject({ status: 200 });
  const next = visitor.call('GET', url);
  await held.reach(3);
  expect(await visitor.call('GET', url)).toMatchObject({ status: 429, success: 'too_many_tasks' });
  held.release();
  for (const answer of await Promise.all([...first, next])) {
    expect(answer).toMatchObject({ status: 200 });
  }
});

test('refuses searches when too many wait', async () => {
  server.engine.answerSearches(() => Promise.reject(new EngineError('unavailable', 'full')));
  const late = server.visitor();
  const answer = await late.call('GET', searchUrl(await late.upload(bytes)));
  expect(answer).toMatchObject({ status: 503, success: 'unavailable' });
});

test('an unexpected failure of a search is a server error', async () => {
  server.engine.answerSearches(() => Promise.reject(new Error('not foreseen')));
  const visitor = server.visitor();
  const answer = await visitor.call('GET', searchUrl(await visitor.upload(bytes)));
  expect(answer).toMatchObject({ status: 500, obj: null });
  expect(server.logged.at(-1)).toMatchObject({ err: { message: 'not foreseen' } });
});

test('passes subnet and owner of an inspection to the engine', async () => {
  const { asked } = server.engine;
  asked.length = 0;
  const [one, other] = [server.visitor(), server.visitor()];
  await one.call('GET', searchUrl(await one.upload(bytes)));
  await other.call('GET', searchUrl(await other.upload(bytes)));
  const [inspection, search, ...others] = asked;
  expect(search).toEqual(inspection);
  expect(others).toHaveLength(2);
  expect(others[0]?.owner).not.toBe(search?.owner);
  expect(others[0]?.subnet).not.toBe(search?.subnet);
});

test('keeps a photo that could not be inspected because all slots were taken', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(bytes);
  const { inspect } = server.engine;
  const full = new EngineError('too_many_tasks', 'full');
  server.engine.inspect = () => Promise.reject(full);
  const refused = await visitor.call('GET', searchUrl(fileKey));
  server.engine.inspect = inspect;
  expect(refused).toMatchObject({ status: 429, success: 'too_many_tasks' });
  expect(await visitor.call('GET', searchUrl(fileKey))).toMatchObject({ status: 200 });
});
