import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { ticket } from '../../testing/samples.ts';
import { failing, file, silent } from '../../testing/studio-ports.ts';
import { aRecord } from '../../testing/test-record.ts';
import { deferred, settle } from '../../testing/test-system.ts';
import { photoInput, request, startRun } from './run.test-kit.ts';

const running = (fraction: number, high = 10_000): TaskRecord =>
  aRecord({
    revision: 2 + Math.round(fraction * 100),
    dealStatus: 1,
    progress: { stage: 'running', fraction, remainingMs: { low: high / 2, high } },
  });

const offline: PortFailure = { reason: 'offline' };
const server: PortFailure = { reason: 'server' };
const refused = (code: string): PortFailure => ({ reason: 'refused', code, msg: 'no' });
const inTouch = (state: 'queued' | 'running') => ({
  onServer: { link: { listening: { inTouch: state } } },
});
const ticketRefused: PortFailure = { reason: 'refused', msg: 'AccessDenied' };

describe('a press of start', () => {
  it('prepares, signs, uploads, starts and follows, in this order (R42)', async () => {
    const { asked, now, uploaded } = startRun();
    await uploaded();
    expect(asked.map(({ call }) => call)).toEqual([
      'createKey',
      'preparePhoto',
      'requestUpload',
      'upload',
      'upload stopped',
      'keepPhoto',
      'startTask',
      'awaitRecord',
    ]);
    expect(now().context.view.record?.id).toBe('r1');
  });

  it('sends the function with its options, the file and one key', async () => {
    const { calls, uploaded } = startRun();
    await uploaded();
    expect(calls('preparePhoto')[0]?.input).toMatchObject({ downscale: true });
    expect(calls('requestUpload')[0]?.input).toEqual({
      format: 'jpg',
      functionCode: 'upscale-2x-fast',
    });
    expect(calls('upload')[0]?.input).toMatchObject({ file, ticket: { fileKey: 'file1' } });
    expect(calls('startTask')[0]?.input).toMatchObject({
      functionCode: 'upscale-2x-fast',
      options: { strength: 0.5 },
      fileKey: 'file1',
      idempotencyKey: 'key-number-1',
    });
  });

  it('ends at once if the task has already ended', async () => {
    const record = aRecord({ dealStatus: 2 });
    const { outcome, uploaded } = startRun({ startTask: async () => record });
    await uploaded();
    expect(outcome()).toEqual({ kind: 'ended', record });
  });

  it('fails when the photo cannot be prepared', async () => {
    const failure: PortFailure = { reason: 'unsupported' };
    const { outcome, told } = startRun({ preparePhoto: failing(failure) });
    await settle();
    expect(outcome()).toEqual({ kind: 'failed', failure });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure }]);
  });

  it('is cancelled when it is cancelled before the start call', async () => {
    const { asked, outcome, send, told } = startRun();
    await settle();
    await send({ type: 'cancel.pressed' });
    expect(outcome()).toEqual({ kind: 'cancelled' });
    expect(asked.at(-1)?.call).toBe('upload stopped');
    expect(told('app')).toEqual([]);
  });
});

