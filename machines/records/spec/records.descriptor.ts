import { assign, type SnapshotFrom, sendTo } from 'xstate';
import { chart } from '../../charts.ts';
import { isUnderWay } from '../../model/task-record.ts';
import { toolIn } from '../../model/tool-filter.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { finishedRecord, offline, recordOf, refused, rejecting } from '../../testing/samples.ts';
import { recordsMachine } from '../records.machine.ts';
import type { RecordsContext } from '../records.types.ts';

const fails = { offline: rejecting(offline) };
const failsOrGone = { ...fails, 'it is gone': rejecting(refused('record_gone')) };
const secondRecord = recordOf('r2', 2);

const page = (records: ReturnType<typeof recordOf>[], nextCursor: string | null = null) => ({
  records,
  nextCursor,
});

const isAtRest = (snapshot: SnapshotFrom<typeof recordsMachine>): boolean =>
  snapshot.matches({ listed: { list: 'idle', live: 'still', renewal: 'current' } });

const isFollowing = (snapshot: SnapshotFrom<typeof recordsMachine>): boolean =>
  snapshot.matches({
    listed: {
      list: 'idle',
      live: { following: 'inTouch' },
      renewal: 'current',
      selection: 'off',
    },
  });

/** True if none of these records is under way. */
const hasNone = ({ records }: Pick<RecordsContext, 'records'>, ids: readonly string[]): boolean =>
  records.every((record) => !isUnderWay(record) || !ids.includes(record.id));

const isFiltering = (snapshot: SnapshotFrom<typeof recordsMachine>): boolean =>
  snapshot.matches({ listed: { list: 'filtering' } });

export const recordsDescriptor = describeChart<typeof recordsMachine>({
  machine: recordsMachine,
  inputs: { 'of all tools': { tool: null } },
  people: {
    'tool.chosen': { 'one tool': { tool: 'cut-out' } },
    'records.retried': {},
    'records.moreRequested': {},
    'result.continued': ({ records }) =>
      records[0] ? { 'the newest': { id: records[0].id } } : {},
    'removal.pressed': ({ records }) => (records[0] ? { 'the newest': { id: records[0].id } } : {}),
    'records.selectionToggled': {},
    'records.toggled': ({ records }) => (records[0] ? { 'the newest': { id: records[0].id } } : {}),
    'records.allToggled': {},
    'records.selectionLeft': {},
    'removals.pressed': {},
    'archive.pressed': {},
  },
  charts: {
    'location.changed': {
      'one tool': { path: '/record?tool=cut-out', move: 'replaced' },
      'all tools': { path: '/de/record', move: 'traversed' },
      'another page': { path: '/result/r1', move: 'pushed' },
    },
    'server.changed': {},
    'removal.done': ({ records }) => ({ '': { id: records[0]?.id ?? 'r1' } }),
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
    listMore: {
      done: {
        'one more': page([secondRecord]),
        'one more, and more': page([secondRecord], 'next'),
      },
      error: fails,
    },
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
  reads: ({ tool, coming, records, nextCursor, continuedId, selected, removals }) => [
    tool,
    [coming.nextCursor, coming.records.length],
    records.map(({ id, dealStatus, result }) => [id, dealStatus, result !== null]),
    nextCursor,
    continuedId,
    selected,
    removals,
  ],
  bounds: {
    // The regions are independent, so the selection is explored at rest: without live progress, and
    // changed only between two actions.
    allows: ({ event = '', actor = '' }, snapshot) => {
      // the records of one tool are handled like those of all tools
      if (event === 'tool.chosen' || event === 'location.changed')
        return (
          !snapshot.matches('listed') ||
          isAtRest(snapshot) ||
          isFollowing(snapshot) ||
          isFiltering(snapshot)
        );
      if (snapshot.context.tool !== null && event !== '')
        return isFiltering(snapshot) || !snapshot.matches('listed');
      if (event === 'records.selectionToggled')
        return snapshot.matches({ listed: { selection: 'on' } }) || isAtRest(snapshot);
      if (event === 'records.allToggled' && snapshot.matches({ listed: { list: 'moreFailed' } }))
        return true;
      if (event === 'records.toggled' || event === 'records.allToggled')
        return snapshot.matches({ listed: { list: 'idle' } });
      const isOfOthers = /^(connection|record|result)\.|removal\.pressed|retried|recordWatch/;
      return !isOfOthers.test(event + actor) || !snapshot.matches({ listed: { selection: 'on' } });
    },
  },
  laws: {
    'nothing is deleted without a confirmation': {
      holds: ({ event, told }) =>
        event?.answer === 'confirmed' || told.every(({ to }) => to !== 'removals'),
      brokenBy: 'records.listed.list.confirming on dialog.answered: without the guard isConfirmed',
    },
    'only the records that the visitor has chosen are deleted': {
      holds: ({ before: { context }, told }) =>
        told.every(({ to, event }) => to !== 'removals' || event.ids === context.removals),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            requestRemovals: sendTo(chart('removals'), {
              type: 'removals.requested',
              ids: ['another'],
            }),
          },
        }),
    },
    'a task under way is neither deleted nor selected': {
      holds: ({ before: { context }, now, told }) => {
        const deleted = told.flatMap(({ to, event }) => (to === 'removals' ? event.ids : []));
        return hasNone(context, deleted) && hasNone(now.context, now.context.selected);
      },
      brokenBy: 'records.listed.list.idle on removal.pressed: without the guard hasEnded',
    },
    'a deleted record is no longer in the list': {
      holds: ({ event, now }) =>
        event?.type !== 'removal.done' ||
        // the whole list is about to be replaced
        isFiltering(now) ||
        now.context.records.every(({ id }) => id !== event.id),
      brokenBy: (machine) => machine.provide({ actions: { drop: () => {} } }),
    },
    'only records of the list are selected': {
      holds: ({ now: { context } }) =>
        context.selected.every((one) => context.records.some(({ id }) => id === one)),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            drop: assign(({ context: { records } }, params: { id: string | null }) => ({
              records: records.filter(({ id }) => id !== params.id),
            })),
          },
        }),
    },
    'the list is asked for the tool of the address': {
      holds: ({ event, asked }) =>
        event?.type !== 'location.changed' ||
        asked.every(({ id, input }) => id !== 'listRecords' || input.tool === toolIn(event.path)),
      brokenBy: (machine) => machine.provide({ actions: { setTool: () => {} } }),
    },
    'the next page is requested only if there is one': {
      holds: ({ asked }) =>
        asked.every(({ id, input }) => id !== 'listMore' || input.cursor !== null),
      brokenBy: 'records.listed.list.idle on records.moreRequested: without the guard hasMore',
    },
    'only selected records are saved, and at least one': {
      holds: ({ before: { context }, told }) =>
        told.every(({ to, event }) => {
          const ids: readonly string[] = to === 'archive' ? event.ids : context.selected;
          return (
            (to !== 'archive' || ids.length > 0) && ids.every((id) => context.selected.includes(id))
          );
        }),
      brokenBy: 'records.listed.list.idle on archive.pressed: without the guard canSave',
    },
  },
});
