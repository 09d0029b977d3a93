import type { RecordPage } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { continuedOf, located, recordsSetup } from './records.setup.ts';
import type { RecordsContext } from './records.types.ts';

type Pressed = { event: { id: string } };
type Selected = { context: RecordsContext };

const removable = {
  'removal.pressed': {
    // a task that is still running cannot be deleted, only cancelled
    guard: { type: 'hasEnded', params: ({ event }: Pressed) => event },
    target: 'confirming',
    actions: { type: 'markRemovals', params: ({ event }: Pressed) => ({ ids: [event.id] }) },
  },
  'removals.pressed': {
    guard: 'hasSelected',
    target: 'confirming',
    actions: {
      type: 'markRemovals',
      params: ({ context }: Selected) => ({ ids: context.selected }),
    },
  },
} as const;

const continuable = {
  'result.continued': {
    guard: { type: 'hasResult', params: ({ event }: Pressed) => event },
    target: 'continuing',
    actions: { type: 'markContinued', params: ({ event }: Pressed) => event },
  },
} as const;

const actions = {
  ...removable,
  ...continuable,
  'archive.pressed': { guard: 'canSave', actions: 'requestArchive' },
  'records.allToggled': { guard: 'hasMore', target: 'loadingAll' },
} as const;

const listed = ({ event }: { event: { output: RecordPage } }) => ({ page: event.output });

const failing = {
  target: 'moreFailed',
  actions: [
    { type: 'setFailure', params: failed },
    { type: 'reportFailure', params: failed },
  ],
} as const;

const dropped = {
  type: 'drop',
  params: ({ event }: { event: { id: string | null } }) => event,
} as const;

/**
 * Shows the list and runs one action at a time: loading more, or continuing with a result. The chart
 * `removals` deletes records, and the chart `archive` saves results.
 */
export const list = recordsSetup.createStateConfig({
  initial: 'idle',
  on: {
    'removal.done': { actions: dropped },
    'location.changed': {
      guard: { type: 'isOtherTool', params: located },
      target: '.filtering',
      actions: { type: 'setTool', params: located },
    },
  },
  states: {
    idle: {
      entry: ['clearRemovals', 'clearContinued'],
      meta: { view: 'the list' },
      on: {
        ...actions,
        'records.moreRequested': { guard: 'hasMore', target: 'loadingMore' },
      },
    },
    filtering: {
      meta: { view: 'the old list, dimmed, while the records of a tool are loading' },
      // the pending answer may still list the deleted record
      on: { 'removal.done': { target: 'filtering', reenter: true } },
      invoke: {
        id: 'listRecords',
        src: 'listRecords',
        input: ({ context: { tool } }) => ({ cursor: null, tool }),
        onDone: { target: 'idle', actions: [{ type: 'setPage', params: listed }, 'noteFiltered'] },
        onError: { actions: [...failing.actions, 'noteUnfiltered'] },
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
        // the pending answer may still list the deleted record
        'removal.done': { target: 'loadingMore', reenter: true, actions: dropped },
      },
      invoke: {
        id: 'listMore',
        src: 'listRecords',
        input: ({ context: { nextCursor, tool } }) => ({ cursor: nextCursor, tool }),
        onDone: { target: 'idle', actions: { type: 'appendPage', params: listed } },
        onError: failing,
      },
    },
    loadingAll: {
      meta: { view: 'the list, the rest of it loading to be selected' },
      on: {
        'records.selectionToggled': { target: 'idle' },
        'records.selectionLeft': { target: 'idle' },
        'list.replaced': [
          { guard: 'hasMore', target: 'loadingAll', reenter: true },
          { target: 'idle', actions: 'noteComplete' },
        ],
        'removal.done': { target: 'loadingAll', reenter: true, actions: dropped },
      },
      invoke: {
        id: 'listMore',
        src: 'listRecords',
        input: ({ context: { nextCursor, tool } }) => ({ cursor: nextCursor, tool }),
        onDone: [
          {
            guard: { type: 'isLastPage', params: listed },
            target: 'idle',
            actions: [{ type: 'appendPage', params: listed }, 'noteComplete'],
          },
          {
            target: 'loadingAll',
            reenter: true,
            actions: { type: 'appendPage', params: listed },
          },
        ],
        onError: failing,
      },
    },
    moreFailed: {
      meta: { view: 'the list, with a button to load more again' },
      // the list was loaded again meanwhile, and is complete
      always: { guard: 'isComplete', target: 'idle' },
      on: {
        ...actions,
        'records.moreRequested': { target: 'loadingMore' },
        'connection.restored': { target: 'loadingMore' },
      },
    },
    confirming: {
      entry: 'askForRemoval',
      meta: { view: 'the confirmation before these records are deleted' },
      on: {
        'dialog.answered': [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'idle',
            actions: 'requestRemovals',
          },
          { target: 'idle' },
        ],
      },
    },
    continuing: {
      meta: { view: 'the list, until a result of it is in the studio' },
      // the record is loaded first, because the addresses of its pictures expire and the record may
      // have been deleted
      invoke: {
        id: 'loadRecord',
        src: 'loadRecord',
        input: ({ context }) => continuedOf(context),
        onDone: {
          target: 'idle',
          actions: [
            {
              type: 'giveToStudio',
              params: ({ event }) => ({ record: event.output, picture: 'result' as const }),
            },
            'goHome',
          ],
        },
        onError: [
          {
            guard: { type: 'isMissing', params: failed },
            target: 'idle',
            actions: 'dropContinued',
          },
          { target: 'idle', actions: { type: 'complainOfNext', params: failed } },
        ],
      },
    },
  },
});
