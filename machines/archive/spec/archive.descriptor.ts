import { assign } from 'xstate';
import { storedPictureOf } from '../../model/picture-format.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  finishedRecord,
  member,
  offline,
  recordOf,
  refused,
  rejecting,
} from '../../testing/samples.ts';
import { archiveMachine } from '../archive.machine.ts';

const fails = { offline: rejecting(offline) };

export const archiveDescriptor = describeChart<typeof archiveMachine>({
  machine: archiveMachine,
  people: { 'archive.cancelled': {} },
  charts: {
    'archive.requested': {
      'one result': { ids: ['r1'] },
      'two results': { ids: ['r1', 'r2'] },
    },
    'user.changed': { member: { user: member }, nobody: { user: null } },
  },
  actors: {
    loadRecord: {
      done: { 'with new addresses': finishedRecord, 'without a result': recordOf('r1', 4) },
      error: { ...fails, 'it was deleted': rejecting(refused('record_gone')) },
    },
    savePictures: { done: { '': undefined }, error: fails },
  },
  reads: ({ ids, pictures, visitor }) => [ids, pictures.length, visitor],
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
      holds: ({ event, told }) =>
        event?.type.startsWith('xstate.error') !== true || told.length > 0,
      brokenBy: (machine) => machine.provide({ actions: { complain: () => {} } }),
    },
    'a file that another visitor ends is reported': {
      holds: ({ event, before, now, told }) =>
        event?.type !== 'user.changed' ||
        !before.matches('making') ||
        now.matches('making') ||
        told.some(({ to }) => to === 'toast'),
      brokenBy: (machine) => machine.provide({ actions: { toastStopped: () => {} } }),
    },
    'a deleted result is reported to the list and to the runs': {
      holds: ({ told }) => {
        const reports = (type: string) => told.filter(({ event }) => event.type === type).length;
        return reports('removal.done') === reports('result.deleted');
      },
      brokenBy: (machine) => machine.provide({ actions: { tellRuns: () => {} } }),
    },
  },
});
