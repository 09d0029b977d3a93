import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../../model/task-record.ts';
import type { PortFailure } from '../../ports/port-failure.ts';
import { guest, member } from '../../testing/samples.ts';
import { failing, file, silent } from '../../testing/studio-ports.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import {
  selectCanCancel,
  selectCanRetry,
  selectEnd,
  selectFailure,
  selectIsLong,
  selectIsWaiting,
  selectPercentBeside,
  selectPhoto,
  selectRecord,
  selectRunsBeside,
} from '../studio.selectors.ts';
import { startStudio } from './studio.test-kit.ts';

const offline: PortFailure = { reason: 'offline' };
const server: PortFailure = { reason: 'server' };
const limit: PortFailure = { reason: 'refused', code: 'daily_limit' };

const running = (fraction: number, high = 10_000): TaskRecord =>
  aRecord({
    revision: 2 + Math.round(fraction * 100),
    dealStatus: 1,
    progress: { stage: 'running', fraction, remainingMs: { low: high / 2, high } },
  });

const ended = (dealStatus: TaskRecord['dealStatus'], changes: Partial<TaskRecord> = {}) =>
  aRecord({ revision: 90, dealStatus, ...changes });

const toldEnd = (end: string, changes: object = {}) => ({
  type: 'task.ended',
  end,
  recordId: 'r1',
  byCore: false,
  watched: true,
  inHand: true,
  ...changes,
});

describe('the current run', () => {
  it('starts once, however often start is pressed', async () => {
    const { actor, calls, choose } = startStudio();
    await choose();
    actor.send({ type: 'start.pressed' });
    actor.send({ type: 'start.pressed' });
    await settle();
    actor.send({ type: 'start.pressed' });
    await settle();
    expect([calls('createKey').length, calls('upload').length]).toEqual([1, 1]);
  });

  it('opens the overlay and reports its progress to it', async () => {
    const { tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await tellRecord(running(0.4));
    const heard = told('overlay') as { stage?: string }[];
    expect(heard[0]).toEqual({ type: 'overlay.opened', counter: true });
    expect(heard.flatMap(({ stage }) => stage ?? [])).toEqual([
      'preparing',
      'uploading',
      // saved first, then sent
      'starting',
      'starting',
      'queued',
      'running',
    ]);
    expect(heard.at(-1)).toMatchObject({ remainingMs: { low: 5000, high: 10_000 } });
  });

  it('takes longer than usual when it is delayed', async () => {
    const { clock, now, tellRecord, uploaded } = startStudio();
    await uploaded();
    await tellRecord(running(0.1, 10_000));
    clock.increment(9999);
    expect(selectIsLong(now())).toBe(false);
    clock.increment(1);
    expect(selectIsLong(now())).toBe(true);
  });

  it('waits for the network, and retries at once when pressed', async () => {
    const { calls, now, press, send, upload } = startStudio();
    await press();
    expect(selectIsWaiting(now())).toBe(false);
    await upload({ type: 'upload.failed', failure: offline });
    expect([selectIsWaiting(now()), selectCanRetry(now())]).toEqual([true, false]);
    await send({ type: 'retry.pressed' });
    expect([selectIsWaiting(now()), calls('upload').length]).toEqual([false, 2]);
  });

  it('is notified about the connection', async () => {
    const { calls, press, send, upload } = startStudio();
    await press();
    await upload({ type: 'upload.failed', failure: offline });
    await send({ type: 'connection.restored' });
    expect(calls('upload')).toHaveLength(2);
  });

  it('can be cancelled until it is being cancelled', async () => {
    const { now, send, uploaded } = startStudio({ cancelTask: silent });
    await uploaded();
    expect(selectCanCancel(now())).toBe(true);
    await send({ type: 'cancel.pressed' });
    expect(selectCanCancel(now())).toBe(false);
  });

  it('leaves the photo as it was when it is stopped before the start', async () => {
    const { now, press, send, toldOverlay } = startStudio();
    await press();
    await send({ type: 'cancel.pressed' });
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
    expect(toldOverlay().at(-1)).toBe('overlay.closed');
    expect(now().context.runs).toEqual([]);
  });

  it('leaves the photo as it was when the visitor has to act first', async () => {
    const failure: PortFailure = { reason: 'refused', code: '10009' };
    const { now, told, uploaded } = startStudio({ startTask: failing(failure) });
    await uploaded();
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'turnedAway' }, 'cat.jpg']);
    expect(told('app')).toEqual([{ type: 'call.rejected', failure }]);
  });

  it.each([
    [
      'continues automatically after the sign-in',
      { type: 'user.changed', user: member },
      'working',
    ],
    ['waits while the session is cleared', { type: 'user.changed', user: guest }, 'turnedAway'],
    ['is pressed again after the visitor declines', { type: 'signIn.declined' }, 'ready'],
  ] as const)('that needs a sign-in %s (R36)', async (_, event, state) => {
    let isSignedIn = false;
    const { now, calls, send, uploaded } = startStudio({
      startTask: () =>
        isSignedIn ? Promise.resolve(aRecord()) : failing({ reason: 'refused', code: '10009' })(),
    });
    await uploaded();
    isSignedIn = true;
    await send(event);
    await settle();
    expect(JSON.stringify(now().value)).toContain(state);
    expect(calls('createKey')).toHaveLength(state === 'working' ? 2 : 1);
  });

  it('shows the photo picker when the record was deleted elsewhere', async () => {
    const { now, tellRecord, toldOverlay, uploaded } = startStudio();
    await uploaded();
    await tellRecord({ reason: 'refused', code: 'record_not_found' });
    expect([now().matches('choosing'), selectPhoto(now())]).toEqual([true, null]);
    expect(toldOverlay().at(-1)).toBe('overlay.closed');
  });
});

