import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { chartRef } from '../app/chart-refs.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { callActor, streamActor } from '../port-actors.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import type { WatchEvent } from '../ports/task.port.ts';
import { aRecord } from '../testing/test-record.ts';
import { settle, startAmongOthers } from '../testing/test-system.ts';
import { resultMachine } from './result.machine.ts';
import {
  selectResultFailure,
  selectResultProgress,
  selectResultRecord,
} from './result.selectors.ts';

const offline: PortFailure = { reason: 'offline' };
const refused = (code: string): PortFailure => ({ reason: 'refused', code });
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));

type Answers = Partial<{
  load: (id: string) => Promise<TaskRecord>;
  remove: () => Promise<void>;
  cancel: () => Promise<TaskRecord>;
}>;

const running = aRecord({
  dealStatus: 1,
  progress: { stage: 'running', fraction: 0.5, remainingMs: null },
});

const start = async (answers: Answers = {}) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  let emit: (event: WatchEvent) => void = () => {};
  const logic = resultMachine.provide({
    actors: {
      loadRecord: callActor(({ id }: { id: string }) => {
        asked.push(`load ${id}`);
        return answers.load?.(id) ?? Promise.resolve(aRecord({ id, dealStatus: 2 }));
      }),
      deleteRecord: callActor(({ id }: { id: string }) => {
        asked.push(`delete ${id}`);
        return answers.remove?.() ?? Promise.resolve();
      }),
      cancelTask: callActor(({ id }: { id: string }) => {
        asked.push(`cancel ${id}`);
        return answers.cancel?.() ?? Promise.resolve(aRecord({ revision: 9, dealStatus: 5 }));
      }),
      watchRecord: streamActor((input: { id: string; revision: number }, tell: typeof emit) => {
        asked.push(`watch ${input.id} ${input.revision}`);
        emit = tell;
        return () => {};
      }),
    },
  });
  const { root, told } = startAmongOthers('result', logic, { clock, input: { recordId: 'r1' } });
  const actor = chartRef(root.system, 'result');
  if (!actor) throw new Error('The result chart did not start');
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const watch = async (event: WatchEvent) => {
    emit(event);
    await settle();
  };
  await settle();
  return { asked, clock, now: () => actor.getSnapshot(), send, told, watch };
};

const loading = (record: TaskRecord) => ({ load: () => Promise.resolve(record) });

describe('result page (R44)', () => {
  it.each([
    [2, 'shown'],
    [3, 'rejected'],
    [4, 'failed'],
    [5, 'cancelled'],
  ] as const)('shows deal status %d as %s', async (dealStatus, state) => {
    const record = aRecord({ dealStatus });
    const { now } = await start(loading(record));
    expect(now().value).toBe(state);
    expect(selectResultRecord(now())).toEqual(record);
  });

  it('raises the core-rejected flag for a face function (R35)', async () => {
    const { told } = await start(loading(aRecord({ dealStatus: 3, type: 50 })));
    expect(told('app')).toEqual([{ type: 'core.rejected', recordId: 'r1' }]);
  });

  it.each([
    ['record_not_found', 'notFound'],
    ['record_gone', 'gone'],
  ])('knows %s as %s, without a toast', async (code, state) => {
    const { now, told } = await start({ load: failing(refused(code)) });
    expect([now().value, told('app')]).toEqual([state, []]);
  });

  it.each(['result.retried', 'connection.restored'] as const)(
    'says that it could not be loaded and tries again after %s',
    async (type) => {
      let online = false;
      const { now, send, told } = await start({
        load: () => (online ? Promise.resolve(aRecord({ dealStatus: 2 })) : failing(offline)()),
      });
      expect(selectResultFailure(now())).toEqual(offline);
      expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
      online = true;
      await send({ type });
      expect([now().value, selectResultFailure(now())]).toEqual(['shown', null]);
    },
  );
});

describe('a record under way', () => {
  it('shows live progress and then the result', async () => {
    const { asked, now, watch } = await start(loading(running));
    expect(asked).toEqual(['load r1', 'watch r1 1']);
    expect(selectResultProgress(now())?.fraction).toBe(0.5);
    await watch({ type: 'record.changed', record: aRecord({ revision: 2 }) });
    expect(selectResultProgress(now())).toBeNull();
    await watch({ type: 'record.changed', record: aRecord({ revision: 3, dealStatus: 2 }) });
    expect(now().matches('shown')).toBe(true);
  });

  it.each(['connection.restored', 'result.retried', 'the pause'])(
    'loads it again after %s',
    async (cause) => {
      const { asked, clock, now, send, watch } = await start(loading(running));
      await watch({ type: 'watch.failed', failure: offline });
      expect(now().matches({ waiting: 'lost' })).toBe(true);
      if (cause === 'connection.restored' || cause === 'result.retried')
        await send({ type: cause });
      else clock.increment(5000);
      await settle();
      expect(asked).toEqual(['load r1', 'watch r1 1', 'load r1', 'watch r1 1']);
    },
  );

  it('is cancelled', async () => {
    const { asked, now, send } = await start(loading(running));
    await send({ type: 'cancel.pressed' });
    expect([asked.at(-1), now().value]).toEqual(['cancel r1', 'cancelled']);
  });

  it('goes on when it cannot be cancelled, and says so', async () => {
    const { now, send, told } = await start({ ...loading(running), cancel: failing(offline) });
    await send({ type: 'cancel.pressed' });
    expect(now().matches({ waiting: 'following' })).toBe(true);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.cancelFailed' },
    ]);
  });

  it('is loaded again when it had ended before the cancellation', async () => {
    const records = [running, aRecord({ revision: 5, dealStatus: 2 })];
    const { now, send } = await start({
      load: () => Promise.resolve(records.shift() ?? running),
      cancel: failing(refused('record_ended')),
    });
    await send({ type: 'cancel.pressed' });
    expect(now().matches('shown')).toBe(true);
  });
});

describe('delete now (R76)', () => {
  const answered = (answer: 'confirmed' | 'cancelled') =>
    ({ type: 'dialog.answered', id: 'x', answer }) as const;

  it('asks first, deletes, says so and leads to the list', async () => {
    const { asked, now, send, told } = await start();
    await send({ type: 'removal.pressed' });
    expect(told('dialogs')).toMatchObject([{ dialog: { requester: 'result' } }]);
    await send(answered('confirmed'));
    expect([asked.at(-1), now().value]).toEqual(['delete r1', 'removed']);
    expect(told('toast')).toMatchObject([{ message: { id: 'toast.recordDeleted' } }]);
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/record' }]);
  });

  it('shows the record again when the question is cancelled', async () => {
    const { asked, now, send } = await start();
    await send({ type: 'removal.pressed' });
    await send(answered('cancelled'));
    expect([asked, now().value]).toEqual([['load r1'], 'shown']);
  });

  it('takes a record that is gone already as deleted', async () => {
    const { now, send } = await start({ remove: failing(refused('record_not_found')) });
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    expect(now().value).toBe('removed');
  });

  it('keeps it and complains when it cannot be deleted', async () => {
    const { now, send, told } = await start({ remove: failing(offline) });
    await send({ type: 'removal.pressed' });
    await send(answered('confirmed'));
    expect(now().value).toBe('shown');
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.removalFailed' },
    ]);
  });
});
