import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, it, test, vi } from 'vitest';
import { locales } from '../../machines/model/locale.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { newAddress, signIn } from '../accounts/accounts.fixture.ts';
import { EngineError } from '../engine/engine.port.ts';
import type { PreviewRequest } from '../engine/engine-preview.ts';
import { manifests } from '../engine/functions/manifests.ts';
import { listen, sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { createVisitor, photo } from '../testing/visitor.fixture.ts';

const server = sharedTestServer();
const given = { image: '', options: {} };
let port = 0;

beforeAll(async () => {
  given.image = (await photo(64, 64)).toString('base64');
  port = await listen(server);
});
afterEach(() => server.engine.answerPreviews(giveBack));

const giveBack = async ({ image }: Pick<PreviewRequest, 'image'>) => ({
  image,
  width: 64,
  height: 64,
});
const pathOf = (code = 'enhance') => `/v1/ai-function/notAuth/preview/${code}`;

/** Makes previews wait until the test answers them. */
function holdPreviews() {
  const requests: PreviewRequest[] = [];
  const answers: (() => void)[] = [];
  server.engine.answerPreviews((request) => {
    requests.push(request);
    return new Promise((resolve) => answers.push(() => resolve(giveBack(request))));
  });
  return {
    requests,
    async reach(count: number) {
      await eventually(() => expect(requests).toHaveLength(count));
    },
    release() {
      for (const answer of answers) answer();
    },
  };
}

/** Sends the request over a socket, as a browser does. */
const post = (signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}${pathOf()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
    ...(signal ? { signal } : {}),
  });

test('a caller that waits long after its body was read gets its picture', async () => {
  const held = holdPreviews();
  const answer = post();
  await held.reach(1);
  // A server that mistakes a completely read body for a disconnected client would abort the preview
  // before it answers this other call.
  await fetch(`http://127.0.0.1:${port}/v1/entrance/setup`);
  expect(held.requests[0]?.signal.aborted).toBe(false);
  held.release();
  expect((await answer).status).toBe(200);
});

test('a preview ends and frees its slot when its caller disconnects', async () => {
  const held = holdPreviews();
  const leaving = new AbortController();
  const all = Array.from({ length: 4 }, (_, at) => post(at === 0 ? leaving.signal : undefined));
  const left = expect(all[0]).rejects.toThrow('aborted');
  await held.reach(4);
  expect((await post()).status).toBe(429);
  leaving.abort();
  await left;
  await eventually(() => {
    expect(held.requests.filter(({ signal }) => signal.aborted)).toHaveLength(1);
  });
  const next = post();
  await held.reach(5);
  held.release();
  for (const { status } of await Promise.all([...all.slice(1), next])) expect(status).toBe(200);
});

test('refuses the fifth concurrent preview of one address, but not one of another address', async () => {
  const held = holdPreviews();
  const from = (address: string) => createVisitor(server, address).call('POST', pathOf(), given);
  const four = Array.from({ length: 4 }, () => from('10.9.0.1'));
  await held.reach(4);
  expect(await from('10.9.0.1')).toMatchObject({ status: 429, success: 'rate_limited' });
  const other = from('10.9.0.2');
  await held.reach(5);
  held.release();
  for (const answer of await Promise.all([...four, other])) expect(answer.status).toBe(200);
  server.engine.answerPreviews(giveBack);
  expect(await from('10.9.0.1')).toMatchObject({ status: 200 });
});

test('two tabs of one visitor do not end each other’s previews', async () => {
  const held = holdPreviews();
  const visitor = server.visitor();
  await visitor.upload(await photo());
  const tabs = ['enhance', 'upscale-2x-fast'].map((code) =>
    visitor.call('POST', pathOf(code), given),
  );
  await held.reach(2);
  held.release();
  for (const answer of await Promise.all(tabs)) expect(answer.status).toBe(200);
});

test('a user gets previews, and so does a guest without a cookie, who gets no cookie', async () => {
  const user = server.visitor();
  await signIn(server, user, newAddress());
  expect(await user.call('POST', pathOf(), given)).toMatchObject({
    status: 200,
    success: '1',
    obj: { image: given.image, width: 64, height: 64 },
  });
  const guest = server.visitor();
  expect(await guest.call('POST', pathOf(), given)).toMatchObject({ status: 200 });
  expect(guest.cookies).toEqual({});
});