describe('the end of a run', () => {
  it.each([
    [2, 'succeeded', 'overlay.finished'],
    [3, 'rejected', 'overlay.closed'],
    [4, 'failed', 'overlay.closed'],
    [5, 'cancelled', 'overlay.closed'],
  ] as const)('of a record with status %d is %s', async (dealStatus, end, overlay) => {
    const { now, tellRecord, told, toldOverlay, uploaded } = startStudio();
    await uploaded();
    await tellRecord(ended(dealStatus));
    expect(now().matches({ ended: { outcome: end } })).toBe(true);
    expect(selectEnd(now())).toBe(end);
    expect(toldOverlay().at(-1)).toBe(overlay);
    expect(told('app')).toEqual([toldEnd(end)]);
    expect(told('tabs').at(-1)).toEqual({ type: 'change.noticed' });
  });

  it('is missed when the overlay was left, and watched after returning to it', async () => {
    const { send, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await send({ type: 'overlay.left' });
    await send({ type: 'overlay.returned' });
    await send({ type: 'overlay.left' });
    await tellRecord(ended(4));
    expect(told('app')).toEqual([toldEnd('failed', { watched: false })]);
  });

  it('notifies the root that the core rejected the photo (R35)', async () => {
    const { tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await tellRecord(ended(3, { type: 49 }));
    expect(told('app')).toContainEqual({ type: 'core.rejected', recordId: 'r1' });
    expect(told('app').slice(0, 1)).toEqual([toldEnd('rejected', { byCore: true })]);
  });

  it('reports a used-up allowance to the root and nothing else', async () => {
    const { now, told, uploaded } = startStudio({ startTask: failing(limit) });
    await uploaded();
    expect(now().matches({ ended: { outcome: 'limited' } })).toBe(true);
    expect(told('app')).toEqual([toldEnd('limited', { recordId: null })]);
  });

  it('logs and reports a start that the server refuses once (R40)', async () => {
    const failure: PortFailure = { reason: 'refused', code: 'file_too_large' };
    const { now, told, uploaded } = startStudio({ startTask: failing(failure) });
    await uploaded();
    expect(selectFailure(now())).toEqual(failure);
    expect(told('app')).toEqual([
      toldEnd('failed', { recordId: null }),
      { type: 'call.rejected', failure },
    ]);
  });

  it.each(['notStarted', 'unsure'] as const)(
    'behind a left overlay is reported and logged once when it is %s',
    async (end) => {
      const { clock, now, press, send, told, upload } = startStudio({
        startTask: failing(offline),
        findAttempt: end === 'unsure' ? failing(server) : async () => null,
      });
      await press();
      await send({ type: 'overlay.left' });
      await upload({ type: 'upload.completed' });
      for (const pause of [2000, 4000, 8000]) {
        clock.increment(pause);
        await settle();
      }
      expect(now().matches({ ended: { outcome: end, notice: 'missed' } })).toBe(true);
      expect(told('app')).toEqual([
        toldEnd(end, { recordId: null, watched: false }),
        { type: 'call.rejected', failure: offline },
      ]);
    },
  );

  it('is a failure after a crash before the start, logged and reported once', async () => {
    const { crash, now, press, told } = startStudio();
    await press();
    await crash();
    expect(now().matches({ ended: { outcome: 'failed' } })).toBe(true);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: { reason: 'unexpected', msg: 'a fault' } },
      toldEnd('failed', { recordId: null, watched: false }),
    ]);
  });
});

