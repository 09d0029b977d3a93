import { functionOf, startObstacle } from '../model/start-obstacle.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import {
  coreRejected,
  measuredRecord,
  offer,
  offline,
  ownPhoto,
  photo,
  prepared,
  recordOf,
  refused,
  rejecting,
  samplePhoto,
  ticket,
} from '../testing/samples.ts';
import { taskMachine } from './task.machine.ts';

const unsupported = { broken: rejecting({ reason: 'unsupported' }) };
const serverDown: PortFailure = { reason: 'server' };
const fails = { offline: rejecting(offline) };
const refusals = {
  ...fails,
  'the day is used up': rejecting(refused('daily_limit')),
  'sign in first': rejecting(refused('10009')),
  'something else': rejecting(refused('500')),
};

export const taskDescriptor = describeChart<typeof taskMachine>({
  machine: taskMachine,
  people: {
    'photo.chosen': { 'a file': { source: ownPhoto }, 'a sample': { source: samplePhoto } },
    'photo.removed': {},
    'function.selected': { 'face blur': { code: 'face-blur' }, unknown: { code: 'nothing' } },
    'start.pressed': {},
    'retry.pressed': {},
    'cancel.pressed': {},
    'task.detached': {},
  },
  charts: {
    'setup.loaded': ({ setup }) => (setup ? {} : { '': { setup: offer } }),
    'connection.restored': {},
    'overlay.left': {},
    'overlay.returned': {},
  },
  actors: {
    findRunningTask: {
      done: { nothing: null, 'one that runs': recordOf('r1', 1) },
      error: fails,
    },
    inspectPhoto: {
      done: {
        'a good photo': photo,
        'a tiny photo': { ...photo, width: 16, height: 16 },
        'not an image': { ...photo, problem: 'notAnImage' },
      },
      error: unsupported,
    },
    createKey: { done: { '': 'key-0123456789abcdef' }, error: unsupported },
    preparePhoto: { done: { '': prepared }, error: unsupported },
    requestUpload: {
      done: { '': ticket },
      error: { ...refusals, 'the server fails': rejecting(serverDown) },
    },
    upload: {
      sends: {
        half: { type: 'upload.progressed', fraction: 0.5 },
        '': { type: 'upload.completed' },
        offline: { type: 'upload.failed', failure: offline },
        'the server fails': { type: 'upload.failed', failure: serverDown },
        'too large': { type: 'upload.failed', failure: refused('EntityTooLarge') },
      },
      error: unsupported,
    },
    startTask: {
      done: {
        'it is queued': recordOf('r1', 0),
        'it is done': recordOf('r1', 2),
        'it failed': recordOf('r1', 4),
      },
      error: { ...refusals, 'the server fails': rejecting(serverDown) },
    },
    lookForTask: {
      done: { nothing: null, 'it runs': recordOf('r1', 1) },
      error: fails,
    },
    watchRecord: {
      sends: {
        'it is queued': { type: 'record.changed', record: recordOf('r1', 0) },
        'it runs': { type: 'record.changed', record: measuredRecord },
        'it is done': { type: 'record.changed', record: recordOf('r1', 2) },
        'the core refused it': { type: 'record.changed', record: coreRejected },
        'it was rejected': { type: 'record.changed', record: recordOf('r1', 3) },
        'it failed': { type: 'record.changed', record: recordOf('r1', 4) },
        'it is gone': { type: 'watch.failed', failure: refused('record_gone') },
        offline: { type: 'watch.failed', failure: offline },
      },
      error: unsupported,
    },
    cancelTask: {
      done: { 'it was cancelled': recordOf('r1', 5), 'it runs on': recordOf('r1', 1) },
      error: { ...fails, 'it had ended': rejecting(refused('record_ended')) },
    },
  },
  reads: ({
    setup,
    photo: chosen,
    functionCode,
    record,
    longAfterMs,
    tries,
    failure,
    mayHaveStarted,
    cancelWanted,
  }) => [
    mayHaveStarted,
    cancelWanted,
    setup !== null,
    chosen !== null,
    chosen && startObstacle(chosen, functionOf(setup, functionCode)),
    record && [record.dealStatus, record.type],
    longAfterMs !== null,
    Math.min(tries, 2),
    failure?.reason === 'server',
  ],
});
