import { describe, expect, it } from 'vitest';
import { photoInput } from '../../run/spec/run.test-kit.ts';
import {
  dailyLimit,
  ended,
  offline,
  running,
  startStudio,
  toldEnd,
} from '../../studio/spec/studio.test-kit.ts';
import { selectCanRetry, selectEnd, selectPhoto } from '../../studio/studio.selectors.ts';
import { failing, file, silent } from '../../testing/studio-ports.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import { selectPercentBeside, selectRecord, selectRunsBeside } from '../runs.selectors.ts';

describe('a crash after the start may have been sent', () => {
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
    const { calls, crash, now, runs, sendToRuns, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await sendToRuns({ type: 'overlay.left' });
    await crash();
    expect(now().matches('working')).toBe(true);
    expect(runs().context.cards).toMatchObject([{ id: 'run.2', photoId: 'photo-1' }]);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: { reason: 'unexpected', msg: 'a fault' } },
    ]);
    await tellRecord(ended(2));
    expect([selectEnd(now()), calls('startTask').length]).toEqual(['succeeded', 1]);
  });

  it('follows the record of a background run and does not change the current photo', async () => {
    const { choose, crash, now, runs, uploaded } = startStudio();
    await uploaded();
    await choose();
    await crash('run.1');
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
    expect(selectRunsBeside(runs())).toMatchObject([{ id: 'run.2', outcome: null }]);
  });

  it('leaves the run unsure after a second crash, with its start request', async () => {
    const { crash, now, uploaded } = startStudio();
    await uploaded();
    await crash();
    await crash();
    expect(selectEnd(now())).toBe('unsure');
    expect(selectCanRetry(now())).toBe(true);
  });

  it('leaves a restored task to the records after a second crash', async () => {
    const { crash, now } = startStudio({ findRunningTask: async () => running(0.3) });
    await settle();
    await crash();
    await crash();
    expect([selectEnd(now()), selectCanRetry(now())]).toEqual(['unsure', false]);
  });
});

