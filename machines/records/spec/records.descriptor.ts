import { assign, type SnapshotFrom } from 'xstate';
import { isUnderWay } from '../../model/task-record.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { finishedRecord, offline, recordOf, refused, rejecting } from '../../testing/samples.ts';
import { recordsMachine } from '../records.machine.ts';

const fails = { offline: rejecting(offline) };
const failsOrGone = { ...fails, 'it is gone': rejecting(refused('record_gone')) };
const secondRecord = recordOf('r2', 2);

const page = (records: ReturnType<typeof recordOf>[], nextCursor: string | null = null) => ({
  records,
  nextCursor,
});

const isAtRest = (snapshot: SnapshotFrom<typeof recordsMachine>): boolean =>
  snapshot.matches({ listed: { list: 'idle', live: 'still', renewal: 'current' } });

export const recordsDescriptor = describeChart<typeof recordsMachine>({
  machine: recordsMachine,
  people: {
    'records.retried': {},
    'records.moreRequested': {},
    'result.continued': ({ records }) =>
      records[0] ? { 'the newest': { id: records[0].id } } : {},
    'removal.pressed': ({ records }) => (records[0] ? { 'the newest': { id: records[0].id } } : {}),
    'records.selecting': {},
    'records.toggled': ({ records }) => (records[0] ? { 'the newest': { id: records[0].id } } : {}),
    'records.allToggled': {},
    'records.selectionLeft': {},
    'removals.pressed': {},
    'archive.pressed': {},
  },
  charts: {
    'server.changed': {},
    'connection.lost': {},
    'connection.restored': {},
    'dialog.answered': ({ removals }) => ({
      yes: { id: `records.removal.${removals}`, answer: 'confirmed' },
      no: { id: `records.removal.${removals}`, answer: 'cancelled' },
    }),
  },
  actors: {
    listRecords: {
      done: {
        nothing: page([]),
        'one that is done': page([finishedRecord]),
        'two that are done': page([finishedRecord, secondRecord]),
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
      error: failsOrGone,
    },
    renewRecord: { done: { 'it is done': finishedRecord }, error: failsOrGone },
    savePictures: { done: {}, error: fails },
    deleteRecord: { done: {}, error: failsOrGone },
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
  reads: ({
    coming,
    records,
    nextCursor,
    continuedId,
    selected,
    removals,
    removal,
    toSave,
    renewals,
  }) => [
    [coming.nextCursor, coming.records.length],
    records.map(({ id, dealStatus, result }) => [id, dealStatus, result !== null]),
    nextCursor,
    continuedId,
    selected,
    [removals, removal.asked, removal.kept],
    [toSave, renewals],
  ],
  bounds: {
    // The regions are independent, so the selection is explored at rest: without live progress, and
    // changed only between two actions.
    allows: ({ event = '', actor = '' }, snapshot) => {
      if (event === 'records.selecting') return isAtRest(snapshot);
      if (event === 'records.toggled' || event === 'records.allToggled')
        return snapshot.matches({ listed: { list: 'idle' } });
      const isOfOthers = /^(connection|record|result|removal)\.|retried|recordWatch/;
      return !isOfOthers.test(event + actor) || !snapshot.matches({ listed: { selection: 'on' } });
    },
  },
  laws: {
    'nothing is deleted without a confirmation': {
      holds: ({ before, event, asked }) =>
        asked.every(({ id }) => id !== 'deleteRecord') ||
        before.matches({ listed: { list: 'removing' } }) ||
        event?.answer === 'confirmed',
      brokenBy: 'records.listed.list.confirming on dialog.answered: without the guard isConfirmed',
    },
    'only the records that the visitor has chosen are deleted': {
      holds: ({ before: { context }, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'deleteRecord' || context.removals.some((one) => one === input.id),
        ),
      brokenBy: 'records.listed.list.removing.deleting: another input of deleteRecord',
    },
    'a task under way is neither deleted nor selected': {
      holds: ({ before: { context }, now, asked }) => {
        const underWay = context.records.filter(isUnderWay).map(({ id }) => id);
        return (
          asked.every(
            ({ id, input }) => id !== 'deleteRecord' || !underWay.includes(String(input.id)),
          ) && now.context.selected.every((id) => !underWay.includes(id))
        );
      },
      brokenBy: 'records.listed.list.idle on removal.pressed: without the guard hasEnded',
    },
    'a record that is reported as deleted is no longer in the list': {
      holds: ({ now, told }) =>
        told.every(
          ({ event }) =>
            event.type !== 'result.deleted' ||
            now.context.records.every(({ id }) => id !== event.recordId),
        ),
      brokenBy: (machine) => machine.provide({ actions: { dropRemoved: () => {} } }),
    },
    'only records of the list are selected': {
      holds: ({ now: { context } }) =>
        context.selected.every((one) => context.records.some(({ id }) => id === one)),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            dropRemoved: assign(({ context: { records, removals } }) => ({
              records: records.filter(({ id }) => id !== removals[0]),
            })),
          },
        }),
    },
    'a message says of each deletion of several records how many were deleted or not': {
      holds: ({ before, now, told }) => {
        const removing = { listed: { list: 'removing' as const } };
        const { asked } = before.context.removal;
        const hasEnded = before.matches(removing) && !now.matches(removing);
        return !hasEnded || asked < 2 || told.some(({ to }) => to === 'toast');
      },
      brokenBy: (machine) => machine.provide({ actions: { toastOutcome: () => {} } }),
    },
    'the next page is requested only if there is one': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'listMore' || input.cursor !== null),
      brokenBy: 'records.listed.list.idle on records.moreRequested: without the guard hasMore',
    },
    'only the results of selected records are saved, each after its address was renewed': {
      holds: ({ before, now, asked }) =>
        asked.every(
          ({ id }) =>
            id !== 'savePictures' ||
            (now.context.selected.length > 0 &&
              before.matches({ listed: { list: { saving: 'renewing' } } })),
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            listRenewals: assign(({ context: { selected } }) => ({
              toSave: selected,
              renewals: [],
            })),
          },
        }),
    },
  },
});