describe('progress', () => {
  it('reports each stage and never decreases (R72)', async () => {
    const { heard, stages, tellRecord, upload } = startRun();
    await settle();
    await upload({ type: 'upload.progressed', fraction: 0.5 });
    await upload({ type: 'upload.completed' });
    await tellRecord(running(0.4));
    expect(stages()).toEqual([
      'preparing',
      'uploading',
      'uploading',
      // the run reports this step twice: while the start is saved, and while it is sent
      'starting',
      'starting',
      'queued',
      'running',
    ]);
    const fractions = heard.flatMap((one) => (one.type === 'run.moved' ? [one.view.fraction] : []));
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(heard.at(-1)).toMatchObject({ view: { remainingMs: { low: 5000, high: 10_000 } } });
  });

  it('is queued, runs, and is queued again when a server puts its tasks back', async () => {
    const { now, tellRecord, uploaded } = startRun();
    await uploaded();
    await tellRecord(running(0.1));
    expect(now().matches(inTouch('running'))).toBe(true);
    await tellRecord(aRecord({ revision: 30 }));
    expect(now().matches(inTouch('queued'))).toBe(true);
  });

  it('is late when the first reported range has passed (R72)', async () => {
    const { isDelayed, pass, tellRecord, uploaded } = startRun();
    await uploaded();
    await pass(100_000);
    await tellRecord(running(0.1, 10_000));
    await pass(6000);
    await tellRecord(running(0.2, 90_000));
    await pass(3999);
    expect(isDelayed()).toBe(false);
    await pass(1);
    expect(isDelayed()).toBe(true);
    await tellRecord({ ...running(0.3, 90_000), revision: 30 });
    expect(isDelayed()).toBe(true);
  });

  it('is late when the last reported range has passed, and on time with a new range (R72)', async () => {
    const { isDelayed, pass, tellRecord, uploaded } = startRun();
    await uploaded();
    await tellRecord(running(0.1, 40_000));
    await tellRecord({ ...running(0.5, 10_000), revision: 30 });
    await pass(9999);
    expect(isDelayed()).toBe(false);
    await pass(1);
    expect(isDelayed()).toBe(true);
    await tellRecord({ ...running(0.6, 8000), revision: 31 });
    expect(isDelayed()).toBe(false);
    await pass(8000);
    expect(isDelayed()).toBe(true);
    await tellRecord({ ...running(0.7), revision: 32 });
    expect(isDelayed()).toBe(false);
  });

  it('is not late before the duration shown at the start has passed', async () => {
    const estimate = { per: 'megapixel' as const, lowMs: 10_000, highMs: 20_000 };
    const { isDelayed, pass, tellRecord, uploaded } = startRun({}, photoInput({ estimate }));
    await uploaded();
    await tellRecord(running(0.1, 10_000));
    await pass(9999);
    await tellRecord(running(0.2, 90_000));
    await pass(20_000);
    expect(isDelayed()).toBe(false);
    await pass(1);
    expect(isDelayed()).toBe(true);
  });
});

describe('an upload that does not arrive', () => {
  it.each(['connection.restored', 'retry.pressed'] as const)(
    'waits for the connection and is sent again with a new ticket after %s',
    async (type) => {
      const { calls, now, send, stages, upload } = startRun();
      await settle();
      await upload({ type: 'upload.failed', failure: offline });
      expect(stages().at(-1)).toBe('waiting');
      await send({ type });
      expect(now().matches({ uploading: 'sending' })).toBe(true);
      expect(calls('requestUpload')).toHaveLength(2);
    },
  );

  it('waits longer with each retry, at most 30 s', async () => {
    const { calls, pass, upload } = startRun();
    await settle();
    for (const [tries, pause] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await upload({ type: 'upload.failed', failure: offline });
      await pass(pause - 1);
      expect(calls('requestUpload')).toHaveLength(tries + 1);
      await pass(1);
      expect(calls('requestUpload')).toHaveLength(tries + 2);
    }
  });

  it('reports that the server does not answer, not that the connection is lost', async () => {
    const { stages } = startRun({ requestUpload: failing(server) });
    await settle();
    expect(stages().at(-1)).toBe('silent');
  });

  it.each([
    ['server', 'failed'],
    ['offline', undefined],
    ['timeout', undefined],
  ] as const)('after two in a row that end with %s it is %s', async (reason, end) => {
    const failure: PortFailure = { reason };
    const { outcome, send, told, upload } = startRun();
    await settle();
    await upload({ type: 'upload.failed', failure });
    await send({ type: 'retry.pressed' });
    await upload({ type: 'upload.failed', failure });
    expect(outcome()?.kind).toBe(end);
    expect(told('app')).toEqual(end ? [{ type: 'call.rejected', failure }] : []);
  });

  it('is not counted as repeated after a delayed ticket', async () => {
    const signing = { ...server, call: 'requestUpload' };
    const answers = [failing(signing), async () => ticket, async () => ticket];
    const { calls, outcome, send, upload } = startRun({
      requestUpload: () => answers.shift()?.() ?? silent(),
    });
    await settle();
    await send({ type: 'retry.pressed' });
    await upload({ type: 'upload.failed', failure: { ...server, call: 'upload' } });
    expect(outcome()).toBeUndefined();
    await send({ type: 'retry.pressed' });
    expect(calls('upload')).toHaveLength(2);
  });

  it('requests a new ticket once if the storage refuses, and then reports it', async () => {
    const { calls, outcome, told, upload } = startRun();
    await settle();
    await upload({ type: 'upload.failed', failure: ticketRefused });
    expect(calls('upload')).toHaveLength(2);
    expect(outcome()).toBeUndefined();
    await upload({ type: 'upload.failed', failure: ticketRefused });
    expect(calls('upload')).toHaveLength(2);
    expect(outcome()).toEqual({ kind: 'failed', failure: ticketRefused });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: ticketRefused }]);
  });

  it('fails at once when the file itself is refused', async () => {
    const { calls, outcome, upload } = startRun();
    await settle();
    await upload({ type: 'upload.failed', failure: refused('file_too_large') });
    expect([outcome()?.kind, calls('upload').length]).toEqual(['failed', 1]);
  });
});

