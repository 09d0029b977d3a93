import type { RecordPage } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

/** Requests a copy of all data; a link to the copy is mailed (R76). */
export const copy = accountSetup.createStateConfig({
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [{ guard: 'isCopyOver', target: 'over' }, { target: 'still' }],
    },
    over: {
      meta: {
        view: 'a message that the link no longer works, with the button that requests another copy',
      },
      on: { 'export.pressed': { target: 'asking' } },
    },
    still: {
      meta: { view: 'the contents of a copy, and the button that requests it' },
      on: { 'export.pressed': { target: 'asking' } },
    },
    asking: {
      entry: 'clearExportFailure',
      meta: { view: 'a note that the copy is being requested' },
      invoke: {
        id: 'requestExport',
        src: 'requestExport',
        onDone: { target: 'asked' },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setExportFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    asked: { meta: { view: 'a message that a link will be mailed, and how long it works' } },
    failed: {
      meta: { view: 'why no copy was requested, with the button' },
      on: { 'export.pressed': { target: 'asking' } },
    },
  },
});

const listed = ({ event }: { event: { output: RecordPage } }) => ({ page: event.output });

/** Loads the number of records, and the date on which the next record is deleted (R76). */
export const clock = accountSetup.createStateConfig({
  initial: 'counting',
  states: {
    counting: {
      meta: { view: 'a note that the records are being counted' },
      invoke: {
        id: 'listRecords',
        src: 'listRecords',
        input: ({ context }) => ({ cursor: context.cursor }),
        onDone: [
          {
            guard: { type: 'hasMore', params: listed },
            target: 'counting',
            reenter: true,
            actions: { type: 'addToClock', params: listed },
          },
          { target: 'counted', actions: { type: 'addToClock', params: listed } },
        ],
        onError: {
          target: 'failed',
          actions: ['beginClock', { type: 'reportFailure', params: failed }],
        },
      },
    },
    counted: { meta: { view: 'the number of records, and the date of the next deletion' } },
    failed: {
      meta: { view: 'a message that the records could not be counted, with a button to try again' },
      on: {
        'clock.retried': { target: 'counting' },
        'server.changed': { target: 'counting' },
        'connection.restored': { target: 'counting' },
      },
    },
  },
});
