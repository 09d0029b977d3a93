import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { chartRef } from '../app/chart-refs.ts';
import type { RecordPage } from '../model/task-record.ts';
import { callActor, streamActor } from '../port-actors.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { WatchEvent } from '../ports/task.port.ts';
import { aRecord } from '../testing/test-record.ts';
import { settle, startAmongOthers } from '../testing/test-system.ts';
import { recordsMachine } from './records.machine.ts';
import {
  selectHasMore,
  selectRecords,
  selectRecordsFailure,
  selectRemovingId,
} from './records.selectors.ts';

const done = (id: string) => aRecord({ id, dealStatus: 2 });
const offline: PortFailure = { reason: 'offline' };

const start = async (answers: Partial<RecordsPort> & { page?: RecordPage } = {}) => {
  const asked: string[] = [];
  const clock = new SimulatedClock();
  let emit: (event: WatchEvent) => void = () => {};
  const page = answers.page ?? { records: [done('a'), done('b')], nextCursor: null };
  const logic = recordsMachine.provide({
    actors: {
      listRecords: callActor((input: { cursor: string | null }, signal) => {
        asked.push(`list ${input.cursor}`);
        return answers.listRecords?.(input, signal) ?? Promise.resolve(page);
      }),
      deleteRecord: callActor((input: { id: string }, signal) => {
        asked.push(`delete ${input.id}`);
        return answers.deleteRecord?.(input, signal) ?? Promise.resolve();
      }),
      watchRecord: streamActor((input: { id: string; revision: number }, tell: typeof emit) => {
        asked.push(`watch ${input.id} ${input.revision}`);
        emit = tell;
        return () => {};
      }),
    },
  });
  const { root, told } = startAmongOthers('records', logic, { clock });
  const actor = chartRef(root.system, 'records');
  if (!actor) throw new Error('The records chart did not start');
  const now = () => actor.getSnapshot();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const watch = async (event: WatchEvent) => {
    emit(event);
    await settle();
  };
  const ids = () => selectRecords(now()).map(({ id }) => id);
  const answerDialog = (answer: 'confirmed' | 'cancelled') =>
    send({ type: 'dialog.answered', id: 'x', answer });
  await settle();
  return { answerDialog, asked, clock, ids, now, send, told, watch };
};

describe('record list (R44)', () => {
  it('lists the first page', async () => {
    const { asked, ids, now } = await start();
    expect([asked, ids()]).toEqual([['list null'], ['a', 'b']]);
    expect(selectHasMore(now())).toBe(false);
  });

  it('is empty when there is no record', async () => {
    const { now } = await start({ page: { records: [], nextCursor: null } });
    expect(now().matches('empty')).toBe(true);
  });

  it.each(['records.retried', 'connection.restored'] as const)(
    'says that it could not be loaded and tries again after %s',
    async (type) => {
      let online = false;
      const { ids, now, send, told } = await start({
        listRecords: () =>
          online
            ? Promise.resolve({ records: [done('a')], nextCursor: null })
            : Promise.reject(new PortError(offline)),
      });
      expect(now().matches('failed')).toBe(true);
      expect(selectRecordsFailure(now())).toEqual(offline);
      expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
      online = true;
      await send({ type });
      expect([ids(), selectRecordsFailure(now())]).toEqual([['a'], null]);
    },
  );

  it('appends the next page, and only once at a time', async () => {
    const { asked, ids, now, send } = await start({
      listRecords: ({ cursor }) =>
        Promise.resolve(
          cursor === null
            ? { records: [done('a')], nextCursor: 'next' }
            : { records: [done('a'), done('b')], nextCursor: null },
        ),
    });
    expect(selectHasMore(now())).toBe(true);
    void send({ type: 'records.moreRequested' });
    await send({ type: 'records.moreRequested' });
    expect(asked).toEqual(['list null', 'list next']);
    expect(ids()).toEqual(['a', 'b']);
    await send({ type: 'records.moreRequested' });
    expect(asked).toHaveLength(2);
  });

  it.each(['records.moreRequested', 'connection.restored'] as const)(
    'keeps the list when more of it cannot be loaded and tries again after %s',
    async (type) => {
      let online = true;
      const { ids, now, send } = await start({
        listRecords: ({ cursor }) =>
          online
            ? Promise.resolve({ records: [done(cursor ?? 'a')], nextCursor: 'b' })
            : Promise.reject(new PortError(offline)),
      });
      online = false;
      await send({ type: 'records.moreRequested' });
      expect([ids(), selectRecordsFailure(now())]).toEqual([['a'], offline]);
      online = true;
      await send({ type });
      expect([ids(), selectRecordsFailure(now())]).toEqual([['a', 'b'], null]);
    },
  );
});

