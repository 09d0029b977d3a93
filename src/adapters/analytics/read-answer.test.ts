import { describe, expect, it } from 'vitest';
import { readAnswer, readRetryAfter } from './read-answer.ts';
import { addressOf, type Collector, createSender } from './send-events.ts';

const rows = ['a', 'b', 'c'].map((id) => ({
  json: `{"insert_id":"${id}"}`,
  userId: `user-${id}`,
  deviceId: `device-${id}`,
}));
const read = (status: number, body: unknown) =>
  readAnswer(status, typeof body === 'string' ? body : JSON.stringify(body), rows);

describe('reading an answer', () => {
  it.each<[string, number, unknown, unknown]>([
    ['success', 200, { code: 200 }, { kind: 'accepted' }],
    ['a page', 200, '<!doctype html>', { kind: 'failed' }],
    ['nothing', 200, '', { kind: 'failed' }],
    ['half an answer', 200, '{"code": 20', { kind: 'failed' }],
    ['another JSON', 200, [1], { kind: 'failed' }],
    ['a code inside a 200', 200, { code: 413 }, { kind: 'tooLarge' }],
    ['a redirect', 302, '', { kind: 'failed' }],
    ['an opaque redirect', 0, '', { kind: 'failed' }],
    ['a bad key', 400, { error: 'Invalid API key: x' }, { kind: 'badKey' }],
    ['a missing key', 400, { missing_field: 'api_key' }, { kind: 'badKey' }],
    [
      'a missing field',
      400,
      { missing_field: 'event_type' },
      { kind: 'invalid', indexes: [0, 1, 2] },
    ],
    [
      'named events',
      400,
      { events_with_invalid_fields: { time: [2, 9, -1] }, events_with_missing_fields: { x: [0] } },
      { kind: 'invalid', indexes: [0, 2] },
    ],
    ['a refusal without indexes', 400, '', { kind: 'failed' }],
    ['too large', 413, '', { kind: 'tooLarge' }],
    [
      'limits',
      429,
      {
        exceeded_daily_quota_devices: { 'device-a': 1 },
        throttled_events: [0, 1],
        throttled_users: { 'user-c': 3 },
      },
      { kind: 'limited', quota: [0], throttled: [1, 2] },
    ],
    ['a limit without indexes', 429, '', { kind: 'limited', quota: [], throttled: [] }],
    ['a failure', 503, '', { kind: 'failed' }],
  ])('reads %s (R61)', (_, status, body, reading) => {
    expect(read(status, body)).toEqual(reading);
  });

  it.each([
    ['3', 3000],
    ['-4', -4000],
    ['1e99', 1e102],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 9000],
    ['soon', null],
    [null, null],
  ])('reads Retry-After %s', (value, ms) => {
    expect(readRetryAfter(value, 1000)).toBe(ms);
  });
});

const collector: Collector = {
  key: 'k',
  zone: 'US',
  batch: false,
  serverUrl: null,
  minIdLength: 1,
};

describe('sending', () => {
  it.each([
    ['US', false, 'https://api2.amplitude.com/2/httpapi'],
    ['US', true, 'https://api2.amplitude.com/batch'],
    ['EU', false, 'https://api.eu.amplitude.com/2/httpapi'],
    ['EU', true, 'https://api.eu.amplitude.com/batch'],
  ] as const)('goes in zone %s, batch %s, to %s (R60)', (zone, batch, url) => {
    expect(addressOf({ ...collector, zone, batch })).toBe(url);
    expect(addressOf({ ...collector, zone, batch, serverUrl: 'http://here' })).toBe('http://here');
  });

  const send = (fetch: typeof globalThis.fetch, patience: { patienceMs?: number } = {}) =>
    createSender(collector, { fetch, now: () => 0, random: () => 0.25, ...patience })(
      rows,
      new AbortController().signal,
    );

  it('sends key, events, options and upload time, and outlives its page (R60)', async () => {
    const calls: RequestInit[] = [];
    const answer = await send(async (_, init) => {
      calls.push(init ?? {});
      return Response.json({ code: 200 });
    });
    expect(answer).toEqual({ kind: 'accepted', retryAfterMs: null, draw: 0.25, at: 0 });
    expect(JSON.parse(new TextDecoder().decode(calls[0]?.body as Uint8Array))).toEqual({
      api_key: 'k',
      events: [{ insert_id: 'a' }, { insert_id: 'b' }, { insert_id: 'c' }],
      options: { min_id_length: 1 },
      client_upload_time: '1970-01-01T00:00:00.000Z',
    });
    expect(calls[0]?.keepalive).toBe(true);
  });

  it('abandons an answer that takes too long, and counts it as a send', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    expect(await send(never, { patienceMs: 1 })).toMatchObject({ kind: 'failed' });
  });

  it('does not reject without an answer', async () => {
    expect(await send(() => Promise.reject(new TypeError('down')))).toMatchObject({
      kind: 'unreachable',
    });
  });
});
