import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '../../../machines/model/user.ts';
import type { LogMessage } from '../../../machines/ports/log.port.ts';
import {
  buildFirstWireTable,
  buildLaterWireTable,
  buildWireTable,
} from '../../../tools/build/wire-table.ts';
import { eventually } from '../../../tools/testing/eventually.ts';
import { memoryRecord } from '../memory/memory-samples.ts';
import { createKeptLog } from '../storage/kept-log.ts';
import { createHttpPorts } from './http-ports.ts';
import { createReach } from './reach.ts';
import type { WireTable } from './wire-table.ts';

/* Tests of the requests that the charts' ports send. */

const wire = buildWireTable() as unknown as WireTable;
const signal = new AbortController().signal;
const key = '0123456789abcdef';
const start = {
  functionCode: 'enhance',
  options: { strength: 40 },
  fileKey: 'uploads/1',
  idempotencyKey: key,
};
const ticket = {
  url: 'https://storage.example/bucket',
  fields: {},
  fileKey: 'uploads/1',
  maxBytes: 100,
  expiresAt: '2030-01-01T00:00:00.000Z',
};

let requests: Request[];
let answer: (request: Request) => Response | Promise<Response>;
const success = (obj: unknown) => Response.json({ success: '1', msg: '', obj });

const guest: Caller = { kind: 'guest' };
const user: Caller = { kind: 'user', token: 'token-1' };

const settingsFor = (caller: Caller) => ({
  baseUrl: 'https://api.example',
  website: 'site-1',
  wire,
  laterWire: async () => ({}),
  locale: () => 'ja',
  caller: async () => caller,
  reach: createReach({ isOnline: () => true, onOnline: () => {} }),
  provider: null,
  keptLog: createKeptLog(() => Promise.reject(new Error('This test has no storage')), null),
});
const portsFor = (caller: Caller) => createHttpPorts(settingsFor(caller));

/** Returns the method, path and query of the last request. */
const asked = () => {
  const { method, url } = requests.at(-1) as Request;
  return `${method} ${url.replace('https://api.example', '')}`;
};

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    return answer(request);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['a guest', guest, '', '/v1/ai-function/notAuth/dealSave/enhance'],
  ['a user', user, 'token-1', '/v1/ai-function/enhance'],
  ['a user without a token', { kind: 'user', token: '' }, '', '/v1/ai-function/enhance'],
] as const)('starts a task for %s by its own call (R22)', async (_, caller, token, path) => {
  answer = () => success(memoryRecord);
  expect(await portsFor(caller).task.startTask(start, signal)).toEqual(memoryRecord);
  expect(asked()).toBe(`POST ${path}`);
  expect(requests[0]?.headers.get('token')).toBe(token);
  expect(await requests[0]?.json()).toEqual({
    fileKey: 'uploads/1',
    idempotencyKey: key,
    options: { strength: 40 },
  });
});

it('requests a signature for the format and names the function (R42)', async () => {
  answer = () => success(ticket);
  const { task } = portsFor(guest);
  const wanted = { format: 'png', functionCode: 'face-blur' };
  expect(await task.requestUpload(wanted, signal)).toEqual(ticket);
  expect(asked()).toBe('GET /v1/file/notAuthSignature/png?functionCode=face-blur');
});

it('requests one signature after another, so that a new guest stays one guest (R42)', async () => {
  const first = Promise.withResolvers<Response>();
  answer = () => (requests.length === 1 ? first.promise : success(ticket));
  const { task } = portsFor(guest);
  const wanted = { format: 'png', functionCode: 'enhance' };
  const all = [task.requestUpload(wanted, signal), task.requestUpload(wanted, signal)];
  await eventually(() => expect(requests).toHaveLength(1));
  first.resolve(Response.json({ success: '0', msg: '', code: '51009' }));
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(requests).toHaveLength(2);
});

it('requests a record once since the known revision, and lets the server wait', async () => {
  answer = () => success(memoryRecord);
  const { records } = portsFor(guest);
  expect(await records.awaitRecord({ id: 'r1', revision: 7 }, signal)).toEqual(memoryRecord);
  expect(asked()).toBe('GET /v1/ai-function-record/detail/r1?since=7&waitMs=25000');
  expect(requests).toHaveLength(1);
});

it('finds the record of a run by its key, or none if no start made one', async () => {
  answer = () => success(memoryRecord);
  const { task } = portsFor(guest);
  expect(await task.findAttempt({ idempotencyKey: key }, signal)).toEqual(memoryRecord);
  expect(asked()).toBe(`GET /v1/ai-function-record/attempt/${key}`);
  const refusal = (code: string, status: number) => () =>
    Response.json({ success: code, msg: '', obj: null }, { status });
  answer = refusal('record_not_found', 404);
  expect(await task.findAttempt({ idempotencyKey: key }, signal)).toBeNull();
  answer = refusal('record_gone', 410);
  await expect(task.findAttempt({ idempotencyKey: key }, signal)).rejects.toMatchObject({
    failure: { reason: 'refused', code: 'record_gone', call: 'attempt' },
  });
});

