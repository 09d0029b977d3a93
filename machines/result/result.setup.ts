import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { neededCall, neededStream } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { newsGuards, phaseGuards } from '../record-guards.ts';
import { recordDeleted, rejected, removalQuestion } from '../record-notices.ts';
import type { ResultContext, ResultEvent, ResultInput } from './result.types.ts';

type Failed = { failure: PortFailure };

/** Names and bodies of the result page. */
export const resultSetup = setup({
  types: {
    context: {} as ResultContext,
    events: {} as ResultEvent,
    input: {} as ResultInput,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    loadRecord: neededCall<RecordsPort['loadRecord']>('loadRecord'),
    deleteRecord: neededCall<RecordsPort['deleteRecord']>('deleteRecord'),
    cancelTask: neededCall<TaskPort['cancelTask']>('cancelTask'),
    watchRecord: neededStream<TaskPort['watchRecord']>('watchRecord'),
  },
  guards: {
    ...newsGuards,
    ...phaseGuards,
    isNotFound: (_, { failure }: Failed) => failure.code === 'record_not_found',
    isGone: (_, { failure }: Failed) => failure.code === 'record_gone',
  },
  actions: {
    keepRecord: assign((_, { record }: { record: TaskRecord }) => ({ record, failure: null })),
    keepFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendTo(chart('app'), rejected()),
    complainOfRemoval: sendTo(chart('app'), rejected('toast.removalFailed')),
    complainOfCancel: sendTo(chart('app'), rejected('toast.cancelFailed')),
    tellCoreRejected: sendTo(chart('app'), ({ context }) => ({
      type: 'core.rejected',
      recordId: context.recordId,
    })),
    askForRemoval: sendTo(chart('dialogs'), ({ context }) =>
      removalQuestion('result', context.recordId),
    ),
    toastRemoved: sendTo(chart('toast'), recordDeleted),
    goToRecords: sendTo(chart('app'), { type: 'navigation.requested', to: '/record' }),
  },
  delays: { watchPause: 5000 },
});
