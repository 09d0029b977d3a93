import { failed } from '../port-actors.ts';
import { resultsOf } from './batch.photos.ts';
import { batchSetup } from './batch.setup.ts';

const begin = { target: 'sorting', guard: 'hasResults', actions: 'listRenewals' } as const;

const report = [
  { type: 'setFailure', params: failed },
  { type: 'reportFailure', params: failed },
] as const;

/**
 * Saves all results as one ZIP file. The addresses of results expire after some hours, so every
 * address is renewed first.
 */
export const archive = batchSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      meta: { view: 'a button for one ZIP of all results' },
      on: { 'archive.pressed': begin },
    },
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: 'hasRenewals', target: 'renewing' },
        { guard: 'hasResults', target: 'saving' },
        { target: 'idle' },
      ],
    },
    renewing: {
      meta: { view: 'the ZIP is being made' },
      invoke: {
        id: 'loadRecord',
        src: 'loadRecord',
        input: ({ context: { renewals } }) => {
          const [id] = renewals;
          return id === undefined ? null : { id };
        },
        onDone: {
          target: 'sorting',
          actions: { type: 'renew', params: ({ event }) => ({ record: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isMissing', params: failed },
            target: 'sorting',
            actions: 'dropRenewal',
          },
          { target: 'failed', actions: report },
        ],
      },
      on: { 'batch.dismissed': { target: 'idle' } },
    },
    saving: {
      meta: { view: 'the ZIP is being made' },
      invoke: {
        id: 'savePictures',
        src: 'savePictures',
        input: ({ context }) => ({ pictures: resultsOf(context), name: 'photos.zip' }),
        onDone: { target: 'idle' },
        onError: { target: 'failed', actions: report },
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