describe('a start without an answer', () => {
  it.each([
    ['a lost connection', offline, 'waiting'],
    ['a failure of the server', server, 'silent'],
    ['a timeout', { reason: 'timeout' }, 'silent'],
    ['an unexpected failure', { reason: 'unexpected' }, 'silent'],
  ] as const)('is never sent again after %s', async (_, failure, stage) => {
    const { calls, pass, stages, uploaded } = startRun({
      startTask: failing(failure),
      findAttempt: failing(server),
    });
    await uploaded();
    expect(stages().at(-1)).toBe(stage);
    await pass(600_000);
    expect(calls('startTask')).toHaveLength(1);
  });

  it.each(['internal_error', 'unavailable', 'engine_failed', 'idempotency_conflict'])(
    'is also a start answered with %s, because the task may exist',
    async (code) => {
      const { calls, outcome, pass, uploaded } = startRun({
        startTask: failing(refused(code)),
        findAttempt: async () => running(0.1),
      });
      await uploaded();
      expect(outcome()).toBeUndefined();
      await pass(2000);
      expect(calls('awaitRecord')).toHaveLength(1);
    },
  );

  it.each(['the pause', 'retry.pressed', 'connection.restored'] as const)(
    'looks up its record by its key after %s, and follows the record',
    async (cause) => {
      const { calls, keysOf, outcome, pass, send, told, tellRecord, uploaded } = startRun({
        startTask: failing(offline),
        findAttempt: async () => running(0.1),
      });
      await uploaded();
      expect(calls('findAttempt')).toEqual([]);
      if (cause === 'the pause') await pass(2000);
      else await send({ type: cause });
      expect(keysOf('findAttempt')).toEqual(['key-number-1']);
      expect(told('tabs')).toEqual([{ type: 'change.noticed' }]);
      await tellRecord(aRecord({ revision: 40, dealStatus: 2 }));
      expect(outcome()?.kind).toBe('ended');
    },
  );

  it('has not started if the server has no record', async () => {
    const { outcome, pass, told, uploaded } = startRun({ startTask: failing(offline) });
    await uploaded();
    await pass(2000);
    expect(outcome()).toMatchObject({
      kind: 'notStarted',
      failure: offline,
      request: { idempotencyKey: 'key-number-1', fileKey: 'file1' },
    });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
  });

  it('is unsure after three lookups that the server leaves unanswered', async () => {
    const { calls, outcome, pass, told, uploaded } = startRun({
      startTask: failing(offline),
      findAttempt: failing(server),
    });
    await uploaded();
    for (const pause of [2000, 4000, 8000]) {
      expect(outcome()).toBeUndefined();
      await pass(pause);
    }
    expect(calls('findAttempt')).toHaveLength(3);
    expect(outcome()).toMatchObject({ kind: 'unsure', failure: offline });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
  });

  it('repeats the lookup while the connection is lost', async () => {
    const { calls, outcome, pass, uploaded } = startRun({
      startTask: failing(offline),
      findAttempt: failing(offline),
    });
    await uploaded();
    for (let times = 0; times < 8; times += 1) await pass(30_000);
    expect(calls('findAttempt').length).toBeGreaterThan(7);
    expect(outcome()).toBeUndefined();
  });

  it.each(['internal_error', 'unavailable', 'rate_limited'])(
    'repeats the lookup when the server cannot answer now (%s)',
    async (code) => {
      const answers = [failing(refused(code)), async () => running(0.1)];
      const { now, outcome, pass, uploaded } = startRun({
        startTask: failing(offline),
        findAttempt: () => answers.shift()?.() ?? silent(),
      });
      await uploaded();
      await pass(2000);
      expect(outcome()).toBeUndefined();
      await pass(4000);
      expect(now().matches(inTouch('running'))).toBe(true);
    },
  );

  it('is unsure at once if the lookup is refused, and reports the refusal to the root', async () => {
    const { outcome, pass, told, uploaded } = startRun({
      startTask: failing(offline),
      findAttempt: failing(refused('10009')),
    });
    await uploaded();
    await pass(2000);
    expect(outcome()?.kind).toBe('unsure');
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: refused('10009') },
      { type: 'call.rejected', failure: offline },
    ]);
  });

  it('is without an answer after 60 s, not earlier (R33)', async () => {
    const { pass, stages, uploaded } = startRun({ startTask: silent });
    await uploaded();
    await pass(59_999);
    expect(stages().at(-1)).toBe('starting');
    await pass(1);
    expect(stages().at(-1)).toBe('silent');
  });

  it('stops waiting if the connection fails as well', async () => {
    const answer = deferred<TaskRecord>();
    const { calls, pass, uploaded } = startRun({ startTask: () => answer.promise });
    await uploaded();
    await pass(60_000);
    await pass(1000);
    answer.reject(new PortError({ reason: 'timeout' }));
    await settle();
    await pass(1000);
    expect(calls('findAttempt')).toHaveLength(1);
  });

  it('accepts a late answer', async () => {
    const answer = deferred<TaskRecord>();
    const { now, pass, uploaded } = startRun({
      startTask: () => answer.promise,
      findAttempt: failing(server),
    });
    await uploaded();
    await pass(60_000);
    answer.resolve(aRecord());
    await settle();
    expect(now().matches(inTouch('queued'))).toBe(true);
  });

  it('is repeated with the same key and file when pressed again, without an upload (R71)', async () => {
    const { asked, calls, now } = startRun({}, { from: 'request', request, wish: null });
    await settle();
    expect(asked.map(({ call }) => call)).toEqual(['startTask', 'awaitRecord']);
    expect(calls('startTask')[0]?.input).toMatchObject(request);
    expect(now().matches(inTouch('queued'))).toBe(true);
  });
});

