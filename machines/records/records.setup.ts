import { assign, emit, raise, sendTo, stopChild } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { nextPhotoOf } from '../model/next-photo.ts';
import type { ProductEvent } from '../model/product-event.ts';
import {
  appendRecords,
  dropRecord,
  hasEnded,
  latestOf,
  recordUnderWay,
  replaceRecord,
} from '../model/record-list.ts';
import { type RecordPage, type TaskRecord, withoutRecord } from '../model/task-record.ts';
import { ports } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import { newsGuards } from '../record-guards.ts';
import { recordDeleted, removalQuestion, sendNextPhoto } from '../record-notices.ts';
import { recordWatchMachine } from '../record-watch/record-watch.machine.ts';
import type { WatchEvent } from '../record-watch/record-watch.types.ts';
import type { RecordsContext, RecordsEvent } from './records.types.ts';

type Failed = { failure: PortFailure };

export const noPage: RecordPage = { records: [], nextCursor: null };

/** True if the answer has as many records as the list on screen, or all records. */
const isWhole = ({ records }: RecordsContext, page: RecordPage): boolean =>
  page.nextCursor === null || page.records.length >= records.length;

const joined = ({ coming }: RecordsContext, page: RecordPage): RecordPage => ({
  records: appendRecords(coming.records, page.records),
  nextCursor: page.nextCursor,
});

export const continuedOf = ({ continuedId }: RecordsContext): { id: string } | null =>
  continuedId === null ? null : { id: continuedId };

export const removalOf = ({ removingId }: RecordsContext): { id: string } | null =>
  removingId === null ? null : { id: removingId };

export const recordsSetup = setupChart({
  types: {
    context: {} as RecordsContext,
    events: {} as RecordsEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['listRecords', 'loadRecord', 'deleteRecord'],
      said: { deleteRecord: withoutRecord },
    }).of<RecordsPort>(),
    recordWatch: recordWatchMachine,
  },
  guards: {
    hasMore: ({ context }) => context.nextCursor !== null,
    isComplete: ({ context }) => context.nextCursor === null,
    hasUnderWay: ({ context }) => recordUnderWay(context.records) !== null,
    hasEnded: ({ context }, { id }: { id: string }) => hasEnded(context.records, id),
    hasResult: ({ context: { records } }, { id }: { id: string }) =>
      nextPhotoOf(records.find((one) => one.id === id) ?? null, 'result') !== null,
    isListOver: ({ context: { records, nextCursor } }) =>
      records.length === 0 && nextCursor === null,
    isPageOver: ({ context: { records } }) => records.length === 0,
    isWholeAgain: ({ context }, { page }: { page: RecordPage }) =>
      isWhole(context, joined(context, page)),
    isConfirmed: newsGuards.isConfirmed,
    isMissing: newsGuards.isMissing,
  },
  actions: {
    setPage: assign((_, { page }: { page: RecordPage }) => ({
      records: page.records,
      nextCursor: page.nextCursor,
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
      const { records, nextCursor } = joined(context, page);
      return { records: latestOf(context.records, records), nextCursor, coming: noPage };
    }),
    noteReplaced: raise({ type: 'list.replaced' }),
    noteRemoved: raise({ type: 'removal.done' }),
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    replaceRecord: assign(({ context }, { record }: { record: TaskRecord }) => ({
      records: replaceRecord(context.records, record),
    })),
    markRemoval: assign((_, { id }: { id: string }) => ({ removingId: id })),
    dropMarked: assign(({ context }) => ({
      records: dropRecord(context.records, context.removingId),
      removingId: null,
    })),
    drop: assign(({ context }, { id }: { id: string }) => ({
      records: dropRecord(context.records, id),
    })),
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
    clearRemoval: assign({ removingId: null }),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendRejected(),
    complainOfRemoval: sendRejected('toast.removalFailed'),
    askForRemoval: sendTo(chart('dialogs'), ({ context }) =>
      removalQuestion('records', context.removingId),
    ),
    toastRemoved: sendTo(chart('toast'), recordDeleted),
    /** the studio or a run's card may show this result */
    tellRuns: sendTo(chart('runs'), ({ context }) => ({
      type: 'result.deleted',
      recordId: context.removingId,
    })),
    markContinued: assign((_, { id }: { id: string }) => ({ continuedId: id })),
    clearContinued: assign({ continuedId: null }),
    giveToStudio: sendNextPhoto(),
    goHome: sendTo(chart('app'), { type: 'navigation.requested', to: '/' }),
    complainOfNext: sendRejected('toast.continueFailed'),
    dropContinued: assign(({ context }) => ({
      records: dropRecord(context.records, context.continuedId),
    })),
    emitDeleted: emit({ type: 'record.deleted' }),
  },
});
