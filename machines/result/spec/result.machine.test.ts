import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import type { Change } from '../../model/change.ts';
import type { PictureWays } from '../../model/picture-format.ts';
import type { TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import type { RecordNews, WatchEvent, WatchInput } from '../../record-watch/record-watch.types.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord, recordOf } from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { resultMachine } from '../result.machine.ts';
import {
  selectContinuedPhoto,
  selectIsResultLate,
  selectQueuePosition,
  selectResultFailure,
  selectResultProgress,
  selectResultRecord,
  selectResultRemaining,
  selectResultView,
} from '../result.selectors.ts';

const offline: PortFailure = { reason: 'offline' };
const refused = (code: string): PortFailure => ({ reason: 'refused', code });
const ways: PictureWays = { shares: true, copies: true };
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

type Answers = Partial<{
  load: (id: string) => Promise<TaskRecord>;
  remove: () => Promise<void>;
  cancel: () => Promise<TaskRecord>;
  tool: string;
}>;

const running = aRecord({
  dealStatus: 1,
  progress: { stage: 'running', fraction: 0.5, remainingMs: null },
});

const start = async (answers: Answers = {}) => {
  const asked: string[] = [];
  let emit: (event: RecordNews) => void = () => {};
  const logic = resultMachine.provide({
    actors: {
      loadRecord: callActor(({ id }: { id: string }) => {
        asked.push(`load ${id}`);
        return answers.load?.(id) ?? Promise.resolve(aRecord({ id, dealStatus: 2 }));
      }),
      findChange: callActor(() => Promise.resolve<Change | null>(null)),
      findPictureWays: callActor(() => Promise.resolve(ways)),
      deleteRecord: callActor(({ id }: { id: string }) => {
        asked.push(`delete ${id}`);
        return answers.remove?.() ?? Promise.resolve();
      }),
      cancelTask: callActor(({ id }: { id: string }) => {
        asked.push(`cancel ${id}`);
        return answers.cancel?.() ?? Promise.resolve(aRecord({ revision: 9, dealStatus: 5 }));
      }),
      recordWatch: fromCallback<WatchEvent, WatchInput>(({ input, sendBack, receive }) => {
        asked.push(`watch ${input.id} ${input.revision}`);
        receive(({ type }) => asked.push(type));
        emit = sendBack;
      }) as never,
    },
  });
  const input = { recordId: 'r1', tool: answers.tool ?? null };
  const { root, told } = startAmongOthers('result', logic, { input });
  const actor = chartRef(root.system, 'result');
  if (!actor) throw new Error('The result chart did not start');
  const emitted: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const watch = async (event: RecordNews) => {
    emit(event);
    await settle();
  };
  await settle();
  return { asked, emitted, now: () => actor.getSnapshot(), send, told, watch };
};

const loading = (record: TaskRecord) => ({ load: () => Promise.resolve(record) });

describe('result page', () => {
  it.each([
    [2, 'shown'],
    [3, 'rejected'],
    [4, 'failed'],
    [5, 'cancelled'],
  ] as const)('shows deal status %d as %s (R44)', async (dealStatus, state) => {
    const record = aRecord({ dealStatus });
    const { now } = await start(loading(record));
    expect(selectResultView(now())).toBe(state);
    expect(selectResultRecord(now())).toEqual(record);
  });

  it('emits its download with the function that made it', async () => {
    const { emitted, now, send } = await start(
      loading(aRecord({ dealStatus: 2, code: 'enhance' })),
    );
    await send({ type: 'download.pressed' });
    expect(emitted).toEqual([{ type: 'result.downloaded', function: 'enhance' }]);
    expect(selectResultView(now())).toBe('shown');
  });

  it.each([49, 50])('shows only on the page that the core rejected type %d (R35)', async (type) => {
    const { now, told } = await start(loading(aRecord({ dealStatus: 3, type })));
    expect([selectResultView(now()), told('app')]).toEqual(['rejected', []]);
  });

  it.each([
    ['record_not_found', 'notFound'],
    ['record_gone', 'gone'],
  ])('shows %s as %s, without a toast', async (code, state) => {
    const { now, told } = await start({ load: failing(refused(code)) });
    expect([selectResultView(now()), told('app')]).toEqual([state, []]);
  });

  it.each(['result.retried', 'connection.restored'] as const)(
    'shows that it could not be loaded and tries again after %s',
    async (type) => {
      let online = false;
      const { now, send, told } = await start({
        load: () => (online ? Promise.resolve(aRecord({ dealStatus: 2 })) : failing(offline)()),
      });
      expect(selectResultFailure(now())).toEqual(offline);
      expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
      online = true;
      await send({ type });
      expect([selectResultView(now()), selectResultFailure(now())]).toEqual(['shown', null]);
    },
  );
});

describe('a record under way', () => {
  const lost: RecordNews = { type: 'record.lost', id: 'r1', failure: offline };
  const ended = (dealStatus: TaskRecord['dealStatus']): RecordNews => ({
    type: 'record.ended',
    record: aRecord({ revision: 3, dealStatus }),
  });

  it('shows live progress and then the result', async () => {
    const { asked, now, watch } = await start(loading(running));
    expect(asked).toEqual(['load r1', 'watch r1 1']);
    expect(selectResultProgress(now())?.fraction).toBe(0.5);
    await watch({ type: 'record.changed', record: aRecord({ revision: 2 }) });
    expect(selectResultProgress(now())).toBeNull();
    await watch(ended(2));
    expect(now().matches('shown')).toBe(true);
  });

  it('is shown as missing when the removal of this record is done (R76)', async () => {
    const { now, send } = await start(loading(aRecord({ dealStatus: 1 })));
    await send({ type: 'removal.done', id: 'r2' });
    expect(selectResultView(now())).toBe('waiting');
    await send({ type: 'removal.done', id: 'r1' });
    expect(selectResultView(now())).toBe('gone');
  });

  it('is shown as missing when it was deleted elsewhere', async () => {
    const { now, watch } = await start(loading(running));
    await watch({ type: 'record.gone', id: 'r1' });
    expect(selectResultView(now())).toBe('gone');
  });

  it('shows why it is lost, keeps the progress, and continues when it is found', async () => {
    const { now, watch } = await start(loading(running));
    await watch(lost);
    expect(selectResultFailure(now())).toEqual(offline);
    expect(selectResultProgress(now())?.fraction).toBe(0.5);
    await watch({ type: 'record.found', id: 'r1' });
    expect(selectResultFailure(now())).toBeNull();
  });

  it('shows the queue position while there is news', async () => {
    const queued = aRecord({ dealStatus: 0, queuePosition: 3 });
    const { now, watch } = await start(loading(queued));
    expect(selectQueuePosition(now())).toBe(3);
    await watch(lost);
    expect(selectQueuePosition(now())).toBeNull();
  });

  it('is late once its measured range has passed, while there is news', async () => {
    const measured = (revision: number, high: number) =>
      aRecord({
        revision,
        dealStatus: 1,
        progress: { stage: 'running', fraction: 0.5, remainingMs: { low: 0, high } },
      });
    const { now, watch } = await start(loading(measured(1, 3000)));
    const said = () => [selectIsResultLate(now()), selectResultRemaining(now())];
    expect(said()).toEqual([false, { low: 0, high: 3000 }]);
    await watch({ type: 'record.changed', record: measured(2, 0) });
    expect(said()).toEqual([true, null]);
    await watch(lost);
    expect(said()).toEqual([false, null]);
    await watch({ type: 'record.found', id: 'r1' });
    expect(said()).toEqual([true, null]);
  });

  it.each(['10009', '51008', '51009', 'daily_limit'])(
    'shows that %s prevents it from being followed',
    async (code) => {
      const { now, told, watch } = await start(loading(running));
      await watch({ type: 'record.refused', id: 'r1', failure: refused(code) });
      expect(now().matches({ waiting: { news: 'refused' } })).toBe(true);
      // the record watch has already reported the code to the root
      expect([selectResultFailure(now())?.code, told('app')]).toEqual([code, []]);
    },
  );

  it.each([
    ['result.retried', 'watch.retried'],
    ['connection.restored', 'connection.restored'],
    ['connection.lost', 'connection.lost'],
  ] as const)('passes %s on to the record watch', async (type, passedOn) => {
    const { asked, send, watch } = await start(loading(running));
    await watch(lost);
    await send({ type });
    expect(asked.at(-1)).toBe(passedOn);
  });

  it('is cancelled', async () => {
    const { asked, now, send } = await start(loading(running));
    await send({ type: 'cancel.pressed' });
    expect([asked.at(-1), selectResultView(now())]).toEqual(['cancel r1', 'cancelled']);
  });

  it('is cancelled although it is lost meanwhile', async () => {
    const cancellation = Promise.withResolvers<TaskRecord>();
    const { now, send, watch } = await start({
      ...loading(running),
      cancel: () => cancellation.promise,
    });
    await send({ type: 'cancel.pressed' });
    await watch(lost);
    cancellation.resolve(aRecord({ revision: 9, dealStatus: 5 }));
    await settle();
    expect(selectResultView(now())).toBe('cancelled');
  });

  it('is still followed when the server needs time to cancel it', async () => {
    const { now, send } = await start({
      ...loading(running),
      cancel: () => Promise.resolve(aRecord({ revision: 9, dealStatus: 1 })),
    });
    await send({ type: 'cancel.pressed' });
    expect(now().matches({ waiting: { cancel: 'possible' } })).toBe(true);
    expect(selectResultRecord(now())?.revision).toBe(9);
  });

  it.each([lost, { type: 'record.refused', id: 'r1', failure: refused('10009') } as const])(
    'still shows why there is no news ($type) when it could not be cancelled at once',
    async (news) => {
      const { now, send, watch } = await start({
        ...loading(running),
        cancel: () => Promise.resolve(aRecord({ revision: 9, dealStatus: 1 })),
      });
      await watch(news);
      await send({ type: 'cancel.pressed' });
      expect(now().matches({ waiting: { cancel: 'possible' } })).toBe(true);
      expect(selectResultFailure(now())).toEqual(news.failure);
      await watch({ type: 'record.found', id: 'r1' });
      expect(now().context.failure).toBeNull();
    },
  );

  it('keeps the news that came before the answer to the cancellation', async () => {
    const cancellation = Promise.withResolvers<TaskRecord>();
    const { now, send, watch } = await start({
      ...loading(running),
      cancel: () => cancellation.promise,
    });
    await send({ type: 'cancel.pressed' });
    await watch({ type: 'record.changed', record: aRecord({ revision: 7, dealStatus: 1 }) });
    cancellation.resolve(aRecord({ revision: 2, dealStatus: 1 }));
    await settle();
    expect(selectResultRecord(now())?.revision).toBe(7);
  });

  it('continues when it cannot be cancelled, and shows a message', async () => {
    const { now, send, told } = await start({ ...loading(running), cancel: failing(offline) });
    await send({ type: 'cancel.pressed' });
    expect(now().matches({ waiting: { cancel: 'possible' } })).toBe(true);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.cancelFailed' },
    ]);
  });

  it('waits for its end when it had ended before the cancellation', async () => {
    const { now, send, told, watch } = await start({
      ...loading(running),
      cancel: failing(refused('record_ended')),
    });
    await send({ type: 'cancel.pressed' });
    expect([now().matches('waiting'), told('app')]).toEqual([true, []]);
    await watch(ended(2));
    expect(now().matches('shown')).toBe(true);
  });
});

