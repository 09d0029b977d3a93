import { failed } from '../port-actors.ts';
import { resultSetup } from './result.setup.ts';
import { waiting } from './result.waiting.ts';

/** An ended record; it is looked at again when it may have been deleted elsewhere. */
const shown = (view: string) =>
  resultSetup.createStateConfig({
    initial: 'current',
    states: {
      current: {
        meta: { view },
        on: { 'server.changed': { target: 'looking', meta: { req: 'R71' } } },
      },
      looking: {
        meta: { view },
        on: { 'server.changed': { target: 'looking', reenter: true, meta: { req: 'R71' } } },
        invoke: {
          id: 'loadRecord',
          src: 'loadRecord',
          input: ({ context }) => ({ id: context.recordId }),
          onDone: {
            target: '#result.sorting',
            actions: { type: 'keepRecord', params: ({ event }) => ({ record: event.output }) },
            meta: { req: 'R71' },
          },
          onError: [
            {
              guard: { type: 'isMissing', params: failed },
              target: '#result.gone',
              meta: { req: 'R76' },
            },
            {
              target: 'current',
              actions: { type: 'reportFailure', params: failed },
              meta: { req: 'R71' },
            },
          ],
        },
      },
    },
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
        // the page says so itself: no dialog over it
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
      ...shown('before and after, and the download'),
      on: {
        ...removable,
        'download.pressed': { actions: 'emitDownloaded', meta: { req: 'R54' } },
      },
    },
    rejected: { ...shown('the core refused the photo; nothing was charged'), on: removable },
    failed: { ...shown('the task failed; nothing was charged'), on: removable },
    cancelled: { ...shown('the task was cancelled; nothing was charged'), on: removable },
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
      entry: ['tellStudio', 'toastRemoved', 'emitDeleted', 'goToRecords'],
      meta: { view: 'it is deleted; the way back to the list' },
    },
  },
});