describe('a crash once the start may have been sent', () => {
  it('leaves the run unsure; another press repeats the same start', async () => {
    let answers = false;
    const { calls, crash, now, send, uploaded } = startStudio({
      startTask: () => (answers ? Promise.resolve(aRecord()) : silent()),
    });
    await uploaded();
    await crash();
    expect(selectEnd(now())).toBe('unsure');
    answers = true;
    await send({ type: 'retry.pressed' });
    expect(calls('createKey')).toHaveLength(1);
    expect(calls('startTask')).toHaveLength(2);
  });

  it('follows the record of the current run in another actor', async () => {
    const { calls, crash, now, send, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await send({ type: 'overlay.left' });
    await crash();
    expect(now().matches({ working: 'away' })).toBe(true);
    expect(now().context.runs).toMatchObject([{ id: 'run.2', photoId: 'photo-1' }]);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: { reason: 'unexpected', msg: 'a fault' } },
    ]);
    await tellRecord(ended(2));
    expect([selectEnd(now()), calls('startTask').length]).toEqual(['succeeded', 1]);
  });

  it('follows the record of a background run and leaves the current photo alone', async () => {
    const { choose, crash, now, uploaded } = startStudio();
    await uploaded();
    await choose();
    await crash('run.1');
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
    expect(selectRunsBeside(now())).toMatchObject([{ id: 'run.2', outcome: null }]);
  });

  it('leaves the run unsure when repeated, with its start request', async () => {
    const { crash, now, uploaded } = startStudio();
    await uploaded();
    await crash();
    await crash();
    expect(selectEnd(now())).toBe('unsure');
    expect(selectCanRetry(now())).toBe(true);
  });

  it('leaves a task that was found again to the records when repeated', async () => {
    const { crash, now } = startStudio({ findRunningTask: async () => running(0.3) });
    await settle();
    await crash();
    await crash();
    expect([selectEnd(now()), selectCanRetry(now())]).toEqual(['unsure', false]);
  });
});

describe.each(['succeeded', 'rejected', 'failed', 'cancelled', 'limited'] as const)(
  'after it was %s',
  (state) => {
    const statuses = { succeeded: 2, rejected: 3, failed: 4, cancelled: 5 } as const;
    const afterEnd = async () => {
      const studio = startStudio(state === 'limited' ? { startTask: failing(limit) } : {});
      await studio.uploaded();
      if (state !== 'limited') await studio.tellRecord(ended(statuses[state]));
      expect(selectEnd(studio.now())).toBe(state);
      return studio;
    };

    it('another photo is inspected at once', async () => {
      const { now, send } = await afterEnd();
      await send({ type: 'photo.chosen', source: { kind: 'file', file } });
      expect([now().value, selectRecord(now())]).toEqual([{ chosen: 'ready' }, null]);
      expect(selectRunsBeside(now())).toEqual([]);
    });

    it('the photo can be removed', async () => {
      const { now, send } = await afterEnd();
      await send({ type: 'photo.removed' });
      expect([now().matches('choosing'), selectPhoto(now())]).toEqual([true, null]);
    });

    it('the same photo can be tried again, with a new key', async () => {
      const { calls, now, send } = await afterEnd();
      await send({ type: 'retry.pressed' });
      expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
      await send({ type: 'start.pressed' });
      expect(calls('createKey')).toHaveLength(2);
    });
  },
);

