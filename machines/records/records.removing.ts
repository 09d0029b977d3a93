import { failed } from '../port-actors.ts';
import { recordsSetup, removalOf } from './records.setup.ts';
import type { Lane } from './records.types.ts';

/** Deletes the records of a lane, one after the other. */
const laneOf = (lane: Lane) => {
  const params = { lane };
  const advance = { type: 'advance', params } as const;
  const removed = {
    target: 'next',
    actions: [
      { type: 'tellRuns', params },
      { type: 'dropRemoved', params },
      advance,
      'noteRemoved',
      'emitDeleted',
    ],
  } as const;
  return recordsSetup.createStateConfig({
    initial: 'next',
    states: {
      next: {
        meta: { view: 'transient' },
        always: [
          { guard: { type: 'hasRemovals', params }, target: 'deleting' },
          { target: 'done' },
        ],
      },
      deleting: {
        meta: { view: 'the list, one record being deleted' },
        invoke: {
          id: lane === 'first' ? 'deleteRecord' : 'deleteSecond',
          src: 'deleteRecord',
          input: ({ context }) => removalOf(context, lane),
          onDone: removed,
          onError: [
            { guard: { type: 'isMissing', params: failed }, ...removed },
            {
              target: 'next',
              actions: [advance, 'countKept', { type: 'complainOfRemoval', params: failed }],
            },
          ],
        },
      },
      done: { type: 'final', meta: { view: 'the list, until the other lane has ended' } },
    },
  });
};

/** Deletes the records, two at a time. A record that cannot be deleted does not stop the others. */
export const removing = recordsSetup.createStateConfig({
  type: 'parallel',
  exit: { type: 'toastOutcome', params: ({ context }) => context.removal },
  states: { first: laneOf('first'), second: laneOf('second') },
  onDone: 'idle',
});
