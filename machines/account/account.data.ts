import type { RecordPage } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

/** A copy of everything, whose link comes by mail (R76). */
export const copy = accountSetup.createStateConfig({
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'passing' },
      always: [{ guard: 'isCopyOver', target: 'over' }, { target: 'still' }],
    },
    over: {
      meta: { view: 'that the link works no more, with the button that asks for another copy' },
      on: { 'export.pressed': { target: 'asking' } },
    },
    still: {
      meta: { view: 'what a copy contains, and the button that asks for it' },
      on: { 'export.pressed': { target: 'asking' } },
    },
    asking: {
      entry: 'forgetExportFailure',
      meta: { view: 'that the copy is being asked for' },
      invoke: {
        id: 'requestExport',
        src: 'requestExport',
        onDone: { target: 'asked' },
        onError: {
          target: 'failed',
          actions: [
            { type: 'keepExportFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    asked: { meta: { view: 'that a link comes by mail, and how long it works' } },
    failed: {
      meta: { view: 'that no copy was asked for, and why, with the button' },
      on: { 'export.pressed': { target: 'asking' } },
    },
  },
});

const listed = ({ event }: { event: { output: RecordPage } }) => ({ page: event.output });

/** How many records there are, and when the next of them is deleted (R76). */
export const clock = accountSetup.createStateConfig({
  initial: 'counting',
  states: {
    counting: {
      meta: { view: 'that the records are being counted' },
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
    counted: { meta: { view: 'how many records there are, and when the next one is deleted' } },
    failed: {
      meta: { view: 'that the records could not be counted, with a way to try again' },
      on: {
        'clock.retried': { target: 'counting' },
        'server.changed': { target: 'counting' },
        'connection.restored': { target: 'counting' },
      },
    },
  },
});
