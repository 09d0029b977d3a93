import { expect, it } from 'vitest';
import type { TaskRecord } from '../../model/task-record.ts';
import type { PicturePort } from '../../ports/picture.port.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { selectIsArchiving } from '../../records/records.selectors.ts';
import { callActor } from '../../testing/call-actor.ts';
import { finishedRecord, member } from '../../testing/samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { archiveMachine } from '../archive.machine.ts';

const gone: PortFailure = { reason: 'refused', code: 'record_gone' };
const offline: PortFailure = { reason: 'offline' };

/** Starts the chart. The test settles each load of a record; files are saved at once. */
const start = () => {
  const calls: { id: string | undefined; call: PromiseWithResolvers<TaskRecord> }[] = [];
  const saved: unknown[] = [];
  const logic = archiveMachine.provide({
    actors: {
      loadRecord: callActor((input: { id: string } | null) => {
        const call = Promise.withResolvers<TaskRecord>();
        calls.push({ id: input?.id, call });
        return call.promise;
      }),
      savePictures: callActor(async (input: Parameters<PicturePort['savePictures']>[0] | null) => {
        saved.push(input?.pictures.length);
      }),
    },
  });
  const { root, told } = startAmongOthers('archive', logic);
  const actor = chartRef(root.system, 'archive');
  if (!actor) throw new Error('The chart did not start.');
  const settleCall = async (failure?: PortFailure) => {
    const last = calls.at(-1)?.call;
    if (failure) last?.reject(new PortError(failure));
    else last?.resolve(finishedRecord);
    await settle();
  };
  const asked = () => calls.map(({ id }) => id);
  const isSaving = () => selectIsArchiving(actor.getSnapshot());
  return { actor, asked, isSaving, saved, settleCall, told };
};

it('renews one address after the other, and saves one file (R85)', async () => {
  const { actor, asked, isSaving, saved, settleCall } = start();
  actor.send({ type: 'archive.requested', ids: ['a', 'b'] });
  expect([asked(), isSaving()]).toEqual([['a'], true]);
  await settleCall();
  await settleCall();
  expect([asked(), saved, isSaving()]).toEqual([['a', 'b'], [2], false]);
});

it('reports a result that was deleted in the meantime, and saves the others', async () => {
  const { actor, saved, settleCall, told } = start();
  actor.send({ type: 'archive.requested', ids: ['a', 'b'] });
  await settleCall(gone);
  await settleCall();
  expect(told('records')).toEqual([{ type: 'removal.done', id: 'a' }]);
  expect(told('runs')).toEqual([{ type: 'result.deleted', recordId: 'a' }]);
  expect([saved, told('app')]).toEqual([[1], []]);
});

it('saves nothing if all results were deleted', async () => {
  const { actor, isSaving, saved, settleCall } = start();
  actor.send({ type: 'archive.requested', ids: ['a'] });
  await settleCall(gone);
  expect([saved, isSaving()]).toEqual([[], false]);
});

it('says once that no file could be saved, and makes the next one', async () => {
  const { actor, isSaving, saved, settleCall, told } = start();
  actor.send({ type: 'archive.requested', ids: ['a', 'b'] });
  await settleCall(offline);
  expect(told('app')).toEqual([
    { type: 'call.rejected', failure: offline, fallback: 'toast.savingFailed' },
  ]);
  expect([saved, isSaving()]).toEqual([[], false]);
  actor.send({ type: 'archive.requested', ids: ['a'] });
  await settleCall();
  expect(saved).toEqual([1]);
});

it('ignores a request while a file is being made', async () => {
  const { actor, asked, settleCall } = start();
  actor.send({ type: 'archive.requested', ids: ['a'] });
  actor.send({ type: 'archive.requested', ids: ['b'] });
  await settleCall();
  expect(asked()).toEqual(['a']);
});

it('makes no file after the visitor has cancelled it, and makes the next one', async () => {
  const { actor, asked, isSaving, saved, settleCall, told } = start();
  actor.send({ type: 'archive.requested', ids: ['a', 'b'] });
  actor.send({ type: 'archive.cancelled' });
  await settleCall();
  expect([asked(), saved, isSaving()]).toEqual([['a'], [], false]);
  expect([told('app'), told('toast')]).toEqual([[], []]);
  actor.send({ type: 'archive.requested', ids: ['c'] });
  await settleCall();
  expect([asked(), saved]).toEqual([['a', 'c'], [1]]);
});

it('says so when a change of the visitor ends it, and ignores news of the same visitor', async () => {
  const { actor, isSaving, settleCall, saved, told } = start();
  actor.send({ type: 'user.changed', user: member });
  actor.send({ type: 'archive.requested', ids: ['a'] });
  actor.send({ type: 'user.changed', user: { ...member } });
  expect(isSaving()).toBe(true);
  actor.send({ type: 'user.changed', user: null });
  await settleCall();
  expect([isSaving(), saved]).toEqual([false, []]);
  const message = { id: 'toast.savingFailed' };
  expect(told('toast')).toEqual([{ type: 'toast.requested', kind: 'error', message }]);
  actor.send({ type: 'user.changed', user: member });
  expect(told('toast')).toHaveLength(1);
});
