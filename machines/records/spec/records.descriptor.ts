import { assign } from 'xstate';
import { isUnderWay } from '../../model/task-record.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { finishedRecord, offline, recordOf, refused, rejecting } from '../../testing/samples.ts';
import { recordsMachine } from '../records.machine.ts';

const fails = { offline: rejecting(offline) };
const page = (records: ReturnType<typeof recordOf>[], nextCursor: string | null = null) => ({
  records,
  nextCursor,
});

export const recordsDescriptor = describeChart<typeof recordsMachine>({
  machine: recordsMachine,
  people: {
    'records.retried': {},
    'records.moreRequested': {},
    'result.continued': ({ records }) =>
      records[0] ? { 'the newest': { id: records[0].id } } : {},
    'removal.pressed': ({ records }) => (records[0] ? { 'the newest': { id: records[0].id } } : {}),
  },
  charts: {
    'server.changed': {},
    'connection.lost': {},
    'connection.restored': {},
    'dialog.answered': ({ removingId }) => ({
      yes: { id: `records.removal.${removingId}`, answer: 'confirmed' },
      no: { id: `records.removal.${removingId}`, answer: 'cancelled' },
    }),
  },
  actors: {
    listRecords: {
      done: {
        nothing: page([]),
        'one that is done': page([finishedRecord]),
        'one under way, and more': page([recordOf('r1', 0)], 'next'),
        'nothing, but more': page([], 'next'),
      },
      error: fails,
    },
    listMore: { done: { 'one more': page([recordOf('r2', 2)]) }, error: fails },
    listAgain: {
      done: {
        'one that is done': page([recordOf('r1', 2)]),
        'one that is done, and more': page([finishedRecord], 'next'),
        'a page of none, and more': page([], 'next'),
      },
      error: fails,
    },
    loadRecord: {
      done: { 'it is done': finishedRecord },
      error: { ...fails, 'it is gone': rejecting(refused('record_gone')) },
    },
    deleteRecord: {
      done: {},
      error: { ...fails, 'already gone': rejecting(refused('record_gone')) },
    },
    recordWatch: {
      sends: {
        'it runs': { type: 'record.changed', record: recordOf('r1', 1) },
        'it is done': { type: 'record.ended', record: recordOf('r1', 2) },
        'it is gone': { type: 'record.gone', id: 'r1' },
        'it is lost': { type: 'record.lost', id: 'r1', failure: offline },
        'it is found': { type: 'record.found', id: 'r1' },
        'sign in first': { type: 'record.refused', id: 'r1', failure: refused('10009') },
      },
      error: { 'a fault': new Error('a fault') },
    },
  },
  reads: ({ coming, records, nextCursor, removingId, continuedId }) => [
    [coming.nextCursor, coming.records.length],
    records.map(({ id, dealStatus }) => [id, dealStatus]),
    nextCursor,
    removingId,
    continuedId,
  ],
  laws: {
    'nothing is deleted without a confirmation': {
      holds: ({ event, asked }) =>
        asked.every(({ id }) => id !== 'deleteRecord') || event?.answer === 'confirmed',
      brokenBy: 'records.listed.list.confirming on dialog.answered: without the guard isConfirmed',
    },
    'a task under way is not deleted': {
      holds: ({ before: { context }, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'deleteRecord' ||
            context.records.every((one) => one.id !== input.id || !isUnderWay(one)),
        ),
      brokenBy: 'records.listed.list.idle on removal.pressed: without the guard hasEnded',
    },
    'a record that is reported as deleted is no longer in the list': {
      holds: ({ before, now, told }) =>
        told.every(({ to }) => to !== 'toast') ||
        now.context.records.every(({ id }) => id !== before.context.removingId),
      brokenBy: (machine) =>
        machine.provide({ actions: { dropMarked: assign({ removingId: null }) } }),
    },
    'the next page is requested only if there is one': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'listMore' || input.cursor !== null),
      brokenBy: 'records.listed.list.idle on records.moreRequested: without the guard hasMore',
    },
  },
});
