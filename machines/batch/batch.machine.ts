import { failed } from '../port-actors.ts';
import { choosing, severalAnew, single } from './batch.choosing.ts';
import { resultsOf } from './batch.photos.ts';
import { batchSetup } from './batch.setup.ts';
import { finished, working } from './batch.working.ts';

const photos = batchSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      entry: 'forget',
      meta: { view: 'the files of the last choice that were left out, if any' },
      on: { 'files.chosen': [single, severalAnew] },
    },
    choosing,
    working,
    finished,
  },
});

const saving = { target: 'saving', guard: 'hasResults' } as const;

/** Saves all results as one ZIP file. */
const archive = batchSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      meta: { view: 'a button for one ZIP of all results' },
      on: { 'archive.pressed': saving },
    },
    saving: {
      meta: { view: 'the ZIP is being made' },
      invoke: {
        id: 'savePictures',
        src: 'savePictures',
        input: ({ context }) => ({ pictures: resultsOf(context), name: 'photos.zip' }),
        onDone: { target: 'idle' },
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
        'archive.pressed': saving,
        'batch.dismissed': { target: 'idle' },
        'start.pressed': { target: 'idle' },
      },
    },
  },
});

/**
 * Processes up to 20 photos with one function and the same options (R85). The studio shows the
 * first photo while the visitor chooses the options, and the chart `runs` controls the runs.
 */
export const batchMachine = batchSetup.createMachine({
  id: 'batch',
  context: {
    setup: null,
    purse: null,
    photos: [],
    leftOut: [],
    settings: null,
    lack: 'credits',
    failure: null,
  },
  type: 'parallel',
  on: {
    'setup.loaded': { actions: { type: 'setSetup', params: ({ event }) => event } },
    'user.changed': { actions: { type: 'setPurse', params: ({ event }) => event } },
    'folder.empty': { actions: { type: 'nameEmpty', params: ({ event }) => event } },
  },
  states: { photos, archive },
});
