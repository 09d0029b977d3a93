import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { resultSetup } from './result.setup.ts';

const answered = ({ event }: { event: { output: TaskRecord } }) => ({ record: event.output });

const askNow = {
  'result.retried': {
    actions: { type: 'tellWatch', params: { type: 'watch.retried' } },
    meta: { req: 'R79' },
  },
} as const;

const news = resultSetup.createStateConfig({
  initial: 'inTouch',
  on: {
    'record.changed': {
      actions: { type: 'keepRecord', params: ({ event }) => event },
      meta: { req: 'R72' },
    },
    'record.found': { target: '.inTouch', meta: { req: 'R79' } },
    'record.lost': {
      target: '.lost',
      actions: { type: 'keepFailure', params: ({ event }) => event },
      meta: { req: 'R79' },
    },
    'record.refused': {
      target: '.refused',
      actions: { type: 'keepFailure', params: ({ event }) => event },
      meta: { req: ['R36', 'R37', 'R38', 'R39'] },
    },
  },
  states: {
    inTouch: { meta: { view: 'the task moves, with its progress' } },
    lost: {
      meta: { view: 'nobody knows how it goes on; a way to ask now' },
      on: askNow,
    },
    refused: {
      meta: { view: 'why nobody is told how it goes on; a way to ask again' },
      on: askNow,
    },
  },
});

const cancel = resultSetup.createStateConfig({
  initial: 'possible',
  states: {
    possible: {
      meta: { view: 'a way to cancel the task' },
      on: { 'cancel.pressed': { target: 'cancelling', meta: { req: 'ours' } } },
    },
    cancelling: {
      meta: { view: 'the task is being cancelled' },
      invoke: {
        id: 'cancelTask',
        src: 'cancelTask',
        input: ({ context }) => ({ id: context.recordId }),
        onDone: [
          {
            guard: { type: 'isUnderWay', params: answered },
            target: 'possible',
            actions: { type: 'keepRecord', params: answered },
            meta: { req: 'ours' },
          },
          { actions: { type: 'raiseEnded', params: answered }, meta: { req: 'ours' } },
        ],
        onError: [
          // how it has ended is on its way
          { guard: { type: 'isEnded', params: failed }, meta: { req: 'ours' } },
          {
            target: 'possible',
            actions: { type: 'complainOfCancel', params: failed },
            meta: { req: 'ours' },
          },
        ],
      },
    },
  },
});

const isTimed = { guard: 'isInRange', target: 'timed', meta: { req: 'R72' } } as const;

const pace = resultSetup.createStateConfig({
  initial: 'unmeasured',
  states: {
    unmeasured: { meta: { view: 'nothing about the time' }, always: isTimed },
    timed: {
      meta: { view: 'the time it will still take, counted down' },
      always: [
        { guard: 'isUnmeasured', target: 'unmeasured', meta: { req: 'R72' } },
        { guard: 'isRangeOver', target: 'late', meta: { req: 'R72' } },
      ],
      after: { tick: { target: 'timed', reenter: true, actions: 'countOn', meta: { req: 'R72' } } },
    },
    late: {
      meta: { view: 'it takes longer than usual' },
      always: [isTimed, { guard: 'isUnmeasured', target: 'unmeasured', meta: { req: 'R72' } }],
    },
  },
});

const waiting = resultSetup.createStateConfig({
  type: 'parallel',
  invoke: {
    id: 'recordWatch',
    src: 'recordWatch',
    // revision 0 is before everything
    input: ({ context }) => ({ id: context.recordId, revision: context.record?.revision ?? 0 }),
    onError: {
      target: 'failedToLoad',
      actions: [
        { type: 'keepFailure', params: failed },
        { type: 'reportFailure', params: failed },
      ],
      meta: { req: 'R79' },
    },
  },
  on: {
    'record.ended': {
      target: 'sorting',
      actions: { type: 'keepRecord', params: ({ event }) => event },
      meta: { req: 'R44' },
    },
    'record.gone': { target: 'gone', meta: { req: 'R76' } },
    'connection.lost': {
      actions: { type: 'tellWatch', params: { type: 'connection.lost' } },
      meta: { req: 'R79' },
    },
    'connection.restored': {
      actions: { type: 'tellWatch', params: { type: 'connection.restored' } },
      meta: { req: 'R79' },
    },
  },
  states: { news, cancel, pace },
});

