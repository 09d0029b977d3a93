import { expect, it, vi } from 'vitest';
import type { CallName } from '../../../contract/calls.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { buildWireTable } from '../../../tools/build/wire-table.ts';
import { memoryRecord, memorySetup } from '../memory/memory-samples.ts';
import { createApi } from './api-client.ts';
import type { WireTable } from './wire-table.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const wire = buildWireTable() as unknown as WireTable;
const guest = { vipStatus: 0, subscriptionStatus: 0, allowance: null };
const json = (body: unknown, status = 200, headers = {}) =>
  Response.json(body, { status, headers });
const success = (obj: unknown) => json({ success: '1', msg: '', obj });

const aUser: Caller = { kind: 'user', token: 'token-1' };
const aGuest: Caller = { kind: 'guest' };

function createTestApi(
  handle: Handler,
  table = wire,
  caller: () => Caller = () => aUser,
  laterWire: () => Promise<Partial<WireTable>> = async () => ({}),
) {
  const requests: Request[] = [];
  const api = createApi({
    baseUrl: 'https://api.example/base',
    website: 'site-1',
    wire: table,
    laterWire,
    locale: () => 'ja',
    caller: async () => caller(),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return handle(request);
    },
  });
  return { api, requests };
}

const failureFrom = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('Expected a rejection, got an answer.');
    },
    (error: unknown) => failureOf(error),
  );

it('sends the language, the site and the token, and asks for no caching (R30)', async () => {
  const { api, requests } = createTestApi(() => success(guest));
  expect(await api('user')).toEqual(guest);
  const [request] = requests;
  expect(request?.url).toBe('https://api.example/base/v1/user');
  expect(request?.cache).toBe('no-store');
  const headers = Object.fromEntries(request?.headers ?? []);
  expect(headers).toMatchObject({
    'accept-language': 'ja',
    website: 'site-1',
    token: 'token-1',
    'cache-control': 'no-cache',
  });
});

it('sends an empty token header for a guest (R22, R30)', async () => {
  const { api, requests } = createTestApi(
    () => success(guest),
    wire,
    () => aGuest,
  );
  await api('user');
  expect(requests[0]?.headers.get('token')).toBe('');
});

it('sends the payload of a POST as body and of other methods as query (R31)', async () => {
  const { api, requests } = createTestApi((request) =>
    success(request.method === 'POST' ? memoryRecord : { records: [], nextCursor: null }),
  );
  const payload = { fileKey: 'f', idempotencyKey: '0123456789abcdef' };
  await api('startGuestTask', { params: { code: 'a/b' }, payload });
  await api('records', { payload: { cursor: null, limit: 20, running: undefined } });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST https://api.example/base/v1/ai-function/notAuth/dealSave/a%2Fb',
    'GET https://api.example/base/v1/ai-function-record?limit=20',
  ]);
  expect(await requests[0]?.json()).toEqual(payload);
});

it('sends the payload of a DELETE as query (R31)', async () => {
  const { api, requests } = createTestApi(() => success(null));
  await api('deleteRecord', { params: { id: 'r1' }, payload: { reason: 'a b', all: true } });
  const [request] = requests;
  expect(request?.method).toBe('DELETE');
  expect(request?.url).toBe(
    'https://api.example/base/v1/ai-function-record/r1?reason=a+b&all=true',
  );
  expect(request?.body).toBeNull();
});

it.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'repeats a GET once after the status %i (R32)',
  async (status) => {
    const answers = [json({}, status), success(guest)];
    const { api, requests } = createTestApi(() => answers.shift() ?? json({}, 500));
    expect(await api('user')).toEqual(guest);
    expect(requests).toHaveLength(2);
  },
);

it('rejects after the second failure (R32)', async () => {
  const { api, requests } = createTestApi(() => json({}, 503));
  expect(await failureFrom(api('user'))).toEqual({
    reason: 'server',
    msg: 'HTTP 503',
    call: 'user',
  });
  expect(requests).toHaveLength(2);
});

it('keeps the error id of a failure of the server', async () => {
  const answer = { success: 'storage_full', msg: 'm', obj: null, errorId: '3f9a01c2b7de' };
  const { api } = createTestApi(() => json(answer, 503));
  expect(await failureFrom(api('user'))).toMatchObject({
    reason: 'refused',
    code: 'storage_full',
    errorId: '3f9a01c2b7de',
  });
});

it.each([400, 401, 403, 404, 410, 422])(
  'does not repeat a call after the status %i (R32)',
  async (status) => {
    const { api, requests } = createTestApi(() => json({ success: 'x', msg: 'm' }, status));
    const failure = await failureFrom(api('user'));
    expect(failure).toEqual({ reason: 'refused', code: 'x', msg: 'm', call: 'user' });
    expect(requests).toHaveLength(1);
  },
);

it('loads the wire data of a call that is not in the first chunk', async () => {
  const { setup: _, ...first } = wire;
  const laterWire = vi.fn(async () => ({ setup: wire.setup }));
  const { api, requests } = createTestApi(
    () => success(guest),
    first as WireTable,
    () => aGuest,
    laterWire,
  );
  await api('user');
  expect(laterWire).not.toHaveBeenCalled();
  await api('setup').catch(() => {});
  expect(requests.at(-1)?.url).toBe('https://api.example/base/v1/entrance/setup');
});

