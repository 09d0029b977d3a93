import type { ArchiveOutput } from '../archive/archive.types.ts';
import { failed } from '../port-actors.ts';
import { resultIds } from './batch.photos.ts';
import { batchSetup } from './batch.setup.ts';

const begin = { target: 'saving', guard: 'hasResults' } as const;

const archived = ({ event }: { event: { output: ArchiveOutput } }) => event.output;

/** Saves all results as one ZIP file. */
export const archive = batchSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      meta: { view: 'a button for one ZIP of all results' },
      on: { 'archive.pressed': begin },
    },
    saving: {
      meta: { view: 'the ZIP is being made' },
      invoke: {
        id: 'archive',
        src: 'archive',
        input: ({ context }) => ({ ids: resultIds(context) }),
        onDone: [
          {
            guard: { type: 'hasFailed', params: archived },
            target: 'failed',
            actions: { type: 'setArchived', params: archived },
          },
          { target: 'idle', actions: { type: 'setArchived', params: archived } },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'setFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
      on: { 'batch.dismissed': { target: 'idle' } },
    },
    failed: {
      meta: { view: 'why the ZIP could not be made, and a button to try again' },
      exit: 'dropFailure',
      on: {
        'archive.pressed': begin,
        'batch.dismissed': { target: 'idle' },
        'start.pressed': { target: 'idle' },
      },
    },
  },
});
