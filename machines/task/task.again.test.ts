import { describe, expect, it } from 'vitest';
import type { PortFailure } from '../ports/port-failure.ts';
import { aRecord } from '../testing/test-record.ts';
import { settle } from '../testing/test-system.ts';
import { selectPhoto, selectRecord } from './task.selectors.ts';
import { failing, file, silent, startTaskChart } from './task.test-kit.ts';

const limit: PortFailure = { reason: 'refused', code: 'daily_limit' };
const statuses = { succeeded: 2, rejected: 3, failed: 4, cancelled: 5 } as const;

const ended = async (state: keyof typeof statuses | 'limited') => {
  const chart = startTaskChart(state === 'limited' ? { startTask: failing(limit) } : {});
  await chart.uploaded();
  if (state !== 'limited') {
    const record = aRecord({ revision: 9, dealStatus: statuses[state] });
    await chart.watch({ type: 'record.changed', record });
  }
  expect(chart.now().value).toBe(state);
  return chart;
};

describe.each(['succeeded', 'rejected', 'failed', 'cancelled', 'limited'] as const)(
  'after it was %s',
  (state) => {
    it('another photo is looked into at once', async () => {
      const { now, send } = await ended(state);
      await send({ type: 'photo.chosen', source: { kind: 'file', file } });
      expect([now().value, selectRecord(now())]).toEqual(['chosen', null]);
    });

    it('the photo can be put away', async () => {
      const { now, send } = await ended(state);
      await send({ type: 'photo.removed' });
      expect([now().matches('choosing'), selectPhoto(now())]).toEqual([true, null]);
    });
  },
);

it.each(['rejected', 'failed', 'cancelled', 'limited'] as const)(
  'after it was %s the same photo can be tried again',
  async (state) => {
    const { now, send } = await ended(state);
    await send({ type: 'retry.pressed' });
    expect([now().value, selectPhoto(now())?.name]).toEqual(['chosen', 'cat.jpg']);
  },
);

describe('before a task exists', () => {
  it('a photo is taken back while it is looked into', async () => {
    const { now, send } = startTaskChart({ inspectPhoto: silent });
    await settle();
    await send({ type: 'photo.chosen', source: { kind: 'file', file } });
    expect(now().value).toBe('checking');
    await send({ type: 'photo.removed' });
    expect(now().matches('choosing')).toBe(true);
  });

  it('cancelling while the photo is made ready keeps the photo', async () => {
    const { now, press, send } = startTaskChart({ preparePhoto: silent });
    await press();
    await send({ type: 'cancel.pressed' });
    expect([now().value, selectPhoto(now())?.name]).toEqual(['chosen', 'cat.jpg']);
  });

  it.each(['daily_limit', '51009'])('%s is met when the upload is asked for', async (code) => {
    const { now, press } = startTaskChart({ requestUpload: failing({ reason: 'refused', code }) });
    await press();
    expect(now().value).toBe(code === 'daily_limit' ? 'limited' : 'chosen');
  });

  it.each(['retry.pressed', 'the pause'])('an unsure start is repeated after %s', async (cause) => {
    const { calls, clock, now, send, uploaded } = startTaskChart({
      startTask: failing({ reason: 'server' }),
    });
    await uploaded();
    if (cause === 'retry.pressed') await send({ type: cause });
    else clock.increment(2000);
    await settle();
    expect(calls('startTask')).toHaveLength(2);
    expect(now().matches({ working: { step: { starting: 'waiting' } } })).toBe(true);
  });

  it('an attempt that may have started is tried again with its own key', async () => {
    let answers = false;
    const { calls, clock, now, send, uploaded } = startTaskChart({
      startTask: () =>
        answers ? Promise.resolve(aRecord({ revision: 1 })) : failing({ reason: 'server' })(),
      findRunningTask: () => Promise.resolve(null),
    });
    await uploaded();
    for (const pause of [2000, 4000]) {
      clock.increment(pause);
      await settle();
    }
    expect(now().value).toBe('failed');
    answers = true;
    await send({ type: 'retry.pressed' });
    expect(now().matches({ working: { step: 'following' } })).toBe(true);
    const keys = calls('startTask').map(
      ({ input }) => (input as { idempotencyKey: string }).idempotencyKey,
    );
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(calls('upload')).toHaveLength(1);
  });

  it('a cancellation that the server has only noted is followed to the end', async () => {
    const { now, send, uploaded } = startTaskChart({
      cancelTask: () => Promise.resolve(aRecord({ revision: 2, dealStatus: 1 })),
    });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches({ working: { step: { following: 'running' } } })).toBe(true);
  });
});
