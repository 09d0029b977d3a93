import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { appendRecords, dropRecord, recordUnderWay, replaceRecord } from '../model/record-list.ts';
import type { RecordPage, TaskRecord } from '../model/task-record.ts';
import { neededCall, neededStream } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { newsGuards } from '../record-guards.ts';
import { recordDeleted, rejected, removalQuestion } from '../record-notices.ts';
import type { RecordsContext, RecordsEvent } from './records.types.ts';

type Failed = { failure: PortFailure };

/** Names and bodies of the record list. */
export const recordsSetup = setup({
  types: {
    context: {} as RecordsContext,
    events: {} as RecordsEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    listRecords: neededCall<RecordsPort['listRecords']>('listRecords'),
    deleteRecord: neededCall<RecordsPort['deleteRecord']>('deleteRecord'),
    watchRecord: neededStream<TaskPort['watchRecord']>('watchRecord'),
  },
  guards: {
    hasRecords: ({ context }) => context.records.length > 0,
    hasMore: ({ context }) => context.nextCursor !== null,
    hasUnderWay: ({ context }) => recordUnderWay(context.records) !== null,
    isUnderWay: newsGuards.isUnderWay,
    isConfirmed: newsGuards.isConfirmed,
    isMissing: newsGuards.isMissing,
  },
  actions: {
    keepPage: assign((_, { page }: { page: RecordPage }) => ({
      records: page.records,
      nextCursor: page.nextCursor,
      failure: null,
    })),
    appendPage: assign(({ context }, { page }: { page: RecordPage }) => ({
      records: appendRecords(context.records, page.records),
      nextCursor: page.nextCursor,
      failure: null,
    })),
    replaceRecord: assign(({ context }, { record }: { record: TaskRecord }) => ({
      records: replaceRecord(context.records, record),
    })),
    markRemoval: assign((_, { id }: { id: string }) => ({ removingId: id })),
    dropMarked: assign(({ context }) => ({
      records: dropRecord(context.records, context.removingId),
      removingId: null,
    })),
    markWatched: assign(({ context }) => ({
      watched: recordUnderWay(context.records),
    })),
    dropWatched: assign(({ context }) => ({
      records: dropRecord(context.records, context.watched?.id ?? null),
    })),
    forgetRemoval: assign({ removingId: null }),
    keepFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendTo(chart('app'), rejected()),
    complainOfRemoval: sendTo(chart('app'), rejected('toast.removalFailed')),
    askForRemoval: sendTo(chart('dialogs'), ({ context }) =>
      removalQuestion('records', context.removingId),
    ),
    toastRemoved: sendTo(chart('toast'), recordDeleted),
  },
  delays: { watchPause: 5000 },
});