describe('delete now', () => {
  const answered = (answer: 'confirmed' | 'cancelled') =>
    ({ type: 'dialog.answered', id: 'x', answer }) as const;

  it('asks for confirmation, deletes, shows a message and leads to the list', async () => {
    const { asked, now, send, told } = await start();
    await send({ type: 'removal.pressed' });
    expect(told('dialogs')).toMatchObject([{ dialog: { requester: 'result' } }]);
    await send(answered('confirmed'));
    expect([asked.at(-1), selectResultView(now())]).toEqual(['delete r1', 'removed']);
    expect(told('toast')).toMatchObject([{ message: { id: 'toast.recordDeleted' } }]);
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/record' }]);
  });

  it('leads to the list of the tool from which the visitor came', async () => {
    const { send, told } = await start({ tool: 'cut-out' });
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/record?tool=cut-out' }]);
  });

  it('shows the record again when the confirmation is cancelled', async () => {
    const { asked, now, send } = await start();
    await send({ type: 'removal.pressed' });
    await send(answered('cancelled'));
    expect([asked, selectResultView(now())]).toEqual([['load r1'], 'shown']);
  });

  it('emits its deletion', async () => {
    const { emitted, send } = await start();
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    expect(emitted).toEqual([{ type: 'record.deleted' }]);
  });

  it('opens no note when a photo that the core rejected is kept', async () => {
    const { now, send, told } = await start(loading(aRecord({ dealStatus: 3, type: 49 })));
    await send({ type: 'removal.pressed' });
    await send(answered('cancelled'));
    expect([selectResultView(now()), told('app')]).toEqual(['rejected', []]);
  });

  it('accepts that the record was already deleted', async () => {
    const { now, send } = await start({ remove: failing(refused('record_not_found')) });
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    expect(selectResultView(now())).toBe('removed');
  });

  it('leads to the list when another deletion of it is faster', async () => {
    const { emitted, now, send, told } = await start({ remove: () => new Promise(() => {}) });
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    await send({ type: 'removal.done', id: 'another' });
    expect(now().matches('removing')).toBe(true);
    await send({ type: 'removal.done', id: 'r1' });
    expect(selectResultView(now())).toBe('removed');
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/record' }]);
    // the other deletion has reported itself
    expect([emitted, told('toast')]).toEqual([[], []]);
  });

  it('keeps it and shows an error when it cannot be deleted', async () => {
    const { now, send, told } = await start({ remove: failing(offline) });
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    expect(selectResultView(now())).toBe('shown');
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.removalFailed' },
    ]);
  });
});

