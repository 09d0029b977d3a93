import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { aRecord } from '../testing/test-record.ts';
import { deferred, settle } from '../testing/test-system.ts';
import {
  selectCanCancel,
  selectCanDetach,
  selectCanRetry,
  selectIsLong,
  selectIsWaiting,
  selectMayHaveStarted,
  selectPhoto,
  selectRecord,
  selectTaskFailure,
} from './task.selectors.ts';
import { failing, file, offer, silent, startTaskChart } from './task.test-kit.ts';

const running = (fraction: number, high = 10_000): TaskRecord =>
  aRecord({
    revision: 2 + Math.round(fraction * 100),
    dealStatus: 1,
    progress: { stage: 'running', fraction, remainingMs: { low: high / 2, high } },
  });

const step = (value: object) => ({ working: { step: value } }) as never;
const offline: PortFailure = { reason: 'offline' };

describe('one press of start (R42)', () => {
  it('prepares, signs, uploads, starts and follows, in this order', async () => {
    const { asked, now, uploaded } = startTaskChart();
    await uploaded();
    expect(asked.map(({ call }) => call)).toEqual([
      'findRunningTask',
      'inspectPhoto',
      'createKey',
      'preparePhoto',
      'requestUpload',
      'upload',
      'upload stopped',
      'startTask',
      'watchRecord',
    ]);
    expect(now().matches(step({ following: 'queued' }))).toBe(true);
    expect(selectRecord(now())?.id).toBe('r1');
  });

  it('tells the function, the file and one key', async () => {
    const { calls, uploaded } = startTaskChart();
    await uploaded();
    expect(calls('preparePhoto')[0]?.input).toMatchObject({ downscale: true });
    expect(calls('requestUpload')[0]?.input).toEqual({
      format: 'jpg',
      functionCode: 'upscale-2x-fast',
    });
    expect(calls('upload')[0]?.input).toMatchObject({ file, ticket: { fileKey: 'file1' } });
    expect(calls('startTask')[0]?.input).toEqual({
      functionCode: 'upscale-2x-fast',
      fileKey: 'file1',
      idempotencyKey: 'key-number-1',
    });
  });

  it('starts once however often it is pressed', async () => {
    const { actor, calls, choose } = startTaskChart();
    await choose();
    actor.send({ type: 'start.pressed' });
    actor.send({ type: 'start.pressed' });
    await settle();
    actor.send({ type: 'start.pressed' });
    await settle();
    expect([calls('createKey').length, calls('upload').length]).toEqual([1, 1]);
  });

  it('shows the result at once when the task was over already', async () => {
    const { now, uploaded } = startTaskChart({
      startTask: () => Promise.resolve(aRecord({ dealStatus: 2 })),
    });
    await uploaded();
    expect(now().matches('succeeded')).toBe(true);
  });
});

describe('progress (R72)', () => {
  it('opens the overlay and tells it what is measured, never less than before', async () => {
    const { told, upload, uploaded, press, watch } = startTaskChart();
    await press();
    await upload({ type: 'upload.progressed', fraction: 0.5 });
    await upload({ type: 'upload.completed' });
    await watch({ type: 'record.changed', record: running(0.4) });
    void uploaded;
    const heard = told('overlay') as { type: string; stage?: string; fraction?: number }[];
    expect(heard[0]).toEqual({ type: 'overlay.opened', counter: true });
    expect(heard.flatMap(({ stage }) => stage ?? [])).toEqual([
      'preparing',
      'uploading',
      'uploading',
      'starting',
      'queued',
      'running',
    ]);
    const fractions = heard.flatMap(({ fraction }) => fraction ?? []);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(heard.at(-1)).toMatchObject({ remainingMs: { low: 5000, high: 10_000 } });
  });

  it('is queued, runs, and is queued again when a server hands its work back', async () => {
    const { now, uploaded, watch } = startTaskChart();
    await uploaded();
    await watch({ type: 'record.changed', record: running(0.1) });
    expect(now().matches(step({ following: 'running' }))).toBe(true);
    await watch({ type: 'record.changed', record: aRecord({ revision: 30 }) });
    expect(now().matches(step({ following: 'queued' }))).toBe(true);
  });

  it('does not take longer than usual before the time is over that was told at the start', async () => {
    const { clock, now, send, uploaded, watch } = startTaskChart();
    const estimate = { lowMsPerMegapixel: 10_000, highMsPerMegapixel: 20_000 };
    const functions = offer.functions.map((one) => ({ ...one, estimate }));
    await send({ type: 'setup.loaded', setup: { ...offer, functions } });
    await uploaded();
    await watch({ type: 'record.changed', record: running(0.1, 10_000) });
    clock.increment(29_999);
    expect(selectIsLong(now())).toBe(false);
    clock.increment(1);
    expect(selectIsLong(now())).toBe(true);
  });

  it('takes longer than usual once the first range that was told is over', async () => {
    const { clock, now, uploaded, watch } = startTaskChart();
    await uploaded();
    clock.increment(100_000);
    expect(selectIsLong(now())).toBe(false);
    await watch({ type: 'record.changed', record: running(0.1, 10_000) });
    clock.increment(6000);
    await watch({ type: 'record.changed', record: running(0.2, 90_000) });
    clock.increment(3999);
    expect(selectIsLong(now())).toBe(false);
    clock.increment(1);
    expect(selectIsLong(now())).toBe(true);
  });
});

