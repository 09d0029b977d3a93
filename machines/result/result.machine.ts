import { failed } from '../port-actors.ts';
import { comparison } from './result.comparison.ts';
import { another, continuable, continuing } from './result.continuing.ts';
import { files, pictureOf } from './result.files.ts';
import { resultSetup } from './result.setup.ts';
import { waiting } from './result.waiting.ts';

/**
 * Returns a state that shows an ended record. The record is loaded again, in case another page has
 * deleted it.
 */
const shown = (view: string) =>
  resultSetup.createStateConfig({
    initial: 'current',
    states: {
      current: {
        meta: { view },
        on: { 'server.changed': { target: 'looking' } },
      },
      looking: {
        meta: { view },
        on: { 'server.changed': { target: 'looking', reenter: true } },
        invoke: {
          id: 'loadRecord',
          src: 'loadRecord',
          input: ({ context }) => ({ id: context.recordId }),
          onDone: {
            target: 'current',
            actions: [
              { type: 'setRecord', params: ({ event }) => ({ record: event.output }) },
              'noteReloaded',
            ],
          },
          onError: [
            {
              guard: { type: 'isMissing', params: failed },
              target: 'current',
              actions: 'noteDeleted',
            },
            { target: 'current', actions: { type: 'reportFailure', params: failed } },
          ],
        },
      },
    },
  });

const removable = {
  'removal.pressed': { target: '#result.confirming' },
  'record.reloaded': { target: '#result.sorting' },
  'record.deleted': { target: '#result.gone' },
} as const;

const ended = { ...removable, ...another } as const;

const deleted = {
  target: 'removed',
  actions: ['tellRuns', 'toastRemoved', 'emitDeleted'],
} as const;

/** The page of one record (R44). The comparison view needs only `record`. */
export const resultMachine = resultSetup.createMachine({
  id: 'result',
  context: ({ input }) => ({
    ...input,
    record: null,
    sinceNewsMs: 0,
    failure: null,
    ways: null,
    change: undefined,
  }),
  initial: 'loading',
  on: {
    'removal.done': {
      guard: { type: 'isThis', params: ({ event }) => event },
      target: '.gone',
    },
  },
  states: {
    loading: {
      meta: { view: 'the record is loading' },
      invoke: {
        id: 'loadRecord',
        src: 'loadRecord',
        input: ({ context }) => ({ id: context.recordId }),
        onDone: {
          target: 'sorting',
          actions: { type: 'setRecord', params: ({ event }) => ({ record: event.output }) },
        },
        onError: [
          { guard: { type: 'isNotFound', params: failed }, target: 'notFound' },
          { guard: { type: 'isGone', params: failed }, target: 'gone' },
          {
            target: 'failedToLoad',
            actions: [
              { type: 'setFailure', params: failed },
              { type: 'reportFailure', params: failed },
            ],
          },
        ],
      },
    },
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: { type: 'isPhase', params: { phase: 'succeeded' } }, target: 'shown' },
        // the page shows the rejection itself, without a dialog
        { guard: { type: 'isPhase', params: { phase: 'rejected' } }, target: 'rejected' },
        { guard: { type: 'isPhase', params: { phase: 'failed' } }, target: 'failed' },
        { guard: { type: 'isPhase', params: { phase: 'cancelled' } }, target: 'cancelled' },
        { target: 'waiting' },
      ],
    },
    waiting,
    shown: {
      type: 'parallel',
      invoke: {
        id: 'findPictureWays',
        src: 'findPictureWays',
        input: pictureOf,
        onDone: { actions: { type: 'setWays', params: ({ event }) => ({ ways: event.output }) } },
        onError: { actions: 'setNoWays' },
      },
      states: { record: shown('the result and its download'), comparison, files },
      on: {
        ...removable,
        ...continuable,
        'record.reloaded': [
          { guard: { type: 'isPhase', params: { phase: 'succeeded' } } },
          { target: 'sorting' },
        ],
        'picture.missed': { target: 'loading' },
        'download.pressed': { actions: 'emitDownloaded' },
      },
    },
    rejected: { ...shown('the core rejected the photo; nothing was charged'), on: ended },
    failed: { ...shown('the task failed; nothing was charged'), on: ended },
    cancelled: { ...shown('the task was cancelled; nothing was charged'), on: ended },
    continuing,
    notFound: { meta: { view: 'no such record here' } },
    gone: { meta: { view: 'the record was deleted or has expired' } },
    failedToLoad: {
      meta: { view: 'the record could not be loaded, with a button to try again' },
      on: {
        'result.retried': { target: 'loading' },
        'connection.restored': { target: 'loading' },
      },
    },
    confirming: {
      entry: 'askForRemoval',
      meta: { view: 'the confirmation before it is deleted' },
      on: {
        'removal.done': {
          guard: { type: 'isThis', params: ({ event }) => event },
          target: 'gone',
          actions: 'withdrawDialog',
        },
        'dialog.answered': [
          { guard: { type: 'isConfirmed', params: ({ event }) => event }, target: 'removing' },
          { target: 'sorting' },
        ],
      },
    },
    removing: {
      meta: { view: 'the record is being deleted' },
      on: {
        // the chart `removals` was faster, and has reported the deletion
        'removal.done': {
          guard: { type: 'isThis', params: ({ event }) => event },
          target: 'removed',
        },
      },
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        input: ({ context }) => ({ id: context.recordId }),
        onDone: deleted,
        onError: [
          { guard: { type: 'isMissing', params: failed }, ...deleted },
          { target: 'sorting', actions: { type: 'complainOfRemoval', params: failed } },
        ],
      },
    },
    removed: {
      entry: 'goToRecords',
      meta: { view: 'it is deleted; a link back to the list' },
      on: { 'removal.done': {} },
    },
  },
});
