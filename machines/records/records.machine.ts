import type { RecordPage } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { list } from './records.list.ts';
import { live } from './records.live.ts';
import { selection } from './records.selection.ts';
import { located, noPage, recordsSetup } from './records.setup.ts';

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
        input: ({ context: { coming, tool } }) => ({ cursor: coming.nextCursor, tool }),
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
        'removal.done': again['server.changed'],
        // the list that now loads is current
        'location.changed': {
          guard: { type: 'isOtherTool', params: located },
          target: 'current',
        },
      },
    },
  },
});

/** The record list (R44), of all tools or of one. It lives as long as its page. */
export const recordsMachine = recordsSetup.createMachine({
  id: 'records',
  context: ({ input }) => ({
    tool: input.tool,
    tools: [],
    records: [],
    nextCursor: null,
    counted: null,
    coming: noPage,
    selected: [],
    removals: [],
    continuedId: null,
    failure: null,
    watchFailure: null,
  }),
  initial: 'loading',
  on: {
    'tool.chosen': { actions: { type: 'goToTool', params: ({ event }) => event } },
    // the address says which records are listed, so that Back returns to them
    'location.changed': {
      guard: { type: 'isOtherTool', params: located },
      target: '.loading',
      actions: { type: 'setTool', params: located },
    },
  },
  states: {
    loading: {
      meta: { view: 'the list is loading' },
      on: { 'removal.done': { target: 'loading', reenter: true } },
      invoke: {
        id: 'listRecords',
        src: 'listRecords',
        input: ({ context: { tool } }) => ({ cursor: null, tool }),
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
          on: {
            'server.changed': { target: 'looking', reenter: true },
            'removal.done': { target: 'looking', reenter: true },
          },
          invoke: {
            id: 'listRecords',
            src: 'listRecords',
            input: ({ context: { tool } }) => ({ cursor: null, tool }),
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
      on: { 'list.unfiltered': { target: 'failed', actions: 'clearList' } },
      always: [
        { guard: 'isOldListOver', target: 'loading' },
        // all loaded records have been deleted
        { guard: 'isListOver', target: 'empty' },
        { guard: 'isPageOver', target: 'loading' },
      ],
      states: { list, live, renewal, selection },
    },
  },
});
