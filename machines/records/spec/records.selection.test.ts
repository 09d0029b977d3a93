import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { settle } from '../../testing/test-system.ts';
import {
  selectAreAllSelected,
  selectCanRemoveSelected,
  selectCanSave,
  selectCanSelect,
  selectIsRemoving,
  selectIsSaving,
  selectIsSelecting,
  selectSelectedCount,
} from '../records.selectors.ts';
import { done, offline, startRecords } from './records.fixture.ts';

type Answers = Parameters<typeof startRecords>[0];

const withResult = (id: string): TaskRecord => ({ ...finishedRecord, id });

const gone: PortFailure = { reason: 'refused', code: 'record_gone' };

/** Starts the chart with three records and selects some of them. */
const startSelected = async (ids: readonly string[], answers: Answers = {}) => {
  const page = { records: ['a', 'b', 'c'].map(withResult), nextCursor: null };
  const started = await startRecords({ page, ...answers });
  await started.send({ type: 'records.selecting' });
  for (const id of ids) await started.send({ type: 'records.toggled', id });
  const selected = () => started.now().context.selected;
  return { ...started, selected };
};

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
    await send({ type: 'records.selecting' });
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

describe('delete several records', () => {
  it('asks once for all, deletes one after the other, and shows how many were deleted (R76)', async () => {
    const calls: PromiseWithResolvers<void>[] = [];
    const { answerDialog, asked, emitted, ids, now, send, told } = await startSelected(
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
    expect(['a', 'b', 'c'].map((id) => selectIsRemoving(now(), id))).toEqual([true, true, true]);
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
    expect(emitted).toHaveLength(3);
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

describe('save several results', () => {
  const named = (id: string): TaskRecord => {
    const { result } = finishedRecord;
    return { ...finishedRecord, id, result: result && { ...result, fileName: `${id}.png` } };
  };
  const page = { records: [named('a'), done('b'), named('c')], nextCursor: null };
  const loadRecord = async ({ id }: { id: string }) => named(id);

  it('saves the selected results, whose addresses are renewed first', async () => {
    const { asked, now, selected, send } = await startSelected(['a', 'b', 'c'], {
      page,
      loadRecord,
    });
    await send({ type: 'archive.pressed' });
    expect(asked.slice(1)).toEqual(['load a', 'load c', 'save a.png,c.png in photos.zip']);
    expect([selectIsSaving(now()), selected()]).toEqual([false, ['a', 'b', 'c']]);
  });

  it('saves nothing if no selected record has a result', async () => {
    const { asked, now, send } = await startSelected(['b'], { page });
    expect(selectCanSave(now())).toBe(false);
    await send({ type: 'archive.pressed' });
    expect(asked).toEqual(['list null']);
  });

  it('leaves out a result that was deleted elsewhere', async () => {
    const { asked, ids, send } = await startSelected(['a', 'c'], {
      page,
      loadRecord: async ({ id }) => (id === 'a' ? Promise.reject(new PortError(gone)) : named(id)),
    });
    await send({ type: 'archive.pressed' });
    expect([ids(), asked.at(-1)]).toEqual([['b', 'c'], 'save c.png in photos.zip']);
  });

  it.each(['loadRecord', 'savePictures'] as const)(
    'shows a message and keeps the selection if %s fails',
    async (call) => {
      const { now, selected, send, told } = await startSelected(['a', 'c'], {
        page,
        loadRecord,
        [call]: () => Promise.reject(new PortError(offline)),
      });
      await send({ type: 'archive.pressed' });
      expect(told('app')).toEqual([
        { type: 'call.rejected', failure: offline, fallback: 'toast.savingFailed' },
      ]);
      expect([selected(), selectCanSave(now())]).toEqual([['a', 'c'], true]);
    },
  );

  it('saves what was selected at the press, although the selection changes meanwhile', async () => {
    const loaded = Promise.withResolvers<TaskRecord>();
    const { asked, send } = await startSelected(['a'], {
      page: { records: [named('a'), named('b'), named('c')], nextCursor: null },
      loadRecord: () => loaded.promise,
    });
    await send({ type: 'archive.pressed' });
    await send({ type: 'records.toggled', id: 'a' });
    await send({ type: 'records.toggled', id: 'c' });
    loaded.resolve(named('a'));
    await settle();
    expect(asked.at(-1)).toBe('save a.png in photos.zip');
  });

  it('stops when the selection is left', async () => {
    const { asked, now, send } = await startSelected(['a', 'c'], {
      page,
      loadRecord: () => new Promise(() => {}),
    });
    await send({ type: 'archive.pressed' });
    expect(selectIsSaving(now())).toBe(true);
    await send({ type: 'records.selectionLeft' });
    expect([selectIsSaving(now()), asked.at(-1)]).toEqual([false, 'load a']);
  });
});
