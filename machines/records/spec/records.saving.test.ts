import { describe, expect, it } from 'vitest';
import type { TaskRecord } from '../../model/task-record.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { finishedRecord } from '../../testing/samples.ts';
import { settle } from '../../testing/test-system.ts';
import { selectCanSave, selectResultCount, selectSaveLimit } from '../records.selectors.ts';
import { done, offline, startSelected } from './records.fixture.ts';

const gone: PortFailure = { reason: 'refused', code: 'record_gone' };

describe('save several results', () => {
  const named = (id: string, bytes = 300_000): TaskRecord => {
    const { result } = finishedRecord;
    return { ...finishedRecord, id, result: result && { ...result, bytes, fileName: `${id}.png` } };
  };
  const page = { records: [named('a'), done('b'), named('c')], nextCursor: null };
  const loadRecord = async ({ id }: { id: string }) => named(id);

  it('saves the selected results, whose addresses are renewed first', async () => {
    const { asked, isSaving, selected, send } = await startSelected(['a', 'b', 'c'], {
      page,
      loadRecord,
    });
    await send({ type: 'archive.pressed' });
    expect(asked.slice(1)).toEqual(['load a', 'load c', 'save a.png,c.png in photos.zip']);
    expect([isSaving(), selected()]).toEqual([false, ['a', 'b', 'c']]);
  });

  it('counts the selected records that have a result', async () => {
    const { now, send } = await startSelected(['a', 'b', 'c'], { page });
    expect([selectResultCount(now()), selectCanSave(now())]).toEqual([2, true]);
    await send({ type: 'records.toggled', id: 'a' });
    expect(selectResultCount(now())).toBe(1);
  });

  it('saves nothing if more is selected than fits into one file', async () => {
    const records = [named('a', 300_000_000), named('b', 200_000_001), named('c', 199_999_999)];
    const { asked, now, send } = await startSelected(['a', 'b'], {
      page: { records, nextCursor: null },
      loadRecord,
    });
    expect([selectSaveLimit(now()), selectCanSave(now())]).toEqual([500_000_000, false]);
    await send({ type: 'archive.pressed' });
    expect(asked).toEqual(['list null']);
    await send({ type: 'records.toggled', id: 'b' });
    await send({ type: 'records.toggled', id: 'c' });
    expect([selectSaveLimit(now()), selectCanSave(now())]).toEqual([null, true]);
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

  it('continues when the selection is left', async () => {
    const loaded = Promise.withResolvers<TaskRecord>();
    const { asked, isSaving, send } = await startSelected(['a'], {
      page,
      loadRecord: () => loaded.promise,
    });
    await send({ type: 'archive.pressed' });
    await send({ type: 'records.selectionLeft' });
    expect(isSaving()).toBe(true);
    loaded.resolve(named('a'));
    await settle();
    expect([isSaving(), asked.at(-1)]).toEqual([false, 'save a.png in photos.zip']);
  });
});
