import { describe, expect, it } from 'vitest';
import type { PortFailure } from '../../ports/port-failure.ts';
import {
  selectCanCancel,
  selectIsLong,
  selectIsWaiting,
  selectRecord,
  selectRunsBeside,
} from '../../runs/runs.selectors.ts';
import { guest, member } from '../../testing/samples.ts';
import { failing, file, silent } from '../../testing/studio-ports.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import { selectCanRetry, selectEnd, selectFailure, selectPhoto } from '../studio.selectors.ts';
import { dailyLimit, ended, offline, running, startStudio, toldEnd } from './studio.test-kit.ts';

const server: PortFailure = { reason: 'server' };

describe('the current run', () => {
  it('starts once for several presses', async () => {
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
    expect(heard[0]).toEqual({ type: 'overlay.opened', counter: true, away: false });
    expect(heard.flatMap(({ stage }) => stage ?? [])).toEqual([
      'preparing',
      'uploading',
      // the run reports this step twice: while the start is saved, and while it is sent
      'starting',
      'starting',
      'queued',
      'running',
    ]);
    expect(heard.at(-1)).toMatchObject({ remainingMs: { low: 5000, high: 10_000 } });
  });

  it('is shown as taking longer than usual when it is delayed', async () => {
    const { clock, runs, tellRecord, uploaded } = startStudio();
    await uploaded();
    await tellRecord(running(0.1, 10_000));
    clock.increment(9999);
    expect(selectIsLong(runs())).toBe(false);
    clock.increment(1);
    expect(selectIsLong(runs())).toBe(true);
  });

  it('waits for the network, and retries at once when pressed', async () => {
    const { calls, now, press, runs, sendToRuns, upload } = startStudio();
    await press();
    expect(selectIsWaiting(runs())).toBe(false);
    await upload({ type: 'upload.failed', failure: offline });
    expect([selectIsWaiting(runs()), selectCanRetry(now())]).toEqual([true, false]);
    await sendToRuns({ type: 'retry.pressed' });
    expect([selectIsWaiting(runs()), calls('upload').length]).toEqual([false, 2]);
  });

  it('is notified about the connection', async () => {
    const { calls, press, restoreConnection, upload } = startStudio();
    await press();
    await upload({ type: 'upload.failed', failure: offline });
    await restoreConnection();
    expect(calls('upload')).toHaveLength(2);
  });

  it('can be cancelled once', async () => {
    const { runs, sendToRuns, uploaded } = startStudio({ cancelTask: silent });
    await uploaded();
    expect(selectCanCancel(runs())).toBe(true);
    await sendToRuns({ type: 'cancel.pressed' });
    expect(selectCanCancel(runs())).toBe(false);
  });

  it('leaves the photo unchanged when it is cancelled before the start call', async () => {
    const { now, press, runs, sendToRuns, toldOverlay } = startStudio();
    await press();
    await sendToRuns({ type: 'cancel.pressed' });
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
    expect(toldOverlay().at(-1)).toBe('overlay.closed');
    expect(runs().context.cards).toEqual([]);
  });

  it('leaves the photo unchanged when the visitor has to act first', async () => {
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
    const { calls, now, send, uploaded } = startStudio({
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
    expect(now().matches({ ended: end })).toBe(true);
    expect(selectEnd(now())).toBe(end);
    expect(toldOverlay().at(-1)).toBe(overlay);
    expect(told('app')).toEqual([toldEnd(end)]);
    expect(told('tabs').at(-1)).toEqual({ type: 'change.noticed' });
  });

  it('is unseen when the overlay was left, and seen after returning to the overlay', async () => {
    const { sendToRuns, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await sendToRuns({ type: 'overlay.left' });
    await sendToRuns({ type: 'overlay.returned' });
    await sendToRuns({ type: 'overlay.left' });
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

  it('reports only the used-up allowance to the root', async () => {
    const { now, told, uploaded } = startStudio({ startTask: failing(dailyLimit) });
    await uploaded();
    expect(now().matches({ ended: 'limited' })).toBe(true);
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
    'is reported and logged once behind a closed overlay when it is %s',
    async (end) => {
      const { clock, now, press, sendToRuns, told, upload } = startStudio({
        startTask: failing(offline),
        findAttempt: end === 'unsure' ? failing(server) : async () => null,
      });
      await press();
      await sendToRuns({ type: 'overlay.left' });
      await upload({ type: 'upload.completed' });
      for (const pause of [2000, 4000, 8000]) {
        clock.increment(pause);
        await settle();
      }
      expect(now().matches({ ended: end })).toBe(true);
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
    expect(now().matches({ ended: 'failed' })).toBe(true);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: { reason: 'unexpected', msg: 'a fault' } },
      toldEnd('failed', { recordId: null, watched: false }),
    ]);
  });
});

describe.each(['succeeded', 'rejected', 'failed', 'cancelled', 'limited'] as const)(
  'after it was %s',
  (state) => {
    const statuses = { succeeded: 2, rejected: 3, failed: 4, cancelled: 5 } as const;
    const afterEnd = async () => {
      const studio = startStudio(state === 'limited' ? { startTask: failing(dailyLimit) } : {});
      await studio.uploaded();
      if (state !== 'limited') await studio.tellRecord(ended(statuses[state]));
      expect(selectEnd(studio.now())).toBe(state);
      return studio;
    };

    it('another photo is inspected at once', async () => {
      const { now, runs, send } = await afterEnd();
      await send({ type: 'photo.chosen', source: { kind: 'file', file } });
      expect([now().value, selectRecord(runs())]).toEqual([{ chosen: 'ready' }, null]);
      expect(selectRunsBeside(runs())).toEqual([]);
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
    const { calls, clock, now, runs, send, toldOverlay, uploaded } = startStudio({
      startTask: () => (answers ? Promise.resolve(aRecord()) : failing(offline)()),
    });
    await uploaded();
    clock.increment(2000);
    await settle();
    expect(selectEnd(now())).toBe('notStarted');
    answers = true;
    await send({ type: 'retry.pressed' });
    expect(now().matches('working')).toBe(true);
    const keys = calls('startTask').map(
      ({ input }) => (input as { idempotencyKey: string }).idempotencyKey,
    );
    expect(keys).toEqual(['key-number-1', 'key-number-1']);
    expect(calls('upload')).toHaveLength(1);
    expect(toldOverlay().filter((type) => type === 'overlay.opened')).toHaveLength(2);
    expect(selectRecord(runs())?.id).toBe('r1');
  });
});

describe('a restored task', () => {
  it('continues without covering the page, and without a photo for another try', async () => {
    const { now, tellRecord, told } = startStudio({ findRunningTask: async () => running(0.3) });
    await settle();
    expect(now().matches('working')).toBe(true);
    expect(told('overlay')[0]).toEqual({ type: 'overlay.opened', counter: true, away: true });
    await tellRecord(ended(4));
    expect([selectEnd(now()), selectCanRetry(now())]).toEqual(['failed', false]);
  });

  it('is looked up again when the connection is back', async () => {
    let online = false;
    const { now, restoreConnection } = startStudio({
      findRunningTask: () => (online ? Promise.resolve(running(0.3)) : failing(offline)()),
    });
    await settle();
    expect(now().matches({ choosing: 'unasked' })).toBe(true);
    online = true;
    await restoreConnection();
    expect(now().matches('working')).toBe(true);
  });
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
