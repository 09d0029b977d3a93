import { expect, it } from 'vitest';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { guest, member } from '../../testing/samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { removalsMachine } from '../removals.machine.ts';

const gone: PortFailure = { reason: 'refused', code: 'record_gone' };
const offline: PortFailure = { reason: 'offline' };

/** Starts the chart. The test settles each call. */
const start = () => {
  const calls: { id: string | undefined; call: PromiseWithResolvers<void> }[] = [];
  const logic = removalsMachine.provide({
    actors: {
      deleteRecord: callActor((input: { id: string } | null) => {
        const call = Promise.withResolvers<void>();
        calls.push({ id: input?.id, call });
        return call.promise;
      }),
    },
  });
  const { root, told } = startAmongOthers('removals', logic);
  const actor = chartRef(root.system, 'removals');
  if (!actor) throw new Error('The chart did not start.');
  const emitted: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
  const settleCall = async (failure?: PortFailure) => {
    const last = calls.at(-1)?.call;
    if (failure) last?.reject(new PortError(failure));
    else last?.resolve();
    await settle();
  };
  return { actor, asked: () => calls.map(({ id }) => id), emitted, settleCall, told };
};

it('deletes one record after the other, and reports each to the charts that may show it (R76)', async () => {
  const { actor, asked, emitted, settleCall, told } = start();
  actor.send({ type: 'removals.requested', ids: ['a', 'b'] });
  expect(asked()).toEqual(['a']);
  await settleCall();
  expect([asked(), told('records')]).toEqual([['a', 'b'], [{ type: 'removal.done', id: 'a' }]]);
  await settleCall(gone);
  const done = ['a', 'b'].map((id) => ({ type: 'removal.done', id }));
  expect([told('records'), told('result')]).toEqual([done, done]);
  expect(told('runs')).toEqual([
    { type: 'result.deleted', recordId: 'a' },
    { type: 'result.deleted', recordId: 'b' },
  ]);
  expect(told('toast')).toMatchObject([
    { kind: 'success', message: { id: 'toast.recordsDeleted', values: { count: 2 } } },
  ]);
  expect(emitted).toEqual([{ type: 'record.deleted' }, { type: 'record.deleted' }]);
});

it('adds the records of another request, but none twice', async () => {
  const { actor, asked, settleCall, told } = start();
  actor.send({ type: 'removals.requested', ids: ['a', 'b'] });
  actor.send({ type: 'removals.requested', ids: ['b', 'c'] });
  for (const _ of 'abc') await settleCall();
  expect(asked()).toEqual(['a', 'b', 'c']);
  expect(told('toast')).toMatchObject([{ message: { values: { count: 3 } } }]);
});

it('counts the records that could not be deleted, and continues with the others', async () => {
  const { actor, asked, settleCall, told } = start();
  actor.send({ type: 'removals.requested', ids: ['a', 'b'] });
  await settleCall(offline);
  await settleCall();
  expect([asked(), told('records')]).toEqual([['a', 'b'], [{ type: 'removal.done', id: 'b' }]]);
  expect(told('app')).toEqual([{ type: 'call.rejected', failure: offline }]);
  expect(told('toast')).toMatchObject([
    { kind: 'error', message: { id: 'toast.recordsKept', values: { count: 1 } } },
  ]);
});

it('says why a single record could not be deleted', async () => {
  const { actor, settleCall, told } = start();
  actor.send({ type: 'removals.requested', ids: ['a'] });
  await settleCall(offline);
  expect([told('app'), told('toast')]).toEqual([
    [{ type: 'call.rejected', failure: offline, fallback: 'toast.removalFailed' }],
    [],
  ]);
});

it('stops when the visitor changes, and says how many records were not deleted', async () => {
  const { actor, asked, settleCall, told } = start();
  actor.send({ type: 'user.changed', user: member });
  actor.send({ type: 'removals.requested', ids: ['a', 'b', 'c'] });
  await settleCall();
  actor.send({ type: 'user.changed', user: { ...member } });
  expect(actor.getSnapshot().matches('removing')).toBe(true);
  actor.send({ type: 'user.changed', user: guest });
  await settleCall();
  expect([asked(), actor.getSnapshot().matches('idle')]).toEqual([['a', 'b'], true]);
  expect(told('toast')).toMatchObject([
    { kind: 'error', message: { id: 'toast.recordsKept', values: { count: 2 } } },
  ]);
});
