import { failed } from '../port-actors.ts';
import { removing } from './records.removing.ts';
import { saving } from './records.saving.ts';
import { continuedOf, recordsSetup } from './records.setup.ts';
import type { RecordsContext } from './records.types.ts';

type Pressed = { event: { id: string } };
type Selected = { context: RecordsContext };

const removable = {
  'removal.pressed': {
    // a task that is still running cannot be deleted, only cancelled
    guard: { type: 'hasEnded', params: ({ event }: Pressed) => event },
    target: 'confirming',
    actions: { type: 'markRemoval', params: ({ event }: Pressed) => ({ ids: [event.id] }) },
  },
  'removals.pressed': {
    guard: 'hasSelected',
    target: 'confirming',
    actions: {
      type: 'markRemoval',
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

const savable = {
  'archive.pressed': { guard: 'hasSelectedResults', target: 'saving', actions: 'listRenewals' },
} as const;

/**
 * Shows the list and runs one action at a time: loading more, deleting or saving records, or
 * continuing with a result.
 */
export const list = recordsSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      entry: ['clearRemoval', 'clearRenewals', 'clearContinued'],
      meta: { view: 'the list' },
      on: {
        ...removable,
        ...continuable,
        ...savable,
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
        ...continuable,
        ...savable,
        'records.moreRequested': { target: 'loadingMore' },
        'connection.restored': { target: 'loadingMore' },
      },
    },
    confirming: {
      entry: 'askForRemoval',
      meta: { view: 'the confirmation before these records are deleted' },
      on: {
        'dialog.answered': [
          { guard: { type: 'isConfirmed', params: ({ event }) => event }, target: 'removing' },
          { target: 'idle' },
        ],
      },
    },
    removing,
    saving,
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
