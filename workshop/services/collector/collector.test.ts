import { afterEach, expect, it } from 'vitest';
import { createSender } from '../../../src/adapters/analytics/send-events.ts';
import { type AnswerName, answerNames } from './answers.ts';
import { type Collector, startCollector } from './collector.ts';

let collector: Collector | null = null;

afterEach(async () => {
  await collector?.close();
});

const rows = ['a', 'b'].map((id) => ({
  json: JSON.stringify({ event_type: id, user_id: `user-${id}`, device_id: 'd' }),
  userId: `user-${id}`,
  deviceId: 'd',
}));

async function send(answer: AnswerName) {
  collector = await startCollector(0, { choose: () => answer });
  const sender = createSender(
    { key: 'k', zone: 'US', batch: false, serverUrl: collector.url, minIdLength: 1 },
    { fetch, now: Date.now, random: () => 0.5, patienceMs: 300 },
  );
  return await sender(rows, new AbortController().signal);
}

/** How the queue interprets each answer. A new answer needs a line here. */
const readings: Record<AnswerName, object> = {
  ok: { kind: 'accepted' },
  slow: { kind: 'failed' },
  lost: { kind: 'unreachable' },
  half: { kind: 'failed' },
  silent: { kind: 'failed' },
  refused: { kind: 'unreachable' },
  deaf: { kind: 'failed' },
  html: { kind: 'failed' },
  empty: { kind: 'failed' },
  wrong: { kind: 'failed' },
  code: { kind: 'failed' },
  redirect: { kind: 'failed' },
  badKey: { kind: 'badKey' },
  missingKey: { kind: 'badKey' },
  missing: { kind: 'invalid', indexes: [0, 1] },
  invalid: { kind: 'invalid', indexes: [0] },
  nameless: { kind: 'failed' },
  large: { kind: 'tooLarge' },
  throttled: { kind: 'limited', throttled: [0, 1] },
  throttledFirst: { kind: 'limited', throttled: [0] },
  quotaUser: { kind: 'limited', quota: [0] },
  quotaDevice: { kind: 'limited', quota: [0, 1] },
  limited: { kind: 'limited', quota: [], throttled: [] },
  error: { kind: 'failed' },
  unavailable: { kind: 'failed', retryAfterMs: null },
  later: { kind: 'failed', retryAfterMs: 1000 },
  laterDate: { kind: 'failed', retryAfterMs: expect.any(Number) },
  laterNegative: { kind: 'failed', retryAfterMs: -5000 },
  laterHuge: { kind: 'failed', retryAfterMs: 1e15 },
};

it.each(answerNames)(
  'answers "%s", and the sender interprets the answer correctly',
  async (answer) => {
    expect(await send(answer)).toMatchObject(readings[answer]);
    expect(collector?.deliveries).toMatchObject([{ answer, events: [{ event_type: 'a' }, {}] }]);
  },
);

it('lets pages of other origins send', async () => {
  collector = await startCollector(0, { choose: () => 'ok' });
  const { status, headers } = await fetch(collector.url, { method: 'OPTIONS' });
  expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
});

it('lists the received events', async () => {
  await send('unavailable');
  const listed = await (await fetch(collector?.url ?? '')).json();
  expect(listed).toMatchObject([{ answer: 'unavailable', taken: false }]);
});
