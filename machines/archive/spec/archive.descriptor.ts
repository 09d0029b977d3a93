import { assign } from 'xstate';
import { storedPictureOf } from '../../model/picture-format.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { finishedRecord, offline, recordOf, refused, rejecting } from '../../testing/samples.ts';
import { archiveMachine } from '../archive.machine.ts';

const fails = { offline: rejecting(offline) };

export const archiveDescriptor = describeChart<typeof archiveMachine>({
  machine: archiveMachine,
  inputs: {
    'one result': { ids: ['r1'] },
    'two results': { ids: ['r1', 'r2'], fallback: 'toast.savingFailed' },
  },
  actors: {
    loadRecord: {
      done: { 'with new addresses': finishedRecord, 'without a result': recordOf('r1', 4) },
      error: { ...fails, 'it was deleted': rejecting(refused('record_gone')) },
    },
    savePictures: { done: { '': undefined }, error: fails },
  },
  reads: ({ ids, pictures, gone, failure, fallback }) => [
    ids,
    pictures.length,
    gone,
    failure !== null,
    fallback,
  ],
  laws: {
    'the file is made when all addresses are renewed': {
      holds: ({ before: { context }, asked }) =>
        asked.every(({ id }) => id !== 'savePictures' || context.ids.length <= 1),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            addPicture: assign(() => ({
              ids: [],
              pictures: [storedPictureOf(finishedRecord.result) ?? []].flat(),
            })),
          },
        }),
    },
    'a failure is reported': {
      holds: ({ now, told }) =>
        !now.matches('failed') || told.some(({ event }) => event.type === 'call.rejected'),
      brokenBy: (machine) => machine.provide({ actions: { reportFailure: () => {} } }),
    },
  },
});
