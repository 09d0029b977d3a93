import { and, assign, raise, sendTo, stateIn, stopChild } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { nextPhotoOf } from '../model/next-photo.ts';
import {
  appendRecords,
  dropRecord,
  endedIn,
  hasEnded,
  latestOf,
  recordUnderWay,
  replaceRecord,
} from '../model/record-list.ts';
import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import { isOtherTool, toolIn, toolPath } from '../model/tool-filter.ts';
import { ports } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import { newsGuards } from '../record-guards.ts';
import { removalQuestion, sendNextPhoto } from '../record-notices.ts';
import { recordWatchMachine } from '../record-watch/record-watch.machine.ts';
import type { WatchEvent } from '../record-watch/record-watch.types.ts';
import {
  canSave,
  isWhole,
  listChanged,
  resultsIn,
  selectable,
  toggled,
  toggledAll,
  worthChoosing,
} from './records.picked.ts';
import type { RecordsContext, RecordsEvent, RecordsInput } from './records.types.ts';

type Failed = { failure: PortFailure };
type Removed = { id: string | null };

export const noPage: RecordPage = { records: [], nextCursor: null };

const joined = ({ coming }: RecordsContext, page: RecordPage): RecordPage => ({
  ...page,
  records: appendRecords(coming.records, page.records),
  // only the first page has the tools
  tools: page.tools ?? coming.tools ?? [],
});

/** The changed address of the page, as the parameter of guards and actions. */
export const located = ({ event }: { event: { path: string } }) => event;

export const continuedOf = ({ continuedId }: RecordsContext): { id: string } | null =>
  continuedId === null ? null : { id: continuedId };

export const recordsSetup = setupChart({
  types: {
    context: {} as RecordsContext,
    events: {} as RecordsEvent,
    input: {} as RecordsInput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({ calls: ['listRecords', 'loadRecord'] }).of<RecordsPort>(),
    recordWatch: recordWatchMachine,
  },
  guards: {
    isOtherTool: ({ context: { tool } }, { path }: { path: string }) => isOtherTool(tool, path),
    hasMore: ({ context }) => context.nextCursor !== null,
    isComplete: ({ context }) => context.nextCursor === null,
    hasUnderWay: ({ context }) => recordUnderWay(context.records) !== null,
    hasEnded: ({ context }, { id }: { id: string }) => hasEnded(context.records, id),
    hasResult: ({ context: { records } }, { id }: { id: string }) =>
      nextPhotoOf(records.find((one) => one.id === id) ?? null, 'result') !== null,
    canSelect: ({ context }) => endedIn(context.records).length > 1,
    hasSelected: ({ context }) => context.selected.length > 0,
    isOnlySelected: ({ context: { selected } }, { id }: Removed) =>
      selected.length === 1 && selected[0] === id,
    canSave: ({ context }) => canSave(context),
    isLastPage: (_, { page }: { page: RecordPage }) => page.nextCursor === null,
    /** says nothing about the records of the tool, which are still loading */
    isOldListOver: and([
      stateIn({ listed: { list: 'filtering' } }),
      ({ context }) => context.records.length === 0,
    ]),
    isListOver: ({ context: { records, nextCursor } }) =>
      records.length === 0 && nextCursor === null,
    isPageOver: ({ context: { records } }) => records.length === 0,
    isWholeAgain: ({ context }, { page }: { page: RecordPage }) =>
      isWhole(context, joined(context, page)),
    isConfirmed: newsGuards.isConfirmed,
    isMissing: newsGuards.isMissing,
  },
  actions: {
    goToTool: sendTo(chart('app'), (_, { tool }: { tool: string | null }) => ({
      type: 'navigation.requested' as const,
      to: toolPath(tool),
      // one press of Back leaves the page
      replace: true,
    })),
    setTool: assign((_, { path }: { path: string }) => ({ tool: toolIn(path), counted: 0 })),
    setPage: assign(({ context }, { page }: { page: RecordPage }) => ({
      ...listChanged(context, page.records),
      nextCursor: page.nextCursor,
      counted: context.counted === null ? null : page.records.length,
      tools: worthChoosing(context.tool, page),
      failure: null,
    })),
    appendPage: assign(({ context }, { page }: { page: RecordPage }) => ({
      records: appendRecords(context.records, page.records),
      nextCursor: page.nextCursor,
      failure: null,
    })),
    beginAgain: assign({ coming: noPage }),
    setComing: assign(({ context }, { page }: { page: RecordPage }) => ({
      coming: joined(context, page),
    })),
    replaceList: assign(({ context }, { page }: { page: RecordPage }) => {
      const whole = joined(context, page);
      const { records, nextCursor } = whole;
      const changed = listChanged(context, latestOf(context.records, records));
      return { ...changed, nextCursor, tools: worthChoosing(context.tool, whole), coming: noPage };
    }),
    noteReplaced: raise({ type: 'list.replaced' }),
    noteFiltered: raise({ type: 'list.filtered' }),
    noteUnfiltered: raise({ type: 'list.unfiltered' }),
    clearList: assign({ records: [], nextCursor: null }),
    noteComplete: raise({ type: 'list.completed' }),
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    replaceRecord: assign(({ context }, { record }: { record: TaskRecord }) => ({
      records: replaceRecord(context.records, record),
    })),
    toggle: assign(({ context }, { id }: { id: string }) => ({ selected: toggled(context, id) })),
    toggleAll: assign(({ context }) => ({ selected: toggledAll(context) })),
    selectAll: assign(({ context }) => ({ selected: selectable(context) })),
    clearSelected: assign({ selected: [] }),
    markRemovals: assign((_, { ids }: { ids: readonly string[] }) => ({ removals: ids })),
    clearRemovals: assign({ removals: [] }),
    drop: assign(({ context }, { id }: Removed) =>
      listChanged(context, dropRecord(context.records, id)),
    ),
    setWatchFailure: assign((_, { failure }: Failed) => ({ watchFailure: failure })),
    follow: assign(({ context: { records }, spawn }) => {
      const record = recordUnderWay(records);
      if (record) {
        const { id, revision } = record;
        spawn('recordWatch', { id: 'recordWatch', input: { id, revision } });
      }
      return {};
    }),
    unfollow: stopChild('recordWatch'),
    tellWatch: sendTo('recordWatch', (_, event: WatchEvent) => event),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendRejected(),
    askForRemoval: sendTo(chart('dialogs'), ({ context: { removals } }) =>
      removalQuestion('records', removals.join('+'), removals.length),
    ),
    requestRemovals: sendTo(chart('removals'), ({ context }) => ({
      type: 'removals.requested',
      ids: context.removals,
    })),
    requestArchive: sendTo(chart('archive'), ({ context }) => ({
      type: 'archive.requested',
      ids: resultsIn(context).map(({ id }) => id),
    })),
    markContinued: assign((_, { id }: { id: string }) => ({ continuedId: id })),
    clearContinued: assign({ continuedId: null }),
    giveToStudio: sendNextPhoto(),
    goHome: sendTo(chart('app'), { type: 'navigation.requested', to: '/' }),
    complainOfNext: sendRejected('toast.continueFailed'),
    dropContinued: assign(({ context }) =>
      listChanged(context, dropRecord(context.records, context.continuedId)),
    ),
  },
});