it('finds the newest task that is under way', async () => {
  answer = () => success({ records: [memoryRecord], nextCursor: null });
  const { task } = portsFor(guest);
  expect(await task.findRunningTask(undefined, signal)).toEqual(memoryRecord);
  const { pathname, searchParams } = new URL(requests[0]?.url ?? '');
  expect(pathname).toBe('/v1/ai-function-record');
  expect(Object.fromEntries(searchParams)).toEqual({ running: '1', limit: '1' });
  answer = () => success({ records: [], nextCursor: null });
  expect(await task.findRunningTask(undefined, signal)).toBeNull();
});

it('makes a new key for every run', async () => {
  const { task } = portsFor(guest);
  const keys = [await task.createKey(undefined, signal), await task.createKey(undefined, signal)];
  expect(new Set(keys).size).toBe(2);
  for (const made of keys) expect(made).toMatch(/^[\w-]{16,64}$/);
});

it('makes a key without randomUUID, as on a page without https', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (into: Uint8Array) => into.fill(7) });
  const { task } = portsFor(guest);
  expect(await task.createKey(undefined, signal)).toBe('07'.repeat(16));
});

it('rejects when there is no source of randomness', async () => {
  vi.stubGlobal('crypto', {});
  const made = portsFor(guest).task.createKey(undefined, signal);
  await expect(made).rejects.toMatchObject({ failure: { reason: 'unexpected' } });
});

const message: LogMessage = {
  type: 'log.written',
  level: 'error',
  name: 'call_rejected',
  parameters: { code: '60001', msg: 'No such order' },
};

it('writes the operation log with name, level and parameters', async () => {
  answer = () => success(null);
  portsFor(guest).log.writeLog(message);
  await eventually(() => expect(requests).toHaveLength(1));
  expect(asked()).toBe('POST /v1/event/track/log');
  expect(await requests[0]?.json()).toEqual({
    name: 'call_rejected',
    parameters: { level: 'error', code: '60001', msg: 'No such order' },
  });
});

it.each([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server fails', async () => new Response('', { status: 500 })],
])('drops a line of the operation log when %s', async (_, fail) => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  const fetch = vi.fn<typeof globalThis.fetch>(fail);
  vi.stubGlobal('fetch', fetch);
  expect(() => portsFor(guest).log.writeLog(message)).not.toThrow();
  await eventually(() => expect(fetch).toHaveBeenCalledOnce());
  // waits, because unhandled rejections are reported after the microtasks
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});

it('requests the regions of an upload', async () => {
  const regions = [{ shows: 'text', left: 0.1, top: 0.2, width: 0.3, height: 0.4 }];
  answer = () => success({ regions });
  const { task } = portsFor(guest);
  const question = { functionCode: 'face-blur', fileKey: 'uploads/1.jpg' };
  expect(await task.findRegions(question, signal)).toEqual(regions);
  expect(asked()).toBe('GET /v1/ai-function/notAuth/regions/face-blur?fileKey=uploads%2F1.jpg');
});

it('requests a preview of a piece with a call whose description is loaded later', async () => {
  answer = () => success({ image: 'UklGRg==', width: 256, height: 192 });
  const { task } = createHttpPorts({
    ...settingsFor(guest),
    wire: buildFirstWireTable() as unknown as WireTable,
    laterWire: async () => buildLaterWireTable() as unknown as WireTable,
  });
  const question = { functionCode: 'denoise', options: { strength: 40 }, image: 'iVBORw==' };
  expect(await task.previewFunction(question, signal)).toEqual({
    url: 'data:image/webp;base64,UklGRg==',
    width: 256,
    height: 192,
  });
  expect(asked()).toBe('POST /v1/ai-function/notAuth/preview/denoise');
  expect(await requests[0]?.json()).toEqual({ options: { strength: 40 }, image: 'iVBORw==' });
});

it('reports a missing preview as the server does', async () => {
  answer = () => Response.json({ success: 'no_preview', msg: '', obj: null }, { status: 404 });
  const question = { functionCode: 'face-blur', options: {}, image: 'iVBORw==' };
  await expect(portsFor(guest).task.previewFunction(question, signal)).rejects.toMatchObject({
    failure: { reason: 'refused', code: 'no_preview', call: 'preview' },
  });
});
