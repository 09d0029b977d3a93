import { assign } from 'xstate';
import { isUnderWay } from '../../model/task-record.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  coreRejected,
  measuredRecord,
  offline,
  recordOf,
  refused,
  rejecting,
} from '../../testing/samples.ts';
import { resultMachine } from '../result.machine.ts';

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
  people: {
    'result.retried': {},
    'cancel.pressed': {},
    'removal.pressed': {},
    'download.pressed': {},
  },
  charts: {
    'server.changed': {},
    'connection.lost': {},
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
    recordWatch: {
      sends: {
        'it runs': { type: 'record.changed', record: recordOf('r1', 1) },
        'it runs, measured': { type: 'record.changed', record: measuredRecord },
        'it is done': { type: 'record.ended', record: recordOf('r1', 2) },
        'it is gone': { type: 'record.gone', id: 'r1' },
        'it is lost': { type: 'record.lost', id: 'r1', failure: offline },
        'it is found': { type: 'record.found', id: 'r1' },
        'sign in first': { type: 'record.refused', id: 'r1', failure: refused('10009') },
      },
      error: { 'a fault': new Error('a fault') },
    },
    cancelTask: {
      done: { 'it was cancelled': recordOf('r1', 5), 'it still runs': recordOf('r1', 1) },
      error: { ...fails, 'it had ended': rejecting(refused('record_ended')) },
    },
    deleteRecord: {
      done: {},
      error: { ...fails, 'already gone': rejecting(refused('record_gone')) },
    },
  },
  waits: { 'the measured range passes': 9000 },
  reads: ({ record, sinceNewsMs }) => [
    record?.dealStatus,
    record?.revision,
    record?.progress !== null,
    sinceNewsMs >= 9000,
  ],
  laws: {
    'nothing is deleted without a confirmation': {
      holds: ({ event, asked }) =>
        asked.every(({ id }) => id !== 'deleteRecord') || event?.answer === 'confirmed',
      brokenBy: 'result.confirming on dialog.answered: without the guard isConfirmed',
    },
    'an answer that is late does not replace newer news': {
      holds: ({ before, now }) =>
        (now.context.record?.revision ?? 0) >= (before.context.record?.revision ?? 0),
      brokenBy: (machine) =>
        machine.provide({
          actions: { setRecord: assign((_, { record }) => ({ record })) },
        }),
    },
    'while updates of a task are missing, the reason is stored': {
      holds: ({ now }) =>
        now.context.failure !== null ||
        !(
          now.matches({ waiting: { news: 'lost' } }) ||
          now.matches({ waiting: { news: 'refused' } })
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setRecord: assign(({ context }, { record }) =>
              context.record && context.record.revision > record.revision
                ? { failure: null }
                : { record, failure: null, sinceNewsMs: 0 },
            ),
          },
        }),
    },
    'the comparison is shown only for a task that succeeded': {
      holds: ({ now }) => !now.matches('shown') || now.context.record?.dealStatus === 2,
      brokenBy: 'result.sorting on always: without the guard isPhase',
    },
    'a task that has ended is not polled or cancelled': {
      holds: ({ now }) =>
        now.context.record === null || isUnderWay(now.context.record) || !now.matches('waiting'),
      brokenBy: 'result.sorting on always: dropped 0',
    },
  },
});