describe('a start without an answer', () => {
  it('is repeated with its own key and file, and opens the overlay', async () => {
    let answers = false;
    const { calls, clock, now, send, toldOverlay, uploaded } = startStudio({
      startTask: () => (answers ? Promise.resolve(aRecord()) : failing(offline)()),
    });
    await uploaded();
    clock.increment(2000);
    await settle();
    expect(selectEnd(now())).toBe('notStarted');
    answers = true;
    await send({ type: 'retry.pressed' });
    expect(now().matches({ working: 'watched' })).toBe(true);
    const keys = calls('startTask').map(
      ({ input }) => (input as { idempotencyKey: string }).idempotencyKey,
    );
    expect(keys).toEqual(['key-number-1', 'key-number-1']);
    expect(calls('upload')).toHaveLength(1);
    expect(toldOverlay().filter((type) => type === 'overlay.opened')).toHaveLength(2);
    expect(selectRecord(now())?.id).toBe('r1');
  });
});

describe('a task found again', () => {
  it('continues without covering the page, and without a photo to try again with', async () => {
    const { now, tellRecord, told } = startStudio({ findRunningTask: async () => running(0.3) });
    await settle();
    expect(now().matches({ working: 'away' })).toBe(true);
    expect(told('overlay')[0]).toEqual({ type: 'overlay.opened', counter: true, away: true });
    await tellRecord(ended(4));
    expect([selectEnd(now()), selectCanRetry(now())]).toEqual(['failed', false]);
  });

  it('is looked up again once the connection is back', async () => {
    let online = false;
    const { now, send } = startStudio({
      findRunningTask: () => (online ? Promise.resolve(running(0.3)) : failing(offline)()),
    });
    await settle();
    expect(now().matches({ choosing: 'unasked' })).toBe(true);
    online = true;
    await send({ type: 'connection.restored' });
    expect(now().matches('working')).toBe(true);
  });
});

