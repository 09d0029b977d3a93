import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogMessage } from '../../../machines/ports/log.port.ts';
import { buildWireTable } from '../../../tools/build/wire-table.ts';
import { memoryRecord } from '../memory/memory-samples.ts';
import { createHttpPorts } from './http-ports.ts';
import type { WireTable } from './wire-table.ts';

/* What the ports of the charts send over the wire. */

const wire = buildWireTable() as unknown as WireTable;
const signal = new AbortController().signal;
const key = '0123456789abcdef';
const start = { functionCode: 'enhance', fileKey: 'uploads/1', idempotencyKey: key };
const ticket = {
  url: 'https://storage.example/bucket',
  fields: {},
  fileKey: 'uploads/1',
  maxBytes: 100,
  expiresAt: '2030-01-01T00:00:00.000Z',
};

let requests: Request[];
let answer: (request: Request) => Response;
const success = (obj: unknown) => Response.json({ success: '1', msg: '', obj });

const portsWith = ({ token }: { token: string }) =>
  createHttpPorts({
    baseUrl: 'https://api.example',
    website: 'site-1',
    wire,
    locale: () => 'ja',
    token: () => token,
  });

/** Of the last request: method, path and query. */
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
  ['a guest, whose token is empty,', '', '/v1/ai-function/notAuth/dealSave/enhance'],
  ['a visitor with a token', 'token-1', '/v1/ai-function/enhance'],
])('starts a task for %s by its own call', async (_, token, path) => {
  answer = () => success(memoryRecord);
  expect(await portsWith({ token }).task.startTask(start, signal)).toEqual(memoryRecord);
  expect(asked()).toBe(`POST ${path}`);
  expect(requests[0]?.headers.get('token')).toBe(token);
  expect(await requests[0]?.json()).toEqual({ fileKey: 'uploads/1', idempotencyKey: key });
});

it('asks for a signature of the format and tells the function', async () => {
  answer = () => success(ticket);
  const { task } = portsWith({ token: '' });
  const wanted = { format: 'png', functionCode: 'face-blur' };
  expect(await task.requestUpload(wanted, signal)).toEqual(ticket);
  expect(asked()).toBe('GET /v1/file/notAuthSignature/png?functionCode=face-blur');
});

it('finds the record of an attempt by its key, and none where no start made one', async () => {
  answer = () => success(memoryRecord);
  const { task } = portsWith({ token: '' });
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
  const { task } = portsWith({ token: '' });
  expect(await task.findRunningTask(undefined, signal)).toEqual(memoryRecord);
  const { pathname, searchParams } = new URL(requests[0]?.url ?? '');
  expect(pathname).toBe('/v1/ai-function-record');
  expect(Object.fromEntries(searchParams)).toEqual({ running: '1', limit: '1' });
  answer = () => success({ records: [], nextCursor: null });
  expect(await task.findRunningTask(undefined, signal)).toBeNull();
});

it('makes a new key for every attempt', async () => {
  const { task } = portsWith({ token: '' });
  const keys = [await task.createKey(undefined, signal), await task.createKey(undefined, signal)];
  expect(new Set(keys).size).toBe(2);
  for (const made of keys) expect(made).toMatch(/^[\w-]{16,64}$/);
});

it('makes a key where there is no randomUUID: on a page without https', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (into: Uint8Array) => into.fill(7) });
  const { task } = portsWith({ token: '' });
  expect(await task.createKey(undefined, signal)).toBe('07'.repeat(16));
});

it('makes no key without randomness', async () => {
  vi.stubGlobal('crypto', {});
  const made = portsWith({ token: '' }).task.createKey(undefined, signal);
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
  portsWith({ token: '' }).log.writeLog(message);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
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
  expect(() => portsWith({ token: '' }).log.writeLog(message)).not.toThrow();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  // an unheard rejection is told after the microtasks of this turn
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
