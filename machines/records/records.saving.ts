import { storedPictureOf } from '../model/picture-format.ts';
import { failed } from '../port-actors.ts';
import { resultsIn } from './records.picked.ts';
import { recordsSetup, renewalOf } from './records.setup.ts';
import type { RecordsContext } from './records.types.ts';

const picturesOf = ({ records, toSave }: RecordsContext) =>
  resultsIn(records, toSave).flatMap(({ result }) => storedPictureOf(result) ?? []);

const complain = {
  target: '#records.listed.list.idle',
  actions: { type: 'complainOfSaving', params: failed },
} as const;

/**
 * Saves the results of the records that were selected when the visitor asked. The addresses of
 * results expire after some hours, so every address is renewed first.
 */
export const saving = recordsSetup.createStateConfig({
  initial: 'sorting',
  on: { 'records.selectionLeft': { target: 'idle' } },
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: 'hasRenewals', target: 'renewing' },
        { guard: 'hasResultsToSave', target: 'writing' },
        { target: '#records.listed.list.idle' },
      ],
    },
    renewing: {
      meta: { view: 'the list, and the file is being made' },
      invoke: {
        id: 'renewRecord',
        src: 'loadRecord',
        input: ({ context }) => renewalOf(context),
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
          complain,
        ],
      },
    },
    writing: {
      meta: { view: 'the list, and the file is being made' },
      invoke: {
        id: 'savePictures',
        src: 'savePictures',
        input: ({ context }) => ({ pictures: picturesOf(context), name: 'photos.zip' }),
        onDone: { target: '#records.listed.list.idle' },
        onError: complain,
      },
    },
  },
});