const removable = { 'removal.pressed': { target: 'confirming', meta: { req: 'R76' } } } as const;

/** The page of one record (R44). The before/after view needs nothing but `record`. */
export const resultMachine = resultSetup.createMachine({
  id: 'result',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    recordId: input.recordId,
    record: null,
    sinceNewsMs: 0,
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      meta: { view: 'the record is on its way' },
      invoke: {
        id: 'loadRecord',
        src: 'loadRecord',
        input: ({ context }) => ({ id: context.recordId }),
        onDone: {
          target: 'sorting',
          actions: { type: 'keepRecord', params: ({ event }) => ({ record: event.output }) },
          meta: { req: 'R44' },
        },
        onError: [
          {
            guard: { type: 'isNotFound', params: failed },
            target: 'notFound',
            meta: { req: 'R44' },
          },
          { guard: { type: 'isGone', params: failed }, target: 'gone', meta: { req: 'R76' } },
          {
            target: 'failedToLoad',
            actions: [
              { type: 'keepFailure', params: failed },
              { type: 'reportFailure', params: failed },
            ],
            meta: { req: 'R44' },
          },
        ],
      },
    },
    sorting: {
      meta: { view: 'passing' },
      always: [
        {
          guard: { type: 'isPhase', params: { phase: 'succeeded' } },
          target: 'shown',
          meta: { req: 'R44' },
        },
        // the page says it itself: no note over it
        {
          guard: { type: 'isPhase', params: { phase: 'rejected' } },
          target: 'rejected',
          meta: { req: 'R35' },
        },
        {
          guard: { type: 'isPhase', params: { phase: 'failed' } },
          target: 'failed',
          meta: { req: 'R44' },
        },
        {
          guard: { type: 'isPhase', params: { phase: 'cancelled' } },
          target: 'cancelled',
          meta: { req: 'R44' },
        },
        { target: 'waiting', meta: { req: 'R72' } },
      ],
    },
    waiting,
    shown: {
      meta: { view: 'before and after, and the download' },
      on: {
        ...removable,
        'download.pressed': { actions: 'emitDownloaded', meta: { req: 'R54' } },
      },
    },
    rejected: { meta: { view: 'the core refused the photo; nothing was charged' }, on: removable },
    failed: { meta: { view: 'the task failed; nothing was charged' }, on: removable },
    cancelled: { meta: { view: 'the task was cancelled; nothing was charged' }, on: removable },
    notFound: { meta: { view: 'no such record here' } },
    gone: { meta: { view: 'the record was deleted or its time was over' } },
    failedToLoad: {
      meta: { view: 'the record could not be loaded, with a way to try again' },
      on: {
        'result.retried': { target: 'loading', meta: { req: 'R44' } },
        'connection.restored': { target: 'loading', meta: { req: 'R79' } },
      },
    },
    confirming: {
      entry: 'askForRemoval',
      meta: { view: 'a question whether to delete it' },
      on: {
        'dialog.answered': [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'removing',
            meta: { req: 'R76' },
          },
          { target: 'sorting', meta: { req: 'R76' } },
        ],
      },
    },
    removing: {
      meta: { view: 'the record is being deleted' },
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        input: ({ context }) => ({ id: context.recordId }),
        onDone: { target: 'removed', meta: { req: 'R76' } },
        onError: [
          {
            guard: { type: 'isMissing', params: failed },
            target: 'removed',
            meta: { req: 'R76' },
          },
          {
            target: 'sorting',
            actions: { type: 'complainOfRemoval', params: failed },
            meta: { req: 'R76' },
          },
        ],
      },
    },
    removed: {
      entry: ['toastRemoved', 'emitDeleted', 'goToRecords'],
      meta: { view: 'it is deleted; the way back to the list' },
    },
  },
});
