import { choosing, severalAnew, single } from './batch.choosing.ts';
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
    picture: null,
  },
  initial: 'photos',
  on: {
    'setup.loaded': { actions: { type: 'setSetup', params: ({ event }) => event } },
    'user.changed': { actions: { type: 'setPurse', params: ({ event }) => event } },
    'picture.lost': { actions: { type: 'dropPicture', params: ({ event }) => event } },
    'picture.changed': { actions: { type: 'setPicture', params: ({ event }) => event } },
    'archive.pressed': { guard: 'hasResults', actions: 'requestArchive' },
    'folder.empty': { actions: { type: 'nameEmpty', params: ({ event }) => event } },
  },
  states: { photos },
});
