import { describeChart } from '../testing/chart-descriptor.ts';
import { coreRejected, offline, recordOf, refused, rejecting } from '../testing/samples.ts';
import { resultMachine } from './result.machine.ts';

const fails = { offline: rejecting(offline) };
const ends = {
  'it is done': recordOf('r1', 2),
  'the core refused it': coreRejected,
  'it was rejected': recordOf('r1', 3),
  'it failed': recordOf('r1', 4),
  'it was cancelled': recordOf('r1', 5),
};

export const resultDescriptor = describeChart<typeof resultMachine>({
  machine: resultMachine,
  inputs: { 'a record': { recordId: 'r1' } },
  people: { 'result.retried': {}, 'cancel.pressed': {}, 'removal.pressed': {} },
  charts: {
    'connection.restored': {},
    'dialog.answered': ({ recordId }) => ({
      yes: { id: `result.removal.${recordId}`, answer: 'confirmed' },
      no: { id: `result.removal.${recordId}`, answer: 'cancelled' },
    }),
  },
  actors: {
    loadRecord: {
      done: { 'it is queued': recordOf('r1', 0), ...ends },
      error: {
        ...fails,
        'no such record': rejecting(refused('record_not_found')),
        'it is gone': rejecting(refused('record_gone')),
      },
    },
    watchRecord: {
      sends: {
        'it runs': { type: 'record.changed', record: recordOf('r1', 1) },
        'it is done': { type: 'record.changed', record: recordOf('r1', 2) },
        offline: { type: 'watch.failed', failure: offline },
      },
      error: fails,
    },
    cancelTask: {
      done: { 'it was cancelled': recordOf('r1', 5) },
      error: { ...fails, 'it had ended': rejecting(refused('record_ended')) },
    },
    deleteRecord: {
      done: {},
      error: { ...fails, 'already gone': rejecting(refused('record_gone')) },
    },
  },
  reads: ({ record }) => [record?.dealStatus, record?.type],
});
