import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import {
  selectAreAllSelected,
  selectCanRemoveSelected,
  selectCanSelect,
  selectCanSelectAll,
  selectIsLoadingAll,
  selectIsSelecting,
  selectSelectedCount,
} from '../records.selectors.ts';
import { done, offline, startRecords, startSelected, withResult } from './records.fixture.ts';

const gone: PortFailure = { reason: 'refused', code: 'record_gone' };

describe('selection', () => {
  it('selects and unselects records, in the order of the list', async () => {
    const { now, selected, send } = await startSelected(['c', 'a', 'b']);
    expect(selected()).toEqual(['a', 'b', 'c']);
    await send({ type: 'records.toggled', id: 'b' });
    expect([selected(), selectSelectedCount(now())]).toEqual([['a', 'c'], 2]);
  });

  it('selects all records, and none if all are selected', async () => {
    const { now, selected, send } = await startSelected(['b']);
    await send({ type: 'records.allToggled' });
    expect([selected(), selectAreAllSelected(now())]).toEqual([['a', 'b', 'c'], true]);
    await send({ type: 'records.allToggled' });
    expect(selected()).toEqual([]);
  });

  it('selects nothing for the next time when it is left', async () => {
    const { now, selected, send } = await startSelected(['a']);
    await send({ type: 'records.selectionLeft' });
    expect([selectIsSelecting(now()), selected()]).toEqual([false, []]);
  });

  it.each([
    ['one record', [done('a')]],
    ['one record that is not under way', [done('a'), aRecord({ id: 'b', dealStatus: 1 })]],
  ])('does not start with %s', async (_, records) => {
    const { now, send } = await startRecords({ page: { records, nextCursor: null } });
    await send({ type: 'records.selectionToggled' });
    expect([selectCanSelect(now()), selectIsSelecting(now())]).toEqual([false, false]);
  });

  it('does not select a record that is under way', async () => {
    const records = [done('a'), done('b'), aRecord({ id: 'c', dealStatus: 1 })];
    const page = { records, nextCursor: null };
    const { selected, send } = await startSelected(['c'], { page });
    expect(selected()).toEqual([]);
    await send({ type: 'records.allToggled' });
    expect(selected()).toEqual(['a', 'b']);
  });

  it('survives a new list, without the records that are no longer in it', async () => {
    const held = { records: ['a', 'b', 'c'].map(withResult), nextCursor: null };
    const { ids, now, selected, send } = await startSelected(['a', 'b'], {
      listRecords: async () => ({ ...held }),
    });
    held.records = ['new', 'b', 'c'].map(withResult);
    await send({ type: 'server.changed' });
    expect([ids(), selected(), selectIsSelecting(now())]).toEqual([['new', 'b', 'c'], ['b'], true]);
  });
});

describe('select all', () => {
  const pages = (held: readonly TaskRecord[]) => async (asked: { cursor: string | null }) => {
    const from = held.findIndex(({ id }) => id === asked.cursor) + 1;
    const records = held.slice(from, from + 2);
    const isOver = from + 2 >= held.length;
    return { records, nextCursor: isOver ? null : (records.at(-1)?.id ?? null) };
  };
  const five = ['a', 'b', 'c', 'd', 'e'].map(withResult);

  it('loads the rest of the list first', async () => {
    const { ids, now, selected, send } = await startSelected([], { listRecords: pages(five) });
    expect(ids()).toEqual(['a', 'b']);
    await send({ type: 'records.toggled', id: 'a' });
    await send({ type: 'records.toggled', id: 'b' });
    expect(selectAreAllSelected(now())).toBe(false);
    await send({ type: 'records.allToggled' });
    expect([ids(), selected()]).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd', 'e'],
    ]);
    await send({ type: 'records.allToggled' });
    expect(selected()).toEqual([]);
  });

  it('selects nothing more if the rest cannot be loaded, or is left', async () => {
    const listRecords = pages(five);
    let next = () => new Promise<never>(() => {});
    const { now, selected, send } = await startSelected(['a'], {
      listRecords: (asked) => (asked.cursor === null ? listRecords(asked) : next()),
    });
    await send({ type: 'records.allToggled' });
    expect([selectIsLoadingAll(now()), selectCanSelectAll(now())]).toEqual([true, false]);
    await send({ type: 'records.selectionLeft' });
    expect(selectIsLoadingAll(now())).toBe(false);
    next = () => Promise.reject(new PortError(offline));
    await send({ type: 'records.selectionToggled' });
    await send({ type: 'records.allToggled' });
    expect([selected(), selectCanSelectAll(now())]).toEqual([[], true]);
  });

  it('keeps the last record selected when a new record moves it to the next page', async () => {
    const held = [...five];
    const { ids, selected, send } = await startSelected(['b'], {
      listRecords: (asked) => pages(held)(asked),
    });
    held.unshift(withResult('new'));
    await send({ type: 'server.changed' });
    expect([ids(), selected()]).toEqual([['new', 'a', 'b', 'c'], ['b']]);
  });

  it('unselects the last record when it was deleted elsewhere, without loading all others', async () => {
    const at = (id: string, day: number) => ({ ...withResult(id), createdAt: `2027-01-0${day}` });
    const held = [at('b', 8), at('c', 7), at('d', 6), at('e', 5), at('f', 4)];
    const { ids, selected, send } = await startSelected(['c'], {
      listRecords: (asked) => pages(held)(asked),
    });
    held.splice(0, 2, at('new', 9), at('b', 8));
    await send({ type: 'server.changed' });
    expect([ids(), selected()]).toEqual([['new', 'b', 'd', 'e'], []]);
  });
});