describe('a server that cannot accept photos now', () => {
  it.each(['internal_error', 'unavailable'])('keeps the photo waiting (%s)', async (code) => {
    const answers = [failing(refused(code)), async () => ticket];
    const { calls, outcome, pass, stages } = startRun({
      requestUpload: () => answers.shift()?.() ?? silent(),
    });
    await settle();
    expect([stages().at(-1), outcome()]).toEqual(['silent', undefined]);
    await pass(2000);
    expect(calls('upload')).toHaveLength(1);
  });
});

describe('a refused start', () => {
  it('shows no error for a used-up allowance (R39)', async () => {
    const { outcome, told, uploaded } = startRun({
      startTask: failing(refused('daily_limit')),
    });
    await uploaded();
    expect([outcome(), told('app')]).toEqual([{ kind: 'limited' }, []]);
  });

  it.each(['10009', '51008', '51009'])(
    'ends with %s, which is reported to the root',
    async (code) => {
      const failure = refused(code);
      const { outcome, told, uploaded } = startRun({ startTask: failing(failure) });
      await uploaded();
      expect(outcome()).toEqual({ kind: 'turnedAway', failure });
      expect(told('app')).toEqual([{ type: 'call.rejected', failure }]);
    },
  );

  it('fails with any other code, which is reported to the root once', async () => {
    const failure = refused('file_too_large');
    const { outcome, told, uploaded } = startRun({ startTask: failing(failure) });
    await uploaded();
    expect(outcome()).toEqual({ kind: 'failed', failure });
    expect(told('app')).toEqual([{ type: 'call.rejected', failure }]);
  });

  it.each(['daily_limit', '51009'])('%s can already refuse the upload', async (code) => {
    const { outcome } = startRun({ requestUpload: failing(refused(code)) });
    await settle();
    expect(outcome()?.kind).toBe(code === 'daily_limit' ? 'limited' : 'turnedAway');
  });
});