describe('delete now (R76)', () => {
  it('asks first, deletes, and says so', async () => {
    const { answerDialog, asked, ids, now, send, told } = await start();
    await send({ type: 'removal.pressed', id: 'a' });
    expect(selectRemovingId(now())).toBe('a');
    expect(told('dialogs')).toMatchObject([
      { dialog: { requester: 'records', content: { kind: 'messageBox', mode: 'confirm' } } },
    ]);
    expect(asked).toEqual(['list null']);
    await answerDialog('confirmed');
    expect([asked.at(-1), ids(), selectRemovingId(now())]).toEqual(['delete a', ['b'], null]);
    expect(told('toast')).toMatchObject([{ message: { id: 'toast.recordDeleted' } }]);
  });

  it('deletes nothing when the question is cancelled', async () => {
    const { answerDialog, asked, ids, now, send } = await start();
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('cancelled');
    expect([asked, ids(), selectRemovingId(now())]).toEqual([['list null'], ['a', 'b'], null]);
  });

  it('is empty after the last one', async () => {
    const page = { records: [done('a')], nextCursor: null };
    const { answerDialog, now, send } = await start({ page });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect(now().matches('empty')).toBe(true);
  });

  it('loads the next page when the last one of this page was deleted', async () => {
    const pages = [
      { records: [done('a')], nextCursor: 'next' },
      { records: [done('b')], nextCursor: null },
    ];
    const { answerDialog, ids, send } = await start({
      listRecords: () => Promise.resolve(pages.shift() ?? { records: [], nextCursor: null }),
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect(ids()).toEqual(['b']);
  });

  it('drops a record that is gone already', async () => {
    const failure: PortFailure = { reason: 'refused', code: 'record_gone' };
    const { answerDialog, ids, send, told } = await start({
      deleteRecord: () => Promise.reject(new PortError(failure)),
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect([ids(), told('app')]).toEqual([['b'], []]);
  });

  it('keeps the record and complains when it cannot be deleted', async () => {
    const { answerDialog, ids, now, send, told } = await start({
      deleteRecord: () => Promise.reject(new PortError(offline)),
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect([ids(), selectRemovingId(now())]).toEqual([['a', 'b'], null]);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.removalFailed' },
    ]);
  });
});

describe('records under way', () => {
  const page = {
    records: [aRecord({ id: 'new' }), aRecord({ id: 'old', dealStatus: 1 })],
    nextCursor: null,
  };

  it('follows the oldest to its end, then the next', async () => {
    const { asked, now, watch } = await start({ page });
    await watch({
      type: 'record.changed',
      record: aRecord({ id: 'old', revision: 2, dealStatus: 1 }),
    });
    expect(asked).toEqual(['list null', 'watch old 1']);
    await watch({
      type: 'record.changed',
      record: aRecord({ id: 'old', revision: 3, dealStatus: 2 }),
    });
    expect(asked).toEqual(['list null', 'watch old 1', 'watch new 1']);
    await watch({
      type: 'record.changed',
      record: aRecord({ id: 'new', revision: 2, dealStatus: 4 }),
    });
    expect(now().matches({ listed: { live: 'still' } })).toBe(true);
    expect(selectRecords(now()).map(({ dealStatus }) => dealStatus)).toEqual([4, 2]);
  });

  it('drops one that was deleted elsewhere', async () => {
    const { ids, watch } = await start({ page });
    await watch({ type: 'watch.failed', failure: { reason: 'refused', code: 'record_gone' } });
    expect(ids()).toEqual(['new']);
  });

  it.each(['connection.restored', 'the pause'])('follows again after %s', async (cause) => {
    const { asked, clock, now, send, watch } = await start({ page });
    await watch({ type: 'watch.failed', failure: offline });
    expect(now().matches({ listed: { live: 'lost' } })).toBe(true);
    if (cause === 'connection.restored') await send({ type: cause });
    else clock.increment(5000);
    expect(asked.at(-1)).toBe('watch old 1');
    expect(asked).toHaveLength(3);
  });
});