const writes = Object.entries(wire).flatMap(([name, { method }]) =>
  method === 'GET' ? [] : [name as CallName],
);

it.each(writes)('sends %s once, whatever the answer (R32)', async (name) => {
  for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
    const { api, requests } = createTestApi(() => json({}, status, { 'retry-after': '0' }));
    await failureFrom(api(name, { params: { id: '1', code: 'c' } }));
    expect(requests).toHaveLength(1);
  }
  const lost = createTestApi(() => {
    throw new TypeError('Failed to fetch');
  });
  await failureFrom(lost.api(name, { params: { id: '1', code: 'c' } }));
  expect(lost.requests).toHaveLength(1);
});

it('sends a POST that times out once', async () => {
  const quick = { ...wire, startGuestTask: { ...wire.startGuestTask, timeoutMs: 20 } };
  const { api, requests } = createTestApi(() => new Promise<Response>(() => {}), quick);
  await failureFrom(api('startGuestTask', { params: { code: 'c' } }));
  expect(requests).toHaveLength(1);
});

it('does not wait for a server that asks for a long pause', async () => {
  const answers = [json({}, 429, { 'retry-after': '3600' }), success(guest)];
  const { api } = createTestApi(() => answers.shift() ?? json({}, 500));
  // the answer requests a pause of an hour, which is longer than the time limit of this test
  expect(await api('user')).toBeDefined();
  expect(answers).toEqual([]);
});

it('rejects a call without network, and does not repeat it', async () => {
  const { api, requests } = createTestApi(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await failureFrom(api('user'))).toEqual({ reason: 'offline', call: 'user' });
  expect(requests).toHaveLength(1);
});

it('aborts a call that takes too long (R33)', async () => {
  const slow = { ...wire, startTask: { ...wire.startTask, timeoutMs: 30 } };
  const { api } = createTestApi(() => new Promise<Response>(() => {}), slow);
  const failure = await failureFrom(api('startTask', { params: { code: 'c' } }));
  expect(failure).toEqual({ reason: 'timeout', call: 'startTask' });
});

it('waits 60 s for the start of a task (R33)', () => {
  expect([wire.startTask.timeoutMs, wire.startGuestTask.timeoutMs]).toEqual([60_000, 60_000]);
});

it('aborts a call when its chart has left the requesting state', async () => {
  const controller = new AbortController();
  const { api } = createTestApi(({ signal }) => {
    signal.throwIfAborted();
    return new Promise(() => {});
  });
  const failure = failureFrom(api('user', { signal: controller.signal }));
  controller.abort();
  expect(await failure).toEqual({ reason: 'cancelled', call: 'user' });
});

it('rejects with the code and text of an envelope that is not a success (R34)', async () => {
  const { api } = createTestApi(() => json({ success: '51009', msg: 'No credits', obj: null }));
  const failure = await failureFrom(api('user'));
  expect(failure).toEqual({ reason: 'refused', code: '51009', msg: 'No credits', call: 'user' });
});

it.each([{ ...guest }, { ...guest, success: '' }, { ...guest, success: null }])(
  'returns an answer with a falsy success unchanged (R34)',
  async (answer) => {
    const { api } = createTestApi(() => json(answer));
    expect(await api('user')).toEqual(guest);
  },
);

it('returns the whole answer of a success without obj (R35)', async () => {
  const { api } = createTestApi(() => json({ success: '1', msg: '', ...memorySetup }));
  expect(await api('setup')).toEqual(memorySetup);
});

it('returns nothing from a call with an empty answer', async () => {
  const { api } = createTestApi(() => success(null));
  expect(await api('deleteRecord', { params: { id: '1' } })).toBeNull();
});

it.each([
  ['an answer that the contract does not allow', () => success({ vipStatus: 'gold' })],
  ['an answer that is not JSON', () => new Response('<html>', { status: 200 })],
  ['an error page of a proxy', () => new Response('<html>', { status: 413 })],
])('counts %s as a failure of the server', async (_, handle) => {
  const { api } = createTestApi(handle);
  expect(await failureFrom(api('user'))).toMatchObject({ reason: 'server', call: 'user' });
});

it.each([
  ['another session', { kind: 'user', token: 'token-2' }, { reason: 'server', call: 'user' }],
  ['the same session', aUser, { reason: 'refused', code: '10009' }],
  ['a guest', aGuest, { reason: 'refused', code: '10009' }],
] as const)(
  'asks for a sign-in after a late refusal, unless the page has another session: %s (R36)',
  async (_, after, failure) => {
    let caller: Caller = aUser;
    const { promise, resolve } = Promise.withResolvers<Response>();
    const handle = async () => (await promise).clone();
    const { api } = createTestApi(handle, wire, () => caller);
    const refused = failureFrom(api('user'));
    const ending = failureFrom(api('endSession', { params: { id: 'current' }, token: 'token-1' }));
    await Promise.resolve();
    caller = after;
    resolve(json({ success: '10009', msg: 'unknown token' }));
    expect(await refused).toMatchObject(failure);
    expect(await ending).toMatchObject({ reason: 'refused', code: '10009' });
  },
);