describe('product events', () => {
  it('contain the start, once the server has it, and the end', async () => {
    const { emitted, tellRecord, uploaded } = startRun();
    await uploaded();
    await tellRecord(aRecord({ revision: 9, dealStatus: 2 }));
    expect(emitted).toEqual([
      { type: 'task.started', function: 'upscale-2x-fast' },
      { type: 'task.ended', function: 'upscale-2x-fast', outcome: 'succeeded' },
    ]);
  });

  it('contain the end if the server has no task', async () => {
    const { emitted } = startRun({ requestUpload: failing(refused('daily_limit')) });
    await settle();
    expect(emitted).toEqual([
      { type: 'task.ended', function: 'upscale-2x-fast', outcome: 'limited' },
    ]);
  });
});

describe('a followed record', () => {
  const found = { from: 'record', record: running(0.3) } as const;

  it('is restored without a photo', async () => {
    const { asked, calls, heard } = startRun({}, found);
    await settle();
    expect(asked.map(({ call }) => call)).toEqual(['awaitRecord']);
    expect(calls('awaitRecord')[0]?.input).toEqual({ id: 'r1', revision: 32 });
    expect(heard[0]).toMatchObject({ view: { stage: 'running' } });
  });

  it('waits for the connection and continues at the same progress', async () => {
    const { now, send, stages, tellRecord } = startRun({}, found);
    await settle();
    await send({ type: 'connection.lost' });
    expect(stages().at(-1)).toBe('waiting');
    await send({ type: 'connection.restored' });
    await tellRecord(running(0.3));
    expect(now().matches(inTouch('running'))).toBe(true);
    expect(stages().at(-1)).toBe('running');
  });

  it('shows no progress while the server cannot be reached, and checks at once when pressed', async () => {
    const { calls, pass, send, stages, tellRecord } = startRun({}, found);
    await settle();
    await tellRecord(server);
    await pass(500);
    await tellRecord(server);
    expect(stages().at(-1)).toBe('silent');
    const before = calls('loadRecord').length;
    await send({ type: 'retry.pressed' });
    expect(calls('loadRecord')).toHaveLength(before + 1);
  });

  it('shows no progress when the visitor has to act first', async () => {
    const { stages, tellRecord, told } = startRun({}, found);
    await settle();
    await tellRecord(refused('10009'));
    expect(stages().at(-1)).toBe('silent');
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: refused('10009') }]);
  });

  it('ends when the record was deleted', async () => {
    const { outcome, tellRecord } = startRun({}, found);
    await settle();
    await tellRecord(refused('record_gone'));
    expect(outcome()).toEqual({ kind: 'gone' });
  });
});