describe('the end', () => {
  it.each([
    [2, 'succeeded', true],
    [4, 'failed', false],
    [5, 'cancelled', false],
    [3, 'rejected', false],
  ] as const)('deal status %d is %s', async (dealStatus, state, isFinished) => {
    const { now, told, uploaded, watch } = startTaskChart();
    await uploaded();
    await watch({ type: 'record.changed', record: aRecord({ revision: 9, dealStatus }) });
    expect(now().value).toBe(state);
    expect(told('overlay').at(-1)).toEqual({
      type: isFinished ? 'overlay.finished' : 'overlay.closed',
    });
    expect(told('session').at(-1)).toEqual({ type: 'user.outdated' });
  });

  it('tells the root how it ended and whether it was watched', async () => {
    const { send, told, uploaded, watch } = startTaskChart();
    await uploaded();
    await send({ type: 'overlay.left' });
    await watch({ type: 'record.changed', record: aRecord({ revision: 9, dealStatus: 2 }) });
    expect(told('app')).toEqual([
      { type: 'task.ended', recordId: 'r1', phase: 'succeeded', watched: false },
    ]);
  });

  it('is watched again when the visitor came back to the overlay', async () => {
    const { send, told, uploaded, watch } = startTaskChart();
    await uploaded();
    await send({ type: 'overlay.left' });
    await send({ type: 'overlay.returned' });
    await watch({ type: 'record.changed', record: aRecord({ revision: 9, dealStatus: 4 }) });
    expect(told('app')).toEqual([
      { type: 'task.ended', recordId: 'r1', phase: 'failed', watched: true },
    ]);
  });

  it('raises the core-rejected flag for a face function (R35)', async () => {
    const { told, uploaded, watch } = startTaskChart();
    await uploaded();
    await watch({
      type: 'record.changed',
      record: aRecord({ revision: 9, dealStatus: 3, type: 49 }),
    });
    expect(told('app')).toContainEqual({ type: 'core.rejected', recordId: 'r1' });
  });

  it('begins a new attempt with the same photo and a new key', async () => {
    const { calls, now, send, uploaded, watch } = startTaskChart();
    await uploaded();
    await watch({ type: 'record.changed', record: aRecord({ revision: 9, dealStatus: 4 }) });
    await send({ type: 'retry.pressed' });
    expect(now().matches('chosen')).toBe(true);
    expect(selectPhoto(now())?.name).toBe('cat.jpg');
    await send({ type: 'start.pressed' });
    expect(calls('createKey')).toHaveLength(2);
  });
});

