import type { RecordPage } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { connectionToWatch } from '../record-watch/record-watch.connection.ts';
import { noPage, recordsSetup, removalOf } from './records.setup.ts';

type Removal = { event: { id: string } };

const removable = {
  'removal.pressed': {
    // a task under way would have to be cancelled first
    guard: { type: 'hasEnded', params: ({ event }: Removal) => event },
    target: 'confirming',
    actions: { type: 'markRemoval', params: ({ event }: Removal) => event },
    meta: { req: 'R76' },
  },
} as const;

const removed = {
  target: 'idle',
  actions: ['tellStudio', 'dropMarked', 'noteRemoved', 'toastRemoved', 'emitDeleted'],
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
      on: {
        // the page on its way begins after a record that is not the last one any more
        'list.replaced': [
          { guard: 'hasMore', target: 'loadingMore', reenter: true, meta: { req: 'R71' } },
          { target: 'idle', meta: { req: 'R71' } },
        ],
      },
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
      // the list was loaded again meanwhile, and all of it is here
      always: { guard: 'isComplete', target: 'idle', meta: { req: 'R71' } },
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
        input: ({ context }) => removalOf(context),
        onDone: removed,
        onError: [
          { guard: { type: 'isMissing', params: failed }, ...removed },
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

const lostTo = (target: 'lost' | 'refused') =>
  ({
    target: `.${target}`,
    actions: {
      type: 'keepWatchFailure',
      params: ({ event }: { event: { failure: PortFailure } }) => event,
    },
    meta: { req: 'R79' },
  }) as const;

const askNow = {
  'records.retried': {
    actions: { type: 'tellWatch', params: { type: 'watch.retried' } },
    meta: { req: 'R79' },
  },
} as const;

const following = recordsSetup.createStateConfig({
  initial: 'inTouch',
  entry: 'follow',
  exit: 'unfollow',
  on: {
    'xstate.error.actor.recordWatch': {
      target: 'stopped',
      actions: [
        { type: 'keepWatchFailure', params: failed },
        { type: 'reportFailure', params: failed },
      ],
      meta: { req: 'R79' },
    },
    'record.changed': {
      actions: { type: 'replaceRecord', params: ({ event }) => event },
      meta: { req: 'R44' },
    },
    'record.ended': {
      target: 'still',
      actions: [{ type: 'replaceRecord', params: ({ event }) => event }, 'tellChanged'],
      meta: { req: 'R44' },
    },
    'record.gone': {
      target: 'still',
      actions: { type: 'drop', params: ({ event }) => event },
      meta: { req: 'R44' },
    },
    'record.lost': lostTo('lost'),
    'record.refused': lostTo('refused'),
    'record.found': { target: '.inTouch', meta: { req: 'R79' } },
    ...connectionToWatch,
  },
  states: {
    inTouch: { meta: { view: 'one record moves' } },
    lost: { meta: { view: 'one record may have changed meanwhile' }, on: askNow },
    refused: {
      meta: { view: 'one record may have changed; why there is no news of it' },
      on: askNow,
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
    following,
    stopped: {
      meta: { view: 'one record may have changed meanwhile' },
      on: { 'records.retried': { target: 'still', meta: { req: 'R79' } } },
    },
  },
});

const listed = ({ event }: { event: { output: RecordPage } }) => ({ page: event.output });

const again = {
  'server.changed': {
    target: 'loading',
    reenter: true,
    actions: 'beginAgain',
    meta: { req: 'R71' },
  },
} as const;

/** Loads the list again behind the one on screen, as many records as that has. */
const renewal = recordsSetup.createStateConfig({
  initial: 'current',
  states: {
    current: { meta: { view: 'the list' }, on: again },
    loading: {
      meta: { view: 'the list as it was' },
      invoke: {
        id: 'listAgain',
        src: 'listRecords',
        input: ({ context }) => ({ cursor: context.coming.nextCursor }),
        onDone: [
          {
            guard: { type: 'isWholeAgain', params: listed },
            target: 'current',
            actions: [{ type: 'replaceList', params: listed }, 'noteReplaced'],
            meta: { req: 'R71' },
          },
          {
            target: 'loading',
            reenter: true,
            actions: { type: 'keepComing', params: listed },
            meta: { req: 'R71' },
          },
        ],
        onError: {
          target: 'current',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R71' },
        },
      },
      on: {
        ...again,
        'removal.done': {
          target: 'loading',
          reenter: true,
          actions: 'beginAgain',
          meta: { req: 'R76' },
        },
      },
    },
  },
});

/** The record list (R44). Lives as long as its page. */
export const recordsMachine = recordsSetup.createMachine({
  id: 'records',
  options: { maxIterations: 1000 },
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
      meta: { view: 'the list is on its way' },
      invoke: {
        id: 'listRecords',
        src: 'listRecords',
        input: { cursor: null },
        onDone: {
          target: 'listed',
          actions: { type: 'keepPage', params: listed },
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
    empty: {
      initial: 'current',
      states: {
        current: {
          meta: { view: 'no records yet, and the way to the first' },
          on: { 'server.changed': { target: 'looking', meta: { req: 'R71' } } },
        },
        looking: {
          meta: { view: 'no records yet, and the way to the first' },
          on: { 'server.changed': { target: 'looking', reenter: true, meta: { req: 'R71' } } },
          invoke: {
            id: 'listRecords',
            src: 'listRecords',
            input: { cursor: null },
            onDone: {
              target: '#records.listed',
              actions: { type: 'keepPage', params: listed },
              meta: { req: 'R71' },
            },
            onError: {
              target: 'current',
              actions: { type: 'reportFailure', params: failed },
              meta: { req: 'R71' },
            },
          },
        },
      },
    },
    failed: {
      meta: { view: 'the list could not be loaded, with a way to try again' },
      on: {
        'records.retried': { target: 'loading', meta: { req: 'R44' } },
        'server.changed': { target: 'loading', meta: { req: 'R71' } },
        'connection.restored': { target: 'loading', meta: { req: 'R79' } },
      },
    },
    listed: {
      type: 'parallel',
      always: [
        // all loaded records have been deleted
        { guard: 'isListOver', target: 'empty', meta: { req: 'R44' } },
        { guard: 'isPageOver', target: 'loading', meta: { req: 'R44' } },
      ],
      states: { list, live, renewal },
    },
  },
});
