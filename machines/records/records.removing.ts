import { failed } from '../port-actors.ts';
import { recordsSetup, removalOf } from './records.setup.ts';

const removed = {
  target: 'next',
  actions: ['tellRuns', 'dropRemoved', 'advance', 'noteRemoved', 'emitDeleted'],
} as const;

/**
 * Deletes the records, one after the other. A record that cannot be deleted does not stop the
 * others.
 */
export const removing = recordsSetup.createStateConfig({
  initial: 'next',
  exit: { type: 'toastOutcome', params: ({ context }) => context.removal },
  states: {
    next: {
      meta: { view: 'transient' },
      always: [
        { guard: 'hasRemovals', target: 'deleting' },
        { target: '#records.listed.list.idle' },
      ],
    },
    deleting: {
      meta: { view: 'the list, some records being deleted' },
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        input: ({ context }) => removalOf(context),
        onDone: removed,
        onError: [
          { guard: { type: 'isMissing', params: failed }, ...removed },
          {
            target: 'next',
            actions: ['advance', 'countKept', { type: 'complainOfRemoval', params: failed }],
          },
        ],
      },
    },
  },
});