describe('a network that comes and goes (R79)', () => {
  it.each(['connection.restored', 'retry.pressed'] as const)(
    'keeps the photo and uploads again after %s',
    async (type) => {
      const { calls, now, press, send, upload } = startTaskChart();
      await press();
      await upload({ type: 'upload.failed', failure: offline });
      expect(selectIsWaiting(now())).toBe(true);
      expect(selectPhoto(now())?.name).toBe('cat.jpg');
      await send({ type });
      expect(now().matches(step({ uploading: 'sending' }))).toBe(true);
      expect(calls('requestUpload')).toHaveLength(2);
    },
  );

  it('waits longer from try to try, at most 30 s', async () => {
    const { calls, clock, press, upload } = startTaskChart();
    await press();
    for (const [tries, pause] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await upload({ type: 'upload.failed', failure: offline });
      clock.increment(pause - 1);
      await settle();
      expect(calls('requestUpload')).toHaveLength(tries + 1);
      clock.increment(1);
      await settle();
      expect(calls('requestUpload')).toHaveLength(tries + 2);
    }
  });

  it.each([
    ['server', 'failed'],
    ['offline', 'waiting'],
    ['timeout', 'waiting'],
  ] as const)('after two uploads in a row that end with %s it is %s', async (reason, end) => {
    const { now, press, send, upload } = startTaskChart();
    const failure = { reason, msg: 'AccessDenied' };
    await press();
    await upload({ type: 'upload.failed', failure });
    expect(selectIsWaiting(now())).toBe(true);
    await send({ type: 'retry.pressed' });
    await upload({ type: 'upload.failed', failure });
    expect(now().matches('failed')).toBe(end === 'failed');
    expect(selectIsWaiting(now())).toBe(end === 'waiting');
    expect(selectTaskFailure(now())).toEqual(failure);
  });

  it('fails when the server cannot sign twice in a row', async () => {
    const { now, press, send } = startTaskChart({ requestUpload: failing({ reason: 'server' }) });
    await press();
    await send({ type: 'retry.pressed' });
    expect(now().matches('failed')).toBe(true);
  });

  it('waits when the signature cannot be asked for', async () => {
    const { now, press } = startTaskChart({ requestUpload: failing({ reason: 'server' }) });
    await press();
    expect(now().matches(step({ uploading: 'waiting' }))).toBe(true);
  });

  it('starts again with the same key, so that one press is one task (R71)', async () => {
    let online = false;
    const { calls, now, send, uploaded } = startTaskChart({
      startTask: () => (online ? Promise.resolve(aRecord()) : failing(offline)()),
    });
    await uploaded();
    expect(now().matches(step({ starting: 'waiting' }))).toBe(true);
    online = true;
    await send({ type: 'connection.restored' });
    expect(now().matches(step({ following: 'queued' }))).toBe(true);
    const keys = calls('startTask').map(
      ({ input }) => (input as { idempotencyKey: string }).idempotencyKey,
    );
    expect(keys).toEqual(['key-number-1', 'key-number-1']);
  });

  it('gives up waiting for the start after 60 s, not earlier (R33)', async () => {
    const { clock, now, uploaded } = startTaskChart({ startTask: silent });
    await uploaded();
    clock.increment(59_999);
    expect(now().matches(step({ starting: 'asking' }))).toBe(true);
    clock.increment(1);
    expect(now().matches(step({ starting: 'waiting' }))).toBe(true);
    expect(selectTaskFailure(now())?.reason).toBe('timeout');
  });

  it.each(['server', 'timeout'] as const)(
    'asks after three starts that end with %s whether the task is there, and follows it',
    async (reason) => {
      let asked = 0;
      const { calls, now, send, told, uploaded } = startTaskChart({
        startTask: failing({ reason }),
        findRunningTask: () => {
          asked += 1;
          return Promise.resolve(asked === 1 ? null : aRecord());
        },
      });
      await uploaded();
      await send({ type: 'retry.pressed' });
      expect(now().matches(step({ starting: 'waiting' }))).toBe(true);
      await send({ type: 'retry.pressed' });
      expect([calls('startTask').length, asked]).toEqual([3, 2]);
      expect(now().matches(step({ following: 'queued' }))).toBe(true);
      expect(told('session')).toEqual([{ type: 'user.outdated' }]);
    },
  );

  it('counts a start without an answer within 60 s as one of the three (R33)', async () => {
    const { calls, clock, now, uploaded } = startTaskChart({ startTask: silent });
    await uploaded();
    for (const pause of [2000, 4000]) {
      clock.increment(60_000);
      expect(now().matches(step({ starting: 'waiting' }))).toBe(true);
      clock.increment(pause);
    }
    clock.increment(59_999);
    expect(calls('findRunningTask')).toHaveLength(1);
    clock.increment(1);
    expect(calls('findRunningTask')).toHaveLength(2);
  });

  it.each([
    ['knows of none', () => Promise.resolve(null)],
    ['cannot be asked', failing({ reason: 'server' })],
  ])('fails, and does not claim that nothing has started, when the server %s', async (_, look) => {
    const { now, send, uploaded } = startTaskChart({
      startTask: failing({ reason: 'server' }),
      findRunningTask: look,
    });
    await uploaded();
    await send({ type: 'retry.pressed' });
    await send({ type: 'retry.pressed' });
    expect([now().value, selectMayHaveStarted(now())]).toEqual(['failed', true]);
    expect(selectTaskFailure(now())?.reason).toBe('server');
    await send({ type: 'retry.pressed' });
    expect(now().matches({ working: { step: 'starting' } })).toBe(true);
  });

  it('starts again as often as the connection is gone', async () => {
    const { calls, now, send, uploaded } = startTaskChart({ startTask: failing(offline) });
    await uploaded();
    for (let times = 0; times < 5; times += 1) await send({ type: 'connection.restored' });
    expect(calls('startTask')).toHaveLength(6);
    expect(now().matches(step({ starting: 'waiting' }))).toBe(true);
  });

  it.each(['connection.restored', 'retry.pressed', 'the pause'])(
    'follows the record again from its last revision after %s',
    async (cause) => {
      const { calls, clock, now, send, told, uploaded, watch } = startTaskChart();
      await uploaded();
      await watch({ type: 'record.changed', record: running(0.2) });
      await watch({ type: 'watch.failed', failure: offline });
      expect(selectIsWaiting(now())).toBe(true);
      expect(told('overlay').at(-1)).toMatchObject({ stage: 'waiting' });
      if (cause === 'connection.restored' || cause === 'retry.pressed') await send({ type: cause });
      else clock.increment(2000);
      await settle();
      expect(now().matches(step({ following: 'running' }))).toBe(true);
      expect(told('overlay').at(-1)).toMatchObject({ stage: 'running' });
      expect(calls('watchRecord').at(-1)?.input).toEqual({ id: 'r1', revision: 22 });
    },
  );

  it('asks for a photo when the record was deleted elsewhere', async () => {
    const { now, uploaded, watch } = startTaskChart();
    await uploaded();
    await watch({
      type: 'watch.failed',
      failure: { reason: 'refused', code: 'record_not_found' },
    });
    expect(now().matches('choosing')).toBe(true);
  });
});