describe('cancelling', () => {
  it('cancels the task on the server that a start under way creates', async () => {
    const answer = deferred<TaskRecord>();
    const { calls, outcome, send, uploaded } = startRun({ startTask: () => answer.promise });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(calls('cancelTask')).toEqual([]);
    answer.resolve(aRecord());
    await settle();
    expect(calls('cancelTask')[0]?.input).toMatchObject({ id: 'r1' });
    expect(outcome()).toMatchObject({ kind: 'ended', record: { dealStatus: 5 } });
  });

  it.each([offline, server])(
    'stays requested when the start gets no answer, and cancels the record found: %o',
    async (failure) => {
      const answer = deferred<TaskRecord>();
      const { calls, now, pass, send, stages, uploaded } = startRun({
        startTask: () => answer.promise,
        findAttempt: async () => running(0.1),
      });
      await uploaded();
      await send({ type: 'cancel.pressed' });
      answer.reject(new PortError(failure));
      await settle();
      expect(now().matches({ starting: { answer: 'missing', wish: 'unwanted' } })).toBe(true);
      expect(stages().at(-1)).toBe('cancelling');
      await pass(2000);
      expect(calls('cancelTask')).toHaveLength(1);
      const since = stages().slice(stages().indexOf('cancelling'));
      expect(since.filter((stage) => stage !== 'cancelling')).toEqual([]);
    },
  );

  it('is possible after the chart that follows the record has crashed', async () => {
    const { calls, now, outcome, send } = startRun({}, { from: 'record', record: running(0.3) });
    await settle();
    const error = new Error('a fault');
    await send({ type: 'xstate.error.actor.recordWatch', error });
    expect(now().matches('unfollowed')).toBe(true);
    await send({ type: 'cancel.pressed' });
    expect([calls('cancelTask').length, outcome()?.kind]).toEqual([1, 'ended']);
  });

  it('ends the run if the server has no record', async () => {
    const { outcome, send, uploaded } = startRun({ startTask: failing(offline) });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(outcome()).toEqual({ kind: 'cancelled' });
  });

  it.each(['too_many_tasks', '51009', '10009', 'daily_limit', 'unknown_function'])(
    'ends the run as cancelled if the server refuses the start with %s',
    async (code) => {
      const answer = deferred<TaskRecord>();
      const { outcome, send, told, uploaded } = startRun({ startTask: () => answer.promise });
      await uploaded();
      await send({ type: 'cancel.pressed' });
      answer.reject(new PortError(refused(code)));
      await settle();
      expect(outcome()).toEqual({ kind: 'cancelled' });
      expect(told('keeper').at(-1)).toMatchObject({ type: 'photo.released' });
    },
  );

  it('cancels the record found after a start without an answer', async () => {
    const { calls, send, uploaded } = startRun({
      startTask: failing(offline),
      findAttempt: async () => running(0.1),
    });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(calls('cancelTask')).toHaveLength(1);
  });

  it.each([offline, server])(
    'leaves the run unsure if the server cannot be reached: %o',
    async (failure) => {
      const { outcome, send, uploaded } = startRun({
        startTask: failing(offline),
        findAttempt: failing(failure),
      });
      await uploaded();
      await send({ type: 'cancel.pressed' });
      expect(outcome()?.kind).toBe('unsure');
    },
  );

  it('ends with the result when the task succeeds first', async () => {
    const record = aRecord({ revision: 9, dealStatus: 2 });
    const { outcome, send, uploaded } = startRun({ cancelTask: async () => record });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(outcome()).toEqual({ kind: 'ended', record });
  });

  it("accepts the task's end during the call", async () => {
    const { outcome, send, tellRecord, uploaded } = startRun({ cancelTask: silent });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    await tellRecord(aRecord({ revision: 9, dealStatus: 2 }));
    expect(outcome()).toMatchObject({ record: { dealStatus: 2 } });
  });

  it('lets the task continue if it cannot be cancelled, and reports the failure', async () => {
    const { now, send, told, uploaded } = startRun({ cancelTask: failing(offline) });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches(inTouch('queued'))).toBe(true);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.cancelFailed' },
    ]);
  });

  it('reports no failure if the task had already ended', async () => {
    const { now, send, told, uploaded } = startRun({
      cancelTask: failing(refused('record_ended')),
    });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches(inTouch('queued'))).toBe(true);
    expect(told('app')).toEqual([]);
  });

  it.each([
    ['cannot be cancelled', failing(offline)],
    ['had ended already', failing(refused('record_ended'))],
    ['runs on', async () => aRecord({ revision: 2, dealStatus: 1 })],
  ])('asks for the state of a lost task that %s', async (_, cancelTask) => {
    const { calls, send, stages, tellRecord, uploaded } = startRun({ cancelTask });
    await uploaded();
    await send({ type: 'connection.lost' });
    await send({ type: 'cancel.pressed' });
    expect(calls('loadRecord')).toHaveLength(1);
    await tellRecord(offline);
    expect(stages().at(-1)).toBe('waiting');
  });

  it('is followed to the end if the server has only recorded the cancellation', async () => {
    const { now, send, uploaded } = startRun({
      cancelTask: async () => aRecord({ revision: 2, dealStatus: 1 }),
    });
    await uploaded();
    await send({ type: 'cancel.pressed' });
    expect(now().matches(inTouch('running'))).toBe(true);
  });
});
