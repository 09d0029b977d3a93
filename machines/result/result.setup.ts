import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { DialogOpened } from '../dialogs/dialogs.events.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import type { DialogAnswered } from '../model/dialog.ts';
import {
  isCoreRejected,
  isMissingRecord,
  isUnderWay,
  phaseOf,
  type RecordPhase,
  type TaskRecord,
} from '../model/task-record.ts';
import { neededCall, neededStream } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type { ResultContext, ResultEvent, ResultInput } from './result.events.ts';

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
    isUnderWay: (_, { record }: { record: TaskRecord }) => isUnderWay(record),
    isPhase: ({ context }, { phase }: { phase: RecordPhase }) =>
      context.record !== null && phaseOf(context.record) === phase,
    isCoreRejected: ({ context }) => context.record !== null && isCoreRejected(context.record),
    isConfirmed: (_, { answer }: { answer: DialogAnswered['answer'] }) => answer === 'confirmed',
    isNotFound: (_, { failure }: Failed) => failure.code === 'record_not_found',
    isGone: (_, { failure }: Failed) => failure.code === 'record_gone',
    isMissing: (_, { failure }: Failed) => isMissingRecord(failure.code),
    isEnded: (_, { failure }: Failed) => failure.code === 'record_ended',
  },
  actions: {
    keepRecord: assign((_, { record }: { record: TaskRecord }) => ({ record, failure: null })),
    keepFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendTo(chart('app'), (_, { failure }: Failed) => ({
      type: 'call.rejected',
      failure,
    })),
    complainOfRemoval: sendTo(chart('app'), (_, { failure }: Failed) => ({
      type: 'call.rejected',
      failure,
      fallback: 'toast.removalFailed',
    })),
    complainOfCancel: sendTo(chart('app'), (_, { failure }: Failed) => ({
      type: 'call.rejected',
      failure,
      fallback: 'toast.cancelFailed',
    })),
    tellCoreRejected: sendTo(chart('app'), ({ context }) => ({
      type: 'core.rejected',
      recordId: context.recordId,
    })),
    askForRemoval: sendTo(
      chart('dialogs'),
      ({ context }): DialogOpened => ({
        type: 'dialog.opened',
        dialog: {
          id: `result.removal.${context.recordId}`,
          requester: 'result',
          content: {
            kind: 'messageBox',
            mode: 'confirm',
            title: { id: 'dialog.deleteRecord.title' },
            message: { id: 'dialog.deleteRecord.message' },
          },
        },
      }),
    ),
    toastRemoved: sendTo(chart('toast'), {
      type: 'toast.requested',
      kind: 'success',
      message: { id: 'toast.recordDeleted' },
    }),
    goToRecords: sendTo(chart('app'), { type: 'navigation.requested', to: '/record' }),
  },
  delays: { watchPause: 5000 },
});