describe('refusals (R36 to R40)', () => {
  const refused = (code: string): PortFailure => ({ reason: 'refused', code, msg: 'no' });

  it('says that the allowance of today is used up, without a word to the root', async () => {
    const { now, told, uploaded } = startTaskChart({ startTask: failing(refused('daily_limit')) });
    await uploaded();
    expect(now().matches('limited')).toBe(true);
    expect(told('app')).toEqual([]);
    expect(selectCanRetry(now())).toBe(true);
  });

  it.each(['10009', '51008', '51009'])(
    'keeps the photo on %s and leaves the rest to the root',
    async (code) => {
      const { now, told, uploaded } = startTaskChart({ startTask: failing(refused(code)) });
      await uploaded();
      expect(now().matches('chosen')).toBe(true);
      expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused(code) }]);
      expect(told('overlay').at(-1)).toEqual({ type: 'overlay.closed' });
    },
  );

  it.each(['signature', 'upload', 'start'])('fails when the %s is refused', async (place) => {
    const failure = refused('file_too_large');
    const { now, press, told, upload } = startTaskChart({
      ...(place === 'signature' ? { requestUpload: failing(failure) } : {}),
      ...(place === 'start' ? { startTask: failing(failure) } : {}),
    });
    await press();
    if (place === 'upload') await upload({ type: 'upload.failed', failure });
    if (place === 'start') await upload({ type: 'upload.completed' });
    expect(now().matches('failed')).toBe(true);
    expect(selectTaskFailure(now())).toEqual(failure);
    expect(told('app')).toEqual([{ type: 'call.rejected', failure }]);
  });

  it('fails when the photo cannot be made ready', async () => {
    const { now, press } = startTaskChart({ preparePhoto: failing({ reason: 'unsupported' }) });
    await press();
    expect(now().matches('failed')).toBe(true);
    expect(selectTaskFailure(now())?.reason).toBe('unsupported');
  });
});