describe('delete several records', () => {
  it('asks once for all, deletes one after the other, and shows how many were deleted (R76)', async () => {
    const calls: PromiseWithResolvers<void>[] = [];
    const { answerDialog, asked, ids, isRemoving, now, send, told } = await startSelected(
      ['a', 'b', 'c'],
      {
        deleteRecord: () => {
          const call = Promise.withResolvers<void>();
          calls.push(call);
          return call.promise;
        },
      },
    );
    await send({ type: 'removals.pressed' });
    expect(told('dialogs')).toMatchObject([
      { dialog: { input: { title: { id: 'dialog.deleteRecords.title', values: { count: 3 } } } } },
    ]);
    expect(asked).toEqual(['list null']);
    await answerDialog('confirmed');
    expect(asked.slice(1)).toEqual(['delete a']);
    expect(['a', 'b', 'c'].map(isRemoving)).toEqual([true, true, true]);
    calls[0]?.resolve();
    await settle();
    expect([ids(), asked.at(-1)]).toEqual([['b', 'c'], 'delete b']);
    calls[1]?.resolve();
    await settle();
    calls[2]?.resolve();
    await settle();
    expect(now().matches('empty')).toBe(true);
    expect(told('toast')).toMatchObject([
      { kind: 'success', message: { id: 'toast.recordsDeleted', values: { count: 3 } } },
    ]);
    expect(told('runs')).toHaveLength(3);
  });

  it('ends the selection, unless other records are selected', async () => {
    const { answerDialog, ids, now, send } = await startSelected(['a', 'b']);
    await send({ type: 'removals.pressed' });
    await answerDialog('confirmed');
    expect([ids(), selectIsSelecting(now())]).toEqual([['c'], false]);
  });

  it('deletes nothing and keeps the selection when the confirmation is cancelled', async () => {
    const { answerDialog, asked, selected, send } = await startSelected(['a', 'b']);
    await send({ type: 'removals.pressed' });
    await answerDialog('cancelled');
    expect([asked, selected()]).toEqual([['list null'], ['a', 'b']]);
  });

  it('keeps a record that cannot be deleted, selected and with a message, and deletes the others', async () => {
    const { answerDialog, ids, now, selected, send, told } = await startSelected(['a', 'b', 'c'], {
      deleteRecord: ({ id }) =>
        id === 'a' ? Promise.reject(new PortError(offline)) : Promise.resolve(),
    });
    await send({ type: 'removals.pressed' });
    await answerDialog('confirmed');
    expect([ids(), selected(), selectIsSelecting(now())]).toEqual([['a'], ['a'], true]);
    expect(told('toast')).toMatchObject([
      { kind: 'error', message: { id: 'toast.recordsKept', values: { count: 1 } } },
    ]);
    // the root logs the failure, and shows no message of its own
    expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
    expect(selectCanRemoveSelected(now())).toBe(true);
  });

  it('counts a record that was already deleted as deleted', async () => {
    const { answerDialog, ids, send, told } = await startSelected(['a', 'b'], {
      deleteRecord: () => Promise.reject(new PortError(gone)),
    });
    await send({ type: 'removals.pressed' });
    await answerDialog('confirmed');
    expect([ids(), told('toast')]).toMatchObject([
      ['c'],
      [{ message: { id: 'toast.recordsDeleted', values: { count: 2 } } }],
    ]);
  });

  it('uses the words for one record if one is selected', async () => {
    const { answerDialog, send, told } = await startSelected(['a']);
    await send({ type: 'removals.pressed' });
    expect(told('dialogs')).toMatchObject([
      { dialog: { input: { title: { id: 'dialog.deleteRecord.title' } } } },
    ]);
    await answerDialog('confirmed');
    expect(told('toast')).toMatchObject([{ message: { id: 'toast.recordDeleted' } }]);
  });
});