test('marks waiting previews of known owners for the engine: unknown visitors do not crowd them out', async () => {
  const held = holdPreviews();
  const [user, guest] = [server.visitor(), server.visitor()];
  await signIn(server, user, newAddress());
  await guest.upload(await photo());
  const answers = [];
  for (const [at, visitor] of [user, guest, server.visitor()].entries()) {
    answers.push(visitor.call('POST', pathOf(), given));
    await held.reach(at + 1);
  }
  held.release();
  await Promise.all(answers);
  expect(held.requests.map(({ from }) => from?.isMember)).toEqual([true, false, false]);
});

test('the first call of a page starts the process for previews', async () => {
  const preparing = vi.spyOn(server.engine, 'preparePreview');
  await server.visitor().call('GET', '/v1/entrance/setup');
  expect(preparing).toHaveBeenCalledOnce();
});

test('missing options reach the engine with their defaults', async () => {
  const held = holdPreviews();
  const answers = [];
  for (const [at, options] of [{ strength: 80 }, {}].entries()) {
    answers.push(server.visitor().call('POST', pathOf(), { ...given, options }));
    await held.reach(at + 1);
  }
  held.release();
  await Promise.all(answers);
  expect(held.requests.map(({ options }) => options)).toEqual([{ strength: 80 }, { strength: 50 }]);
});

it.each([
  ['an image that is not base64', { image: 'no base64!' }, 400, 'invalid_request'],
  ['no picture at all', { image: '' }, 400, 'invalid_request'],
  ['a body of 10 MB', { image: 'A'.repeat(1e7) }, 400, 'invalid_request'],
  ['options that it does not have', { options: { colour: 1 } }, 400, 'invalid_options'],
  ['a value that is not allowed', { options: { strength: 1000 } }, 400, 'invalid_options'],
])('refuses %s before the engine is asked', async (_, wrong, status, success) => {
  const held = holdPreviews();
  const answer = await server.visitor().call('POST', pathOf(), { ...given, ...wrong });
  expect(answer).toMatchObject({ status, success });
  expect(held.requests).toEqual([]);
});

it.each([
  ['nothing-like-it', 404, 'unknown_function'],
  ['face-blur', 404, 'no_preview'],
])('has no preview of %s', async (code, status, success) => {
  const answer = await server.visitor().call('POST', pathOf(code), given);
  expect(answer).toMatchObject({ status, success });
});

it.each([
  ['not_an_image', 422],
  ['too_many_tasks', 429],
  ['unavailable', 503],
] as const)('answers %s if the engine reports it', async (code, status) => {
  server.engine.answerPreviews(() => Promise.reject(new EngineError(code, 'of the engine')));
  const answer = await server.visitor().call('POST', pathOf(), given);
  expect(answer).toMatchObject({ status, success: code });
});

test('accepts the largest square, with any content', async () => {
  const side = 320;
  const raw = { width: side, height: side, channels: 3 as const };
  const bytes = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  const image = bytes.toString('base64');
  expect(image.length).toBeGreaterThan(400_000);
  const answer = await server.visitor().call('POST', pathOf(), { ...given, image });
  expect(answer).toMatchObject({ status: 200 });
});

test.each(locales)('the size limit matches the text of the page: %s', async (locale) => {
  const sides = manifests.map(({ preview }) => preview?.side ?? 0);
  const text = await readFile(`locales/${locale}/messages.json`, 'utf8');
  const most = Math.max(...sides);
  expect(JSON.parse(text)['studio.privacy']).toMatch(new RegExp(`\\b${most} ?× ?${most}`));
  const policy = await readFile(`locales/${locale}/pages/privacy-policy.json`, 'utf8');
  expect(policy).toContain(String(most));
});

test('leaves no row and no file, on success or failure', async () => {
  type Rows = { rows: Record<string, unknown>[] };
  const ask = async (text: string) => ((await server.database.db.execute(text)) as Rows).rows;
  const countRows = async () => {
    const tables = await ask(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'limits' order by 1",
    );
    expect(tables.length).toBeGreaterThan(5);
    const counts: unknown[] = [];
    for (const { name } of tables) {
      counts.push(...(await ask(`select '${name}' as name, count(*) as count from "${name}"`)));
    }
    return counts;
  };
  const filesOf = () => readdir(server.directory, { recursive: true });
  const before = { rows: await countRows(), files: await filesOf() };
  const visitor = server.visitor();
  for (const code of ['enhance', 'face-blur', 'nothing-like-it']) {
    await visitor.call('POST', pathOf(code), given);
  }
  server.engine.answerPreviews(() => Promise.reject(new EngineError('image_too_small', '1 x 1')));
  await visitor.call('POST', pathOf(), given);
  expect({ rows: await countRows(), files: await filesOf() }).toEqual(before);
});