describe('cancelling', () => {
  it('stops an upload and keeps the photo', async () => {
    const { calls, now, press, send, told } = startTaskChart();
    await press();
    expect(selectCanCancel(now())).toBe(true);
    await send({ type: 'cancel.pressed' });
    expect(now().matches('chosen')).toBe(true);
    expect(calls('upload stopped')).toHaveLength(1);
    expect(told('overlay').at(-1)).toEqual({ type: 'overlay.closed' });
  });

  it('cancels at the server what a start on its way brings back', async () => {
    const answer = deferred<TaskRecord>();
    const { calls, now, send, uploaded } = startTaskChart({ startTask: () => answer.promise });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches(step({ starting: { asking: 'stopping' } }))).toBe(true);
    answer.resolve(aRecord());
    await settle();
    expect(calls('cancelTask')[0]?.input).toEqual({ id: 'r1' });
    expect(now().matches('cancelled')).toBe(true);
  });

  it('cancels a running task at the server', async () => {
    const { now, send, uploaded, watch } = startTaskChart();
    await uploaded();
    await watch({ type: 'record.changed', record: running(0.5) });
    await send({ type: 'cancel.pressed' });
    expect(now().matches('cancelled')).toBe(true);
  });

  it('shows the result when the task was faster than the cancellation', async () => {
    const { now, send, uploaded } = startTaskChart({
      cancelTask: () => Promise.resolve(aRecord({ revision: 9, dealStatus: 2 })),
    });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches('succeeded')).toBe(true);
  });

  it('goes on following when it cannot be cancelled, and says so', async () => {
    const { now, send, told, uploaded } = startTaskChart({ cancelTask: failing(offline) });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches(step({ following: 'queued' }))).toBe(true);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.cancelFailed' },
    ]);
  });

  it('follows to the end without a word when it had ended already', async () => {
    const { now, send, told, uploaded } = startTaskChart({
      cancelTask: failing({ reason: 'refused', code: 'record_ended' }),
    });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches(step({ following: 'queued' }))).toBe(true);
    expect(told('app')).toEqual([]);
  });
});

describe('leaving a task (R71, R72)', () => {
  it('finds a running task again without covering the page', async () => {
    const { calls, now, told } = startTaskChart({
      findRunningTask: () => Promise.resolve(running(0.3)),
    });
    await settle();
    expect(now().matches(step({ following: 'running' }))).toBe(true);
    expect(calls('watchRecord')[0]?.input).toEqual({ id: 'r1', revision: 32 });
    expect(told('overlay')[0]).toEqual({ type: 'overlay.opened', counter: true, away: true });
    expect(told('overlay')[1]).toMatchObject({ stage: 'running' });
  });

  it('has no photo to try again with after a reload', async () => {
    const { now, watch } = startTaskChart({ findRunningTask: () => Promise.resolve(running(0.3)) });
    await settle();
    await watch({ type: 'record.changed', record: aRecord({ revision: 90, dealStatus: 4 }) });
    expect([now().value, selectCanRetry(now())]).toEqual(['failed', false]);
  });

  it('asks again once the connection is back when the server could not be asked', async () => {
    let online = false;
    const { now, send } = startTaskChart({
      findRunningTask: () => (online ? Promise.resolve(running(0.3)) : failing(offline)()),
    });
    await settle();
    expect(now().matches({ choosing: 'unasked' })).toBe(true);
    online = true;
    await send({ type: 'connection.restored' });
    expect(now().matches(step({ following: 'running' }))).toBe(true);
  });

  it('starts another one while this one goes on', async () => {
    const { calls, choose, now, send, uploaded } = startTaskChart();
    await uploaded();
    expect(selectCanDetach(now())).toBe(true);
    await send({ type: 'task.detached' });
    expect(now().matches('choosing')).toBe(true);
    expect(calls('watch stopped')).toHaveLength(1);
    await choose();
    await send({ type: 'start.pressed' });
    expect(now().matches(step({ uploading: 'sending' }))).toBe(true);
    expect(calls('createKey')).toHaveLength(2);
  });
});
