import { assign, sendTo } from 'xstate';
import { chart } from '../../charts.ts';
import { isUnderWay } from '../../model/task-record.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  coreRejected,
  finishedRecord,
  measuredRecord,
  offline,
  recordOf,
  refused,
  rejecting,
  samplePhoto,
} from '../../testing/samples.ts';
import { resultMachine } from '../result.machine.ts';

const fails = { offline: rejecting(offline) };
const unsupported = { reason: 'unsupported' } as const;
const sampleChange = {
  place: { x: 0.4, y: 0.3 },
  area: { left: 0.4, top: 0.3, width: 0, height: 0 },
};
const ways = { shares: true, copies: true };
const ends = {
  'it is done': finishedRecord,
  'the core refused it': { ...coreRejected, original: finishedRecord.original },
  'it was rejected': recordOf('r1', 3, { original: finishedRecord.original }),
  'it failed': recordOf('r1', 4, { original: finishedRecord.original }),
  'it was cancelled': recordOf('r1', 5, { original: finishedRecord.original }),
};

export const resultDescriptor = describeChart<typeof resultMachine>({
  machine: resultMachine,
  inputs: { 'a record': { recordId: 'r1', tool: null } },
  people: {
    'result.retried': {},
    'cancel.pressed': {},
    'removal.pressed': {},
    'download.pressed': {},
    'result.continued': {},
    'original.continued': {},
    'another.pressed': {},
    'formats.opened': {},
    'formats.closed': {},
    'share.pressed': {},
    'copy.pressed': {},
  },
  charts: {
    'server.changed': {},
    'removal.done': ({ recordId }) => ({
      'of this record': { id: recordId },
      'of another record': { id: 'r2' },
    }),
    'file.saved': {},
    'picture.missed': {},
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
        'it is done': { type: 'record.ended', record: finishedRecord },
        'it is gone': { type: 'record.gone', id: 'r1' },
        'it is lost': { type: 'record.lost', id: 'r1', failure: offline },
        'it is found': { type: 'record.found', id: 'r1' },
        'sign in first': { type: 'record.refused', id: 'r1', failure: refused('10009') },
      },
      error: { 'a fault': new Error('a fault') },
    },
    findPictureWays: {
      done: { all: ways, none: { shares: false, copies: false } },
      error: fails,
    },
    findChange: {
      done: { 'at one place': sampleChange, 'best seen as a whole': null },
      error: fails,
    },
    sharePicture: {
      done: {},
      error: {
        'the visitor closes the sheet': rejecting({ reason: 'cancelled' }),
        'it is not allowed': rejecting(unsupported),
        'it is gone': rejecting(refused('record_gone')),
      },
    },
    copyPicture: {
      done: {},
      error: {
        'it is not allowed': rejecting(unsupported),
        'it is gone': rejecting(refused('record_gone')),
      },
    },
    cancelTask: {
      done: { 'it was cancelled': ends['it was cancelled'], 'it still runs': recordOf('r1', 1) },
      error: { ...fails, 'it had ended': rejecting(refused('record_ended')) },
    },
    deleteRecord: {
      done: {},
      error: { ...fails, 'already gone': rejecting(refused('record_gone')) },
    },
  },
  waits: { 'the measured range passes': 9000 },
  reads: ({ record, sinceNewsMs, ways: known, change }) => [
    change === undefined,
    change?.place,
    known && [known.shares, known.copies],
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
    'the page of a deleted record does not show it': {
      holds: ({ before, now, event }) =>
        event?.type !== 'removal.done' ||
        event.id !== now.context.recordId ||
        now.matches('gone') ||
        now.matches('removed') ||
        before.matches('removed'),
      brokenBy: (machine) => machine.provide({ guards: { isThis: () => false } }),
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
    'a comparison that has opened does not move': {
      holds: ({ before: { context }, now }) =>
        context.change === undefined || context.change === now.context.change,
      brokenBy: 'result.shown.comparison.sorting on always: dropped 0',
    },
    'a picture is shared and copied only where the browser can': {
      holds: ({ before: { context }, asked }) =>
        asked.every(
          ({ id }) =>
            !(
              (id === 'sharePicture' && !context.ways?.shares) ||
              (id === 'copyPicture' && !context.ways?.copies)
            ),
        ),
      brokenBy: 'result.shown.files.closed on share.pressed: without the guard canShare',
    },
    'a photo is given to the studio only as it is at the server now': {
      holds: ({ event, told }) =>
        told.every(
          ({ to, event: { source } }) =>
            to !== 'studio' ||
            [event?.output?.result?.url, event?.output?.original?.url].includes(source.url),
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            giveToStudio: sendTo(chart('studio'), { type: 'photo.chosen', source: samplePhoto }),
          },
        }),
    },
    'a task that has ended is neither waited for nor cancelled': {
      holds: ({ now }) =>
        now.context.record === null || isUnderWay(now.context.record) || !now.matches('waiting'),
      brokenBy: 'result.sorting on always: dropped 0',
    },
  },
});