describe('another photo while a task runs', () => {
  it.each(['photo.chosen', 'photo.removed'] as const)(
    '%s is accepted, and the task continues',
    async (type) => {
      const { calls, now, runs, send, toldOverlay, uploaded } = startStudio();
      await uploaded();
      if (type === 'photo.removed') await send({ type });
      else await send({ type, source: { kind: 'file', file } });
      expect(now().value).toEqual(
        type === 'photo.removed' ? { choosing: 'empty' } : { chosen: 'ready' },
      );
      expect(toldOverlay().at(-1)).toBe('overlay.closed');
      expect(selectRunsBeside(runs())).toMatchObject([{ id: 'run.1', outcome: null }]);
      expect(calls('cancelTask')).toEqual([]);
    },
  );

  it('does not stop an upload', async () => {
    const { choose, press, run, upload } = startStudio();
    await press();
    await choose();
    await upload({ type: 'upload.completed' });
    expect(run(1)?.matches('onServer')).toBe(true);
  });

  it('leaves a card when the earlier run ends, until it is dismissed', async () => {
    const { choose, now, runs, sendToRuns, tellRecord, told, toldOverlay, uploaded } =
      startStudio();
    await uploaded();
    await choose();
    const before = toldOverlay().length;
    await tellRecord(ended(2));
    expect(toldOverlay()).toHaveLength(before);
    expect(told('app')).toEqual([toldEnd('succeeded', { watched: false, inHand: false })]);
    expect(now().value).toEqual({ chosen: 'ready' });
    expect(selectRunsBeside(runs())).toMatchObject([{ outcome: { kind: 'ended' } }]);
    await sendToRuns({ type: 'card.dismissed', id: 'run.1' });
    expect(selectRunsBeside(runs())).toEqual([]);
  });

  it('is not notified of an earlier run that was cancelled elsewhere', async () => {
    const { choose, runs, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await choose();
    await tellRecord(ended(5));
    expect([told('app'), selectRunsBeside(runs())]).toEqual([[], []]);
  });

  it('has its own run, which the overlay shows', async () => {
    const { calls, choose, runs, send, tellRecord, told, uploaded } = startStudio();
    await uploaded();
    await choose();
    await send({ type: 'start.pressed' });
    expect(calls('createKey')).toHaveLength(2);
    const before = told('overlay').length;
    await tellRecord(running(0.5));
    expect(told('overlay')).toHaveLength(before);
    expect(selectRunsBeside(runs())).toMatchObject([{ view: { stage: 'running' } }]);
    expect(selectRecord(runs())).toBeNull();
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
    const { calls, now, runs, sendToRuns, told } = await endedBeside({
      startTask: () =>
        answers ? Promise.resolve(aRecord()) : failing({ reason: 'refused', code })(),
    });
    expect(selectRunsBeside(runs())).toMatchObject([{ outcome: { kind } }]);
    const kept = told('keeper').map((event) => (event as { type: string }).type);
    expect(kept).not.toContain('photo.released');
    answers = true;
    await sendToRuns({ type: 'card.retried', id: 'run.1' });
    await settle();
    expect([now().value, selectPhoto(now())?.name]).toEqual([{ chosen: 'ready' }, 'cat.jpg']);
    expect(selectRunsBeside(runs())).toMatchObject([{ id: 'run.2', outcome: null }]);
    expect(calls('createKey')).toHaveLength(2);
  });

  it.each(['notStarted', 'unsure'])('repeats the same start when it was %s', async (kind) => {
    const { calls, runs, sendToRuns } = await endedBeside({
      startTask: failing(offline),
      findAttempt: kind === 'unsure' ? failing(dailyLimit) : async () => null,
    });
    expect(selectRunsBeside(runs())).toMatchObject([{ outcome: { kind } }]);
    await sendToRuns({ type: 'card.retried', id: 'run.1' });
    expect([calls('createKey').length, calls('startTask').length]).toEqual([1, 2]);
  });

  it('is deleted from the device when its card is dismissed', async () => {
    const { runs, sendToRuns, told } = await endedBeside({ startTask: failing(dailyLimit) });
    await sendToRuns({ type: 'card.dismissed', id: 'run.1' });
    expect(selectRunsBeside(runs())).toEqual([]);
    expect(told('keeper').at(-1)).toEqual({ type: 'photo.released', id: 'photo-1' });
  });
});

describe('a background run', () => {
  it('can be cancelled before it has a record, and leaves no data', async () => {
    const { choose, now, press, runs, sendToRuns, told } = startStudio();
    await press();
    await choose();
    await sendToRuns({ type: 'card.cancelled', id: 'run.1' });
    expect([now().value, selectRunsBeside(runs())]).toEqual([{ chosen: 'ready' }, []]);
    expect(told('keeper')).toContainEqual({ type: 'photo.released', id: 'photo-1' });
  });

  it('retries at once when the visitor presses retry', async () => {
    const { calls, choose, press, sendToRuns, upload } = startStudio();
    await press();
    await choose();
    await upload({ type: 'upload.failed', failure: offline });
    await sendToRuns({ type: 'card.hurried', id: 'run.1' });
    expect(calls('requestUpload')).toHaveLength(2);
  });
});

describe('a run of the batch', () => {
  const refusing = async (code: string) => {
    const studio = startStudio({ startTask: failing({ reason: 'refused', code }) });
    await studio.sendToRuns({ type: 'run.requested', input: photoInput(), as: 'batch' });
    await studio.upload({ type: 'upload.completed' });
    return studio;
  };

  it('gives the batch the refused start request', async () => {
    const { calls, told } = await refusing('too_many_tasks');
    const outcome = { kind: 'failed', failure: { reason: 'refused', code: 'too_many_tasks' } };
    const request = calls('startTask')[0]?.input;
    expect(told('batch').at(-1)).toEqual({
      type: 'photo.settled',
      photoId: 'photo-1',
      request,
      outcome,
    });
  });

  it.each(['too_many_tasks', 'daily_limit', '51009'])(
    'is not announced as failed after %s, because the batch starts the photo again',
    async (code) => {
      const { told } = await refusing(code);
      expect(told('app').map((event) => (event as { type: string }).type)).not.toContain(
        'task.ended',
      );
    },
  );

  it('is announced as failed if the batch does not start the photo again', async () => {
    const { told } = await refusing('unknown_function');
    expect(told('app')).toContainEqual(
      toldEnd('failed', { recordId: null, isOfBatch: true, watched: false, inHand: false }),
    );
  });
});

it('counts for the title of the tab until it ends', async () => {
  const { choose, runs, tellRecord, uploaded } = startStudio();
  await uploaded();
  await tellRecord(running(0.4));
  expect(selectPercentBeside(runs())).toBeNull();
  await choose();
  expect(selectPercentBeside(runs())).toBe(53);
  await tellRecord(ended(2));
  expect(selectPercentBeside(runs())).toBeNull();
});

describe('a deleted record', () => {
  const succeeded = async () => {
    const studio = startStudio();
    await studio.uploaded();
    await studio.tellRecord(ended(2));
    return studio;
  };

  it('removes the current result and its photo from the studio', async () => {
    const { now, runs, sendToRuns } = await succeeded();
    await sendToRuns({ type: 'result.deleted', recordId: 'r1' });
    expect([now().matches('choosing'), runs().value, runs().context.cards]).toEqual([
      true,
      'free',
      [],
    ]);
  });

  it('removes the card of its result, and keeps the current photo', async () => {
    const { choose, now, runs, sendToRuns, tellRecord, uploaded } = startStudio();
    await uploaded();
    await choose();
    await tellRecord(ended(2));
    await sendToRuns({ type: 'result.deleted', recordId: 'r1' });
    expect([now().value, runs().context.cards]).toEqual([{ chosen: 'ready' }, []]);
  });

  it.each([
    ['another record', 2, 'r2'],
    ['a run without a result', 4, 'r1'],
  ] as const)('changes nothing if the result belongs to %s', async (_, dealStatus, recordId) => {
    const { runs, sendToRuns, tellRecord, uploaded } = startStudio();
    await uploaded();
    await tellRecord(ended(dealStatus));
    await sendToRuns({ type: 'result.deleted', recordId });
    expect([runs().value, runs().context.cards.length]).toEqual(['over', 1]);
  });
});

describe('a record that the visitor leaves for another photo', () => {
  it('removes its run and photo from the studio if it is the current run (R86)', async () => {
    const { now, runs, sendToRuns, tellRecord, uploaded } = startStudio();
    await uploaded();
    await tellRecord(ended(2));
    await sendToRuns({ type: 'record.left', recordId: 'r2' });
    expect(runs().value).toBe('over');
    await sendToRuns({ type: 'record.left', recordId: 'r1' });
    expect([now().matches('choosing'), runs().value]).toEqual([true, 'free']);
  });
});

describe('after a crash', () => {
  it('of the studio, every run is dropped, because the studio restores them', async () => {
    const { calls, press, runs, sendToRuns, toldOverlay } = startStudio();
    await press();
    await sendToRuns({ type: 'studio.crashed' });
    expect([runs().value, runs().context.cards, runs().children]).toEqual(['free', [], {}]);
    expect([toldOverlay().at(-1), calls('upload stopped').length]).toEqual(['overlay.closed', 1]);
  });

  it('of the runs, the studio restores unfinished work again', async () => {
    const { calls, now, press, send } = startStudio();
    await press();
    await send({ type: 'runs.crashed' });
    expect([now().matches('choosing'), now().context.given]).toEqual([true, []]);
    expect(calls('findRunningTask')).toHaveLength(2);
  });
});
