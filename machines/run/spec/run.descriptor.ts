import { isUnderWay, type TaskRecord } from '../../model/task-record.ts';
import type { PortError, PortFailure } from '../../ports/port-failure.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  measuredRecord,
  offline,
  prepared,
  recordOf,
  refused,
  rejecting,
  startRequest as request,
  ticket,
  wish,
} from '../../testing/samples.ts';
import { runMachine } from '../run.machine.ts';
import { runLaws } from './run.laws.descriptor.ts';

const unsupported = { broken: rejecting({ reason: 'unsupported' }) };
const serverDown: PortFailure = { reason: 'server' };
const ticketRefused: PortFailure = { reason: 'refused', msg: 'AccessDenied', call: 'upload' };
const silences = {
  offline: rejecting(offline),
  'the server fails': rejecting(serverDown),
};
const refusals = {
  ...silences,
  'the day is used up': rejecting(refused('daily_limit')),
  'sign in first': rejecting(refused('10009')),
  'something else': rejecting(refused('unknown_function')),
};

/** Returns failures that contain the name of their call, like the failures of adapters. */
const ofCall = (call: string, errors: Readonly<Record<string, PortError>>) =>
  Object.fromEntries(
    Object.entries(errors).map(([says, { failure }]) => [says, rejecting({ ...failure, call })]),
  );

const changed = (record: TaskRecord) => ({ type: 'record.changed' as const, record });
const almostDone: TaskRecord = {
  ...measuredRecord,
  progress: { stage: 'writing', fraction: 0.9, remainingMs: { low: 500, high: 1000 } },
};
const lost = (failure: PortFailure) => ({ type: 'record.lost' as const, id: 'r1', failure });

export const runDescriptor = describeChart<typeof runMachine>({
  machine: runMachine,
  laws: runLaws,
  inputs: {
    'a photo': { from: 'photo', wish },
    'the photo is there': { from: 'arrival', wish, request },
    'pressed again': { from: 'request', request, wish: null },
    'the photo was on its way': { from: 'key', wish, key: request.idempotencyKey },
    'the start was on its way': { from: 'silence', request },
    'found again': { from: 'record', record: recordOf('r1', 1) },
  },
  people: { 'cancel.pressed': {}, 'retry.pressed': {} },
  charts: { 'connection.lost': {}, 'connection.restored': {} },
  actors: {
    keepPhoto: { done: { '': undefined }, error: unsupported },
    createKey: { done: { '': 'key-made-for-this-start' }, error: unsupported },
    preparePhoto: { done: { '': prepared }, error: unsupported },
    requestUpload: { done: { '': ticket }, error: ofCall('requestUpload', refusals) },
    upload: {
      sends: {
        half: { type: 'upload.progressed', fraction: 0.5 },
        '': { type: 'upload.completed' },
        offline: { type: 'upload.failed', failure: { ...offline, call: 'upload' } },
        'the server fails': { type: 'upload.failed', failure: { ...serverDown, call: 'upload' } },
        'the ticket is refused': { type: 'upload.failed', failure: ticketRefused },
        'too large': {
          type: 'upload.failed',
          failure: { ...refused('file_too_large'), call: 'upload' },
        },
      },
      error: unsupported,
    },
    startTask: {
      done: { 'it is queued': recordOf('r1', 0), 'it is done': recordOf('r1', 2) },
      error: refusals,
    },
    findAttempt: {
      done: {
        'there is none': null,
        'it runs': recordOf('r1', 1),
        'it is done': recordOf('r1', 2),
      },
      error: { ...silences, 'sign in first': rejecting(refused('10009')) },
    },
    recordWatch: {
      sends: {
        'it is queued': changed(recordOf('r1', 0)),
        'it runs': changed(measuredRecord),
        'it is almost done': changed(almostDone),
        'it is done': { type: 'record.ended', record: recordOf('r1', 2) },
        'it is gone': { type: 'record.gone', id: 'r1' },
        offline: lost(offline),
        'the server fails': lost(serverDown),
        'it is found': { type: 'record.found', id: 'r1' },
        'sign in first': { type: 'record.refused', id: 'r1', failure: refused('10009') },
      },
      // the record watch ends only after it has reported the end of the record
      done: ({ view, outcome }): Record<string, undefined> =>
        outcome.kind === 'gone' || (view.record !== null && !isUnderWay(view.record))
          ? { '': undefined }
          : {},
      error: { 'a fault': new Error('a fault') },
    },
    cancelTask: {
      done: { 'it was cancelled': recordOf('r1', 5), 'it runs on': recordOf('r1', 1) },
      error: { offline: rejecting(offline), 'it had ended': rejecting(refused('record_ended')) },
    },
  },
  reads: ({ load, view, delayedAfterMs, tries, failure, outcome }) => [
    load.step,
    view.record?.dealStatus,
    delayedAfterMs !== null,
    view.remainingMs?.high,
    Math.min(tries, 3),
    failure?.reason,
    failure?.call,
    outcome.kind,
  ],
});