describe('the next photo', () => {
  const renewed = {
    ...finishedRecord,
    original: { url: '/files/cat.jpg?renewed', width: 600, height: 400 },
    result: finishedRecord.result && { ...finishedRecord.result, url: '/files/cat-2x.png?renewed' },
  };
  /** Simulates a server that first returns the record `first`, and then the answer of `next`. */
  const thenLoading = (next: () => Promise<TaskRecord>, first: TaskRecord = finishedRecord) => {
    let loads = 0;
    return { load: () => (++loads === 1 ? Promise.resolve(first) : next()) };
  };

  it.each([
    ['result.continued', { name: 'cat-2x.png', url: '/files/cat-2x.png?renewed', madeFrom: 'r1' }],
    ['original.continued', { name: 'cat.jpg', url: '/files/cat.jpg?renewed' }],
  ] as const)(
    'passes it to the studio from the newly loaded record after %s (R86)',
    async (type, picture) => {
      const { asked, send, told } = await start(thenLoading(() => Promise.resolve(renewed)));
      await send({ type });
      expect(asked).toEqual(['load r1', 'load r1']);
      expect(told('studio')).toEqual([
        { type: 'photo.chosen', source: { kind: 'record', ...picture } },
      ]);
      expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/' }]);
    },
  );

  it('is under way, beside the result on screen, until the server has answered', async () => {
    const answer = Promise.withResolvers<TaskRecord>();
    const { now, send } = await start(thenLoading(() => answer.promise));
    expect(selectContinuedPhoto(now())).toBeNull();
    await send({ type: 'result.continued' });
    expect([selectContinuedPhoto(now()), selectResultView(now())]).toEqual(['result', 'shown']);
    // a second press is ignored
    await send({ type: 'original.continued' });
    expect(selectContinuedPhoto(now())).toBe('result');
    answer.resolve(renewed);
    await settle();
    expect([selectContinuedPhoto(now()), selectResultView(now())]).toEqual([null, 'shown']);
  });

  it.each([
    ['record_not_found', 'notFound'],
    ['record_gone', 'gone'],
  ])('is not passed on when the record is %s, which the page shows', async (code, view) => {
    const { now, send, told } = await start(thenLoading(failing(refused(code))));
    await send({ type: 'result.continued' });
    expect([selectResultView(now()), told('studio')]).toEqual([view, []]);
  });

  it('stays where it is while there is no connection, with a message', async () => {
    const { now, send, told } = await start(thenLoading(failing(offline)));
    await send({ type: 'result.continued' });
    expect([selectResultView(now()), told('studio')]).toEqual(['shown', []]);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.continueFailed' },
    ]);
  });

  it('is the original of a task that failed', async () => {
    const failedTask = recordOf('r1', 4, { original: finishedRecord.original });
    const { now, send, told } = await start(loading(failedTask));
    await send({ type: 'result.continued' });
    expect(selectContinuedPhoto(now())).toBeNull();
    await send({ type: 'original.continued' });
    expect(told('studio')).toEqual([
      { type: 'photo.chosen', source: { kind: 'record', name: 'photo', url: '/files/cat.jpg' } },
    ]);
  });

  it('is another one: the run of this record leaves the studio', async () => {
    const { send, told } = await start();
    await send({ type: 'another.pressed' });
    expect(told('runs')).toEqual([{ type: 'record.left', recordId: 'r1' }]);
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/' }]);
  });
});