describe('another photo while a task runs', () => {
  it.each(['photo.chosen', 'photo.removed'] as const)(
    '%s is accepted, and the task continues',
    async (type) => {
      const { calls, now, send, toldOverlay, uploaded } = startStudio();
      await uploaded();
      if (type === 'photo.removed') await send({ type });
      else await send({ type, source: { kind: 'file', file } });
      expect(now().value).toEqual(
        type === 'photo.removed' ? { choosing: 'empty' } : { chosen: 'ready' },
      );
      expect(toldOverlay().at(-1)).toBe('overlay.closed');
      expect(selectRunsBeside(now())).toMatchObject([{ id: 'run.1', outcome: null }]);
      expect(calls('cancelTask')).toEqual([]);
    },
  );

  it('does not stop an upload', async () => {
    const { run, choose, press, upload } = startStudio();
    await press();
    await choose();
    await upload({ type: 'upload.completed' });
    expect(run(1)?.matches('onServer')).toBe(true);
  });

  it('leaves a card when the earlier run ends, until it is dismissed', async () => {
    const { choose, now, send, tellRecord, told, toldOverlay, uploaded } = startStudio();
    await uploaded();
    await choose();
    const before = toldOverlay().length;
    await tellRecord(ended(2));
    expect(toldOverlay()).toHaveLength(before);
    expect(told('app')).toEqual([toldEnd('succeeded', { watched: false, inHand: false })]);
    expect(now().value).toEqual({ chosen: 'ready' });
    expect(selectRunsBeside(now())).toMatchObject([{ outcome: { kind: 'ended' } }]);
    await send({ type: 'card.dismissed', id: 'run.1' });
    expect(selectRunsBeside(now())).toEqual([]);
  });

  it('is not notified of an earlier run that was cancelled elsewhere', async () => {
    const { choose, now, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await choose();
    await tellRecord(ended(5));
    expect([told('app'), selectRunsBeside(now())]).toEqual([[], []]);
  });

  it('has a run of its own, which the overlay shows', async () => {
    const { calls, choose, now, send, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await choose();
    await send({ type: 'start.pressed' });
    expect(calls('createKey')).toHaveLength(2);
    const before = told('overlay').length;
    await tellRecord(running(0.5));
    expect(told('overlay')).toHaveLength(before);
    expect(selectRunsBeside(now())).toMatchObject([{ view: { stage: 'running' } }]);
    expect(selectRecord(now())).toBeNull();
  });

  it('continues when an earlier run crashes, which is logged and reported', async () => {
    const { choose, crash, now, press, told } = startStudio();
    await press();
    await choose();
    await crash();
    expect(now().value).toEqual({ chosen: 'ready' });
    expect(told('app').map((event) => (event as { type: string }).type)).toEqual([
      'call.rejected',
      'task.ended',
    ]);
  });
});

describe('a photo whose background run ended without a result', () => {
  const endedBeside = async (answers: Parameters<typeof startStudio>[0]) => {
    const studio = startStudio(answers);
    await studio.press();
    await studio.choose();
    await studio.upload({ type: 'upload.completed' });
    studio.clock.increment(2000);
    await settle();
    return studio;
  };

  it.each([
    ['failed', 'file_too_large'],
    ['limited', 'daily_limit'],
    ['turnedAway', '10009'],
  ])('is not lost when it %s, and starts again with a new key', async (kind, code) => {
    let answers = false;
    const { calls, now, send, told } = await endedBeside({
      startTask: () =>
        answers ? Promise.resolve(aRecord()) : failing({ reason: 'refused', code })(),
    });
    expect(selectRunsBeside(now())).toMatchObject([{ outcome: { kind } }]);
    const kept = told('keeper').map((event) => (event as { type: string }).type);
    expect(kept).not.toContain('photo.released');
    answers = true;
    await send({ type: 'card.retried', id: 'run.1' });
    await settle();
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
    expect(selectRunsBeside(now())).toMatchObject([{ id: 'run.2', outcome: null }]);
    expect(calls('createKey')).toHaveLength(2);
  });

  it.each(['notStarted', 'unsure'])('is the same start again when it was %s', async (kind) => {
    const { calls, now, send } = await endedBeside({
      startTask: failing(offline),
      findAttempt: kind === 'unsure' ? failing(limit) : async () => null,
    });
    expect(selectRunsBeside(now())).toMatchObject([{ outcome: { kind } }]);
    await send({ type: 'card.retried', id: 'run.1' });
    expect([calls('createKey').length, calls('startTask').length]).toEqual([1, 2]);
  });

  it('is deleted from the device when its card is dismissed', async () => {
    const { now, send, told } = await endedBeside({ startTask: failing(limit) });
    await send({ type: 'card.dismissed', id: 'run.1' });
    expect(selectRunsBeside(now())).toEqual([]);
    expect(told('keeper').at(-1)).toEqual({ type: 'photo.released', id: 'photo-1' });
  });
});

describe('a background run', () => {
  it('can be cancelled before it has a record, and leaves nothing behind', async () => {
    const { choose, now, press, send, told } = startStudio();
    await press();
    await choose();
    await send({ type: 'card.cancelled', id: 'run.1' });
    expect([now().value, selectRunsBeside(now())]).toEqual([{ chosen: 'ready' }, []]);
    expect(told('keeper')).toContainEqual({ type: 'photo.released', id: 'photo-1' });
  });

  it('retries at once when it is hurried', async () => {
    const { calls, choose, press, send, upload } = startStudio();
    await press();
    await choose();
    await upload({ type: 'upload.failed', failure: offline });
    await send({ type: 'card.hurried', id: 'run.1' });
    expect(calls('requestUpload')).toHaveLength(2);
  });
});

it('a background run counts for the title of the tab until it ends', async () => {
  const { choose, now, tellRecord, uploaded } = startStudio();
  await uploaded();
  await tellRecord(running(0.4));
  expect(selectPercentBeside(now())).toBeNull();
  await choose();
  expect(selectPercentBeside(now())).toBe(53);
  await tellRecord(ended(2));
  expect(selectPercentBeside(now())).toBeNull();
});

describe('product events', () => {
  it("contain the photo's source and the selected function", async () => {
    const { choose, emitted, send } = startStudio();
    await choose();
    await send({ type: 'function.selected', code: 'face-blur' });
    expect(emitted).toEqual([
      { type: 'photo.chosen', source: 'file' },
      { type: 'function.selected', function: 'face-blur' },
    ]);
  });
});
