import { failed } from '../port-actors.ts';
import { recordsSetup } from './records.setup.ts';

const removable = {
  'removal.pressed': {
    target: 'confirming',
    actions: { type: 'markRemoval', params: ({ event }: { event: { id: string } }) => event },
    meta: { req: 'R76' },
  },
} as const;

const removed = {
  actions: ['dropMarked', 'toastRemoved'],
  meta: { req: 'R76' },
} as const;

const list = recordsSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      entry: 'forgetRemoval',
      meta: { view: 'the list' },
      on: {
        ...removable,
        'records.moreRequested': { guard: 'hasMore', target: 'loadingMore', meta: { req: 'R44' } },
      },
    },
    loadingMore: {
      meta: { view: 'the list, more of it on its way' },
      invoke: {
        id: 'listMore',
        src: 'listRecords',
        input: ({ context }) => ({ cursor: context.nextCursor }),
        onDone: {
          target: 'idle',
          actions: { type: 'appendPage', params: ({ event }) => ({ page: event.output }) },
          meta: { req: 'R44' },
        },
        onError: {
          target: 'moreFailed',
          actions: [
            { type: 'keepFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
          meta: { req: 'R44' },
        },
      },
    },
    moreFailed: {
      meta: { view: 'the list, with a way to try for more again' },
      on: {
        ...removable,
        'records.moreRequested': { target: 'loadingMore', meta: { req: 'R44' } },
        'connection.restored': { target: 'loadingMore', meta: { req: 'R79' } },
      },
    },
    confirming: {
      entry: 'askForRemoval',
      meta: { view: 'a question whether to delete this one' },
      on: {
        'dialog.answered': [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'removing',
            meta: { req: 'R76' },
          },
          { target: 'idle', meta: { req: 'R76' } },
        ],
      },
    },
    removing: {
      meta: { view: 'the list, one record on its way out' },
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        input: ({ context }) => ({ id: context.removingId ?? '' }),
        onDone: { target: '#records.deciding', ...removed },
        onError: [
          {
            guard: { type: 'isMissing', params: failed },
            target: '#records.deciding',
            ...removed,
          },
          {
            target: 'idle',
            actions: { type: 'complainOfRemoval', params: failed },
            meta: { req: 'R76' },
          },
        ],
      },
    },
  },
});

const live = recordsSetup.createStateConfig({
  initial: 'still',
  states: {
    still: {
      meta: { view: 'nothing is under way' },
      always: { guard: 'hasUnderWay', target: 'following', meta: { req: 'R44' } },
    },
    following: {
      entry: 'markWatched',
      meta: { view: 'one record moves' },
      invoke: {
        id: 'watchRecord',
        src: 'watchRecord',
        input: ({ context: { watched } }) => ({
          id: watched?.id ?? '',
          revision: watched?.revision ?? 0,
        }),
        onError: { target: 'lost', meta: { req: 'R79' } },
      },
      on: {
        'record.changed': [
          {
            guard: { type: 'isUnderWay', params: ({ event }) => event },
            actions: { type: 'replaceRecord', params: ({ event }) => event },
            meta: { req: 'R44' },
          },
          {
            target: 'still',
            actions: { type: 'replaceRecord', params: ({ event }) => event },
            meta: { req: 'R44' },
          },
        ],
        'watch.failed': [
          {
            guard: { type: 'isMissing', params: ({ event }) => event },
            target: '#records.deciding',
            actions: 'dropWatched',
            meta: { req: 'R44' },
          },
          { target: 'lost', meta: { req: 'R79' } },
        ],
      },
    },
    lost: {
      meta: { view: 'one record may have moved meanwhile' },
      after: { watchPause: { target: 'still', meta: { req: 'R79' } } },
      on: { 'connection.restored': { target: 'still', meta: { req: 'R79' } } },
    },
  },
});

/** The record list (R44). Lives as long as its page. */
export const recordsMachine = recordsSetup.createMachine({
  id: 'records',
  options: { maxIterations: 1000 },
  context: { records: [], nextCursor: null, removingId: null, watched: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      meta: { view: 'the list is on its way' },
      invoke: {
        id: 'listRecords',
        src: 'listRecords',
        input: { cursor: null },
        onDone: {
          target: 'deciding',
          actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
          meta: { req: 'R44' },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'keepFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
          meta: { req: 'R44' },
        },
      },
    },
    deciding: {
      meta: { view: 'passing' },
      always: [
        { guard: 'hasRecords', target: 'listed', meta: { req: 'R44' } },
        { guard: 'hasMore', target: 'loading', meta: { req: 'R44' } },
        { target: 'empty', meta: { req: 'R44' } },
      ],
    },
    empty: { meta: { view: 'no records yet, and the way to the first' } },
    failed: {
      meta: { view: 'the list could not be loaded, with a way to try again' },
      on: {
        'records.retried': { target: 'loading', meta: { req: 'R44' } },
        'connection.restored': { target: 'loading', meta: { req: 'R79' } },
      },
    },
    listed: { type: 'parallel', states: { list, live } },
  },
});
