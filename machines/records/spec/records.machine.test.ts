import { describe, expect, it } from 'vitest';
import type { RecordPage, TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import type { RecordsPort } from '../../ports/records.port.ts';
import type { RecordNews } from '../../record-watch/record-watch.types.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import {
  selectCanContinue,
  selectCanLoadMore,
  selectCanRemove,
  selectContinuedId,
  selectHasMore,
  selectRecords,
  selectRecordsFailure,
  selectRecordsView,
  selectWatchFailure,
} from '../records.selectors.ts';
import { done, offline, startRecords } from './records.fixture.ts';

describe('record list', () => {
  it('lists the first page', async () => {
    const { asked, ids, now } = await startRecords();
    expect([asked, ids()]).toEqual([['list null'], ['a', 'b']]);
    expect(selectHasMore(now())).toBe(false);
  });

  it('is empty when there is no record', async () => {
    const { now } = await startRecords({ page: { records: [], nextCursor: null } });
    expect(now().matches('empty')).toBe(true);
  });

  it.each(['records.retried', 'connection.restored'] as const)(
    'shows that it could not be loaded and tries again after %s',
    async (type) => {
      let online = false;
      const { ids, now, send, told } = await startRecords({
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
    const { asked, ids, now, send } = await startRecords({
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
      const { ids, now, send } = await startRecords({
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

describe('delete now', () => {
  it('asks for confirmation, deletes, and shows a message (R76)', async () => {
    const { answerDialog, asked, ids, isRemoving, now, send, told } = await startRecords();
    await send({ type: 'removal.pressed', id: 'a' });
    expect([now().context.removals, isRemoving('a')]).toEqual([['a'], false]);
    expect(told('dialogs')).toMatchObject([
      { dialog: { requester: 'records', kind: 'messageBox', input: { mode: 'confirm' } } },
    ]);
    expect(asked).toEqual(['list null']);
    await answerDialog('confirmed');
    expect([asked.at(-1), ids(), now().context.removals]).toEqual(['delete a', ['b'], []]);
    expect(told('toast')).toMatchObject([{ message: { id: 'toast.recordDeleted' } }]);
  });

  it('deletes nothing when the confirmation is cancelled', async () => {
    const { answerDialog, asked, ids, now, send } = await startRecords();
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('cancelled');
    expect([asked, ids(), now().context.removals]).toEqual([['list null'], ['a', 'b'], []]);
  });

  it('is empty after the last record was deleted', async () => {
    const page = { records: [done('a')], nextCursor: null };
    const { answerDialog, now, send } = await startRecords({ page });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect(now().matches('empty')).toBe(true);
  });

  it("loads the next page when this page's last record was deleted", async () => {
    const pages = [
      { records: [done('a')], nextCursor: 'next' },
      { records: [done('b')], nextCursor: null },
    ];
    const { answerDialog, ids, send } = await startRecords({
      listRecords: () => Promise.resolve(pages.shift() ?? { records: [], nextCursor: null }),
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect(ids()).toEqual(['b']);
  });

  it('removes a record that was already deleted', async () => {
    const failure: PortFailure = { reason: 'refused', code: 'record_gone' };
    const { answerDialog, ids, send, told } = await startRecords({
      deleteRecord: () => Promise.reject(new PortError(failure)),
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect([ids(), told('app')]).toEqual([['b'], []]);
  });

  it('keeps the record and shows an error when it cannot be deleted', async () => {
    const { answerDialog, ids, isRemoving, send, told } = await startRecords({
      deleteRecord: () => Promise.reject(new PortError(offline)),
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await answerDialog('confirmed');
    expect([ids(), isRemoving('a')]).toEqual([['a', 'b'], false]);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.removalFailed' },
    ]);
  });
});

describe('continue with a result', () => {
  const page = { records: [finishedRecord, done('b')], nextCursor: null };
  const pressed = { type: 'result.continued', id: finishedRecord.id } as const;

  it('passes it to the studio from the newly loaded record (R86)', async () => {
    const answer = Promise.withResolvers<TaskRecord>();
    const { asked, now, send, told } = await startRecords({
      page,
      loadRecord: () => answer.promise,
    });
    expect(['r1', 'b'].map((id) => selectCanContinue(now(), id))).toEqual([true, false]);
    await send(pressed);
    expect([asked.at(-1), selectContinuedId(now())]).toEqual(['load r1', 'r1']);
    expect(selectCanContinue(now(), 'r1')).toBe(false);
    answer.resolve(finishedRecord);
    await settle();
    const source = {
      kind: 'record',
      name: 'cat-2x.png',
      url: '/files/cat-2x.png',
      madeFrom: 'r1',
    };
    expect(told('studio')).toEqual([{ type: 'photo.chosen', source }]);
    expect(told('app')).toEqual([{ type: 'navigation.requested', to: '/' }]);
    expect(selectContinuedId(now())).toBeNull();
  });

  it('removes a record from the list that was deleted elsewhere', async () => {
    const failure: PortFailure = { reason: 'refused', code: 'record_gone' };
    const loadRecord = () => Promise.reject(new PortError(failure));
    const { ids, send, told } = await startRecords({ page, loadRecord });
    await send(pressed);
    expect([ids(), told('studio')]).toEqual([['b'], []]);
  });

  it('stays on the list while there is no connection, with a message', async () => {
    const loadRecord = () => Promise.reject(new PortError(offline));
    const { ids, send, told } = await startRecords({ page, loadRecord });
    await send(pressed);
    expect(ids()).toEqual(['r1', 'b']);
    expect(told('app')).toEqual([
      { type: 'call.rejected', failure: offline, fallback: 'toast.continueFailed' },
    ]);
  });
});

describe('records under way', () => {
  const page = {
    records: [aRecord({ id: 'new' }), aRecord({ id: 'old', dealStatus: 1 }), done('done')],
    nextCursor: null,
  };
  const offlineNews: RecordNews = { type: 'record.lost', id: 'old', failure: offline };

  it('follows the oldest record to its end, and then the next record', async () => {
    const { asked, now, watch } = await startRecords({ page });
    await watch({
      type: 'record.changed',
      record: aRecord({ id: 'old', revision: 2, dealStatus: 1 }),
    });
    expect(asked).toEqual(['list null', 'watch old 1']);
    await watch({
      type: 'record.ended',
      record: aRecord({ id: 'old', revision: 3, dealStatus: 2 }),
    });
    expect(asked).toEqual(['list null', 'watch old 1', 'watch new 1']);
    await watch({
      type: 'record.ended',
      record: aRecord({ id: 'new', revision: 2, dealStatus: 4 }),
    });
    expect(now().matches({ listed: { live: 'still' } })).toBe(true);
    expect(selectRecords(now()).map(({ dealStatus }) => dealStatus)).toEqual([4, 2, 2]);
  });

  it('removes a record that was deleted elsewhere and follows the next record', async () => {
    const { asked, ids, watch } = await startRecords({ page });
    await watch({ type: 'record.gone', id: 'old' });
    expect([ids(), asked.at(-1)]).toEqual([['new', 'done'], 'watch new 1']);
  });

  it('is empty after the only record was deleted elsewhere', async () => {
    const only = { records: [aRecord({ id: 'old', dealStatus: 1 })], nextCursor: null };
    const { now, watch } = await startRecords({ page: only });
    await watch({ type: 'record.gone', id: 'old' });
    expect(selectRecordsView(now())).toBe('empty');
  });

  it('keeps the confirmation about another record open when a record is deleted elsewhere', async () => {
    const { answerDialog, asked, ids, now, send, watch } = await startRecords({ page });
    await send({ type: 'removal.pressed', id: 'done' });
    await watch({ type: 'record.gone', id: 'old' });
    expect(now().matches({ listed: { list: 'confirming' } })).toBe(true);
    await answerDialog('confirmed');
    expect([asked.at(-1), ids()]).toEqual(['delete done', ['new']]);
  });

  it('is shown as being deleted after the confirmation, and does not block other actions', async () => {
    const twoDone = { records: [done('a'), done('b')], nextCursor: 'next' };
    const { answerDialog, isRemoving, now, send } = await startRecords({
      page: twoDone,
      deleteRecord: () => new Promise(() => {}),
    });
    const can = () => [selectCanRemove(now(), 'b'), selectCanLoadMore(now())];
    expect(can()).toEqual([true, true]);
    await send({ type: 'removal.pressed', id: 'a' });
    expect(can()).toEqual([false, false]);
    await answerDialog('confirmed');
    expect([isRemoving('a'), ...can()]).toEqual([true, true, true]);
  });

  it('finishes a deletion while another record is deleted elsewhere', async () => {
    const deletion = Promise.withResolvers<void>();
    const { answerDialog, ids, send, told, watch } = await startRecords({
      page,
      deleteRecord: () => deletion.promise,
    });
    await send({ type: 'removal.pressed', id: 'done' });
    await answerDialog('confirmed');
    await watch({ type: 'record.gone', id: 'old' });
    deletion.resolve();
    await settle();
    expect(ids()).toEqual(['new']);
    expect(told('toast')).toMatchObject([{ message: { id: 'toast.recordDeleted' } }]);
  });

  it('continues to follow while a record is deleted', async () => {
    const { answerDialog, asked, send } = await startRecords({ page });
    await send({ type: 'removal.pressed', id: 'done' });
    await answerDialog('confirmed');
    expect(asked.filter((one) => one.startsWith('watch'))).toEqual(['watch old 1']);
  });

  it('continues loading more when a record is deleted elsewhere', async () => {
    const more = Promise.withResolvers<RecordPage>();
    const { ids, send, watch } = await startRecords({
      listRecords: ({ cursor }) =>
        cursor === null ? Promise.resolve({ ...page, nextCursor: 'next' }) : more.promise,
    });
    await send({ type: 'records.moreRequested' });
    await watch({ type: 'record.gone', id: 'old' });
    more.resolve({ records: [done('older')], nextCursor: null });
    await settle();
    expect(ids()).toEqual(['new', 'done', 'older']);
  });

  it('deletes no record that is under way', async () => {
    const { now, send, told } = await startRecords({ page });
    await send({ type: 'removal.pressed', id: 'old' });
    expect([now().context.removals, told('dialogs')]).toEqual([[], []]);
  });

  it('shows why updates stopped until they continue', async () => {
    const { now, watch } = await startRecords({ page });
    await watch(offlineNews);
    expect(selectWatchFailure(now())).toEqual(offline);
    await watch({ type: 'record.found', id: 'old' });
    expect(selectWatchFailure(now())).toBeNull();
  });

  it('shows why a call is refused, and reports the refusal to the root only once', async () => {
    const failure: PortFailure = { reason: 'refused', code: '10009' };
    const { now, told, watch } = await startRecords({ page });
    await watch({ type: 'record.refused', id: 'old', failure });
    expect([selectWatchFailure(now()), told('app')]).toEqual([failure, []]);
  });

  it.each([
    ['records.retried', 'watch.retried'],
    ['connection.restored', 'connection.restored'],
    ['connection.lost', 'connection.lost'],
  ] as const)('passes %s on to the record watch', async (type, passedOn) => {
    const { asked, send, watch } = await startRecords({ page });
    await watch(offlineNews);
    await send({ type });
    expect(asked.at(-1)).toBe(passedOn);
  });
});

describe('after a change elsewhere', () => {
  /** Simulates a server with these records. A test may change the records. */
  const server = (...records: TaskRecord[]) => {
    const held = { records };
    const listRecords: RecordsPort['listRecords'] = async () => ({ ...held, nextCursor: null });
    return { held, listRecords };
  };

  it('shows a record that another tab has created, and hides a deleted record', async () => {
    const { held, listRecords } = server(done('a'), done('b'));
    const { ids, send } = await startRecords({ listRecords });
    held.records = [done('c'), done('b')];
    await send({ type: 'server.changed' });
    expect(ids()).toEqual(['c', 'b']);
  });

  it('loads as many pages again as the list shows', async () => {
    const { ids, send } = await startRecords({
      listRecords: async ({ cursor }) =>
        cursor === null
          ? { records: [done('a')], nextCursor: 'next' }
          : { records: [done('b')], nextCursor: null },
    });
    await send({ type: 'records.moreRequested' });
    await send({ type: 'server.changed' });
    expect(ids()).toEqual(['a', 'b']);
  });

  it('skips no record when the list changes while more of it is loading', async () => {
    const held = [done('b'), done('a')];
    const late: (() => void)[] = [];
    const { ids, send } = await startRecords({
      listRecords: async ({ cursor }) => {
        const from = held.findIndex(({ id }) => id === cursor) + 1;
        const next = held[from + 1];
        const page = { records: held.slice(from, from + 1), nextCursor: next && held[from]?.id };
        if (cursor === 'b' && late.length === 0) {
          await new Promise<void>((resolve) => late.push(resolve));
        }
        return { ...page, nextCursor: page.nextCursor ?? null };
      },
    });
    await send({ type: 'records.moreRequested' });
    held.unshift(done('c'));
    await send({ type: 'server.changed' });
    late[0]?.();
    await settle();
    expect(ids()).toEqual(['c', 'b']);
  });

  it('does not restore a record that is deleted while the list is loaded again', async () => {
    const { held, listRecords } = server(done('a'), done('b'));
    const { answerDialog, ids, send } = await startRecords({
      listRecords,
      deleteRecord: async () => {
        held.records = [done('b')];
      },
    });
    await send({ type: 'removal.pressed', id: 'a' });
    await Promise.all([send({ type: 'server.changed' }), answerDialog('confirmed')]);
    expect(ids()).toEqual(['b']);
  });

  it('shows the first record in an empty list', async () => {
    const { held, listRecords } = server();
    const { ids, send } = await startRecords({ listRecords });
    held.records = [done('a')];
    await send({ type: 'server.changed' });
    expect(ids()).toEqual(['a']);
  });
});
