import type { RecordPage } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { live } from './records.live.ts';
import { noPage, recordsSetup, removalOf } from './records.setup.ts';

type Removal = { event: { id: string } };

const removable = {
  'removal.pressed': {
    // a task under way would have to be cancelled first
    guard: { type: 'hasEnded', params: ({ event }: Removal) => event },
    target: 'confirming',
    actions: { type: 'markRemoval', params: ({ event }: Removal) => event },
  },
} as const;

const removed = {
  target: 'idle',
  actions: ['tellRuns', 'dropMarked', 'noteRemoved', 'toastRemoved', 'emitDeleted'],
} as const;

const list = recordsSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      entry: 'clearRemoval',
      meta: { view: 'the list' },
      on: {
        ...removable,
        'records.moreRequested': { guard: 'hasMore', target: 'loadingMore' },
      },
    },
    loadingMore: {
      meta: { view: 'the list, more of it loading' },
      on: {
        // the requested page no longer continues the list, because its last record has changed
        'list.replaced': [
          { guard: 'hasMore', target: 'loadingMore', reenter: true },
          { target: 'idle' },
        ],
      },
      invoke: {
        id: 'listMore',
        src: 'listRecords',
        input: ({ context }) => ({ cursor: context.nextCursor }),
        onDone: {
          target: 'idle',
          actions: { type: 'appendPage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: {
          target: 'moreFailed',
          actions: [
            { type: 'setFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    moreFailed: {
      meta: { view: 'the list, with a button to load more again' },
      // the list was loaded again meanwhile, and is complete
      always: { guard: 'isComplete', target: 'idle' },
      on: {
        ...removable,
        'records.moreRequested': { target: 'loadingMore' },
        'connection.restored': { target: 'loadingMore' },
      },
    },
    confirming: {
      entry: 'askForRemoval',
      meta: { view: 'the confirmation before this record is deleted' },
      on: {
        'dialog.answered': [
          { guard: { type: 'isConfirmed', params: ({ event }) => event }, target: 'removing' },
          { target: 'idle' },
        ],
      },
    },
    removing: {
      meta: { view: 'the list, one record being deleted' },
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        input: ({ context }) => removalOf(context),
        onDone: removed,
        onError: [
          { guard: { type: 'isMissing', params: failed }, ...removed },
          { target: 'idle', actions: { type: 'complainOfRemoval', params: failed } },
        ],
      },
    },
  },
});

const listed = ({ event }: { event: { output: RecordPage } }) => ({ page: event.output });

const again = {
  'server.changed': { target: 'loading', reenter: true, actions: 'beginAgain' },
} as const;

/** Loads the list again, with as many records, while the old list is on screen. */
const renewal = recordsSetup.createStateConfig({
  initial: 'current',
  states: {
    current: { meta: { view: 'the list' }, on: again },
    loading: {
      meta: { view: 'the old list' },
      invoke: {
        id: 'listAgain',
        src: 'listRecords',
        input: ({ context }) => ({ cursor: context.coming.nextCursor }),
        onDone: [
          {
            guard: { type: 'isWholeAgain', params: listed },
            target: 'current',
            actions: [{ type: 'replaceList', params: listed }, 'noteReplaced'],
          },
          { target: 'loading', reenter: true, actions: { type: 'setComing', params: listed } },
        ],
        onError: { target: 'current', actions: { type: 'reportFailure', params: failed } },
      },
      on: {
        ...again,
        'removal.done': { target: 'loading', reenter: true, actions: 'beginAgain' },
      },
    },
  },
});

/** The record list (R44). It lives as long as its page. */
export const recordsMachine = recordsSetup.createMachine({
  id: 'records',
  context: {
    records: [],
    nextCursor: null,
    coming: noPage,
    removingId: null,
    failure: null,
    watchFailure: null,
  },
  initial: 'loading',
  states: {
    loading: {
      meta: { view: 'the list is loading' },
      invoke: {
        id: 'listRecords',
        src: 'listRecords',
        input: { cursor: null },
        onDone: { target: 'listed', actions: { type: 'setPage', params: listed } },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    empty: {
      initial: 'current',
      states: {
        current: {
          meta: { view: 'no records yet, and a link to create the first' },
          on: { 'server.changed': { target: 'looking' } },
        },
        looking: {
          meta: { view: 'no records yet, and a link to create the first' },
          on: { 'server.changed': { target: 'looking', reenter: true } },
          invoke: {
            id: 'listRecords',
            src: 'listRecords',
            input: { cursor: null },
            onDone: { target: '#records.listed', actions: { type: 'setPage', params: listed } },
            onError: { target: 'current', actions: { type: 'reportFailure', params: failed } },
          },
        },
      },
    },
    failed: {
      meta: { view: 'the list could not be loaded, with a button to try again' },
      on: {
        'records.retried': { target: 'loading' },
        'server.changed': { target: 'loading' },
        'connection.restored': { target: 'loading' },
      },
    },
    listed: {
      type: 'parallel',
      always: [
        // all loaded records have been deleted
        { guard: 'isListOver', target: 'empty' },
        { guard: 'isPageOver', target: 'loading' },
      ],
      states: { list, live, renewal },
    },
  },
});
