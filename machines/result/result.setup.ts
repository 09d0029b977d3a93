import { assign, emit, raise, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { Change } from '../model/change.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { type NextPhoto, nextPhotoOf } from '../model/next-photo.ts';
import type { PictureWays } from '../model/picture-format.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { remainingAfter } from '../model/remaining.ts';
import { phaseOf, type RecordPhase, type TaskRecord, withoutRecord } from '../model/task-record.ts';
import { toolPath } from '../model/tool-filter.ts';
import { ports } from '../port-actors.ts';
import type { PicturePort } from '../ports/picture.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { newsGuards } from '../record-guards.ts';
import { recordDeleted, removalQuestion, sendNextPhoto } from '../record-notices.ts';
import { recordWatchMachine } from '../record-watch/record-watch.machine.ts';
import type { WatchEvent } from '../record-watch/record-watch.types.ts';
import { sendPicture } from './result.formats.ts';
import type { ResultContext, ResultEvent, ResultInput } from './result.types.ts';

const tickMs = 1000;

type Failed = { failure: PortFailure };
type Next = { record: TaskRecord | null; picture: NextPhoto };

const rangeOf = ({ record }: ResultContext) => record?.progress?.remainingMs ?? null;

const isInRange = (context: ResultContext): boolean => {
  const range = rangeOf(context);
  return range !== null && remainingAfter(range, context.sinceNewsMs) !== null;
};

export const resultSetup = setupChart({
  types: {
    context: {} as ResultContext,
    events: {} as ResultEvent,
    input: {} as ResultInput,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['loadRecord', 'deleteRecord'],
      said: { loadRecord: withoutRecord, deleteRecord: withoutRecord },
    }).of<RecordsPort>(),
    ...ports({ calls: ['cancelTask'], said: { cancelTask: ['record_ended'] } }).of<TaskPort>(),
    ...ports({
      calls: ['findPictureWays', 'findChange', 'sharePicture', 'copyPicture'],
      said: { sharePicture: withoutRecord, copyPicture: withoutRecord },
    }).of<PicturePort>(),
    recordWatch: recordWatchMachine,
  },
  guards: {
    isUnderWay: newsGuards.isUnderWay,
    isMissing: newsGuards.isMissing,
    isEnded: newsGuards.isEnded,
    isConfirmed: newsGuards.isConfirmed,
    isPhase: ({ context: { record } }, { phase }: { phase: RecordPhase }) =>
      record !== null && phaseOf(record) === phase,
    isUnmeasured: ({ context }) => rangeOf(context) === null,
    isRangeOver: ({ context }) => !isInRange(context),
    isInRange: ({ context }) => isInRange(context),
    isThis: ({ context }, { id }: { id: string | null }) => id === context.recordId,
    isNotFound: (_, { failure }: Failed) => failure.code === 'record_not_found',
    isGone: (_, { failure }: Failed) => failure.code === 'record_gone',
    /** A portrait is a new crop, which is judged as a whole. */
    isSurveyed: ({ context: { change, record } }) =>
      change !== undefined || record?.code === 'face-portrait',
    canShare: ({ context }) => context.ways?.shares === true,
    canCopy: ({ context }) => context.ways?.copies === true,
    isCancelled: (_, { failure }: Failed) => failure.reason === 'cancelled',
    has: (_, { record, picture }: Next) => nextPhotoOf(record, picture) !== null,
  },
  actions: {
    /** ignores an answer that is older than the record on screen */
    setRecord: assign(({ context }, { record }: { record: TaskRecord }) =>
      context.record && context.record.revision > record.revision ? {} : { record, sinceNewsMs: 0 },
    ),
    countOn: assign(({ context }) => ({ sinceNewsMs: context.sinceNewsMs + tickMs })),
    setChange: assign((_, { change }: { change: Change | null }) => ({ change })),
    setNoChange: assign({ change: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendRejected(),
    complainOfRemoval: sendRejected('toast.removalFailed'),
    complainOfCancel: sendRejected('toast.cancelFailed'),
    complainOfNext: sendRejected('toast.continueFailed'),
    /** raises the same event as the record watch */
    raiseEnded: raise((_, { record }: { record: TaskRecord }) => ({
      type: 'record.ended' as const,
      record,
    })),
    noteReloaded: raise({ type: 'record.reloaded' }),
    noteDeleted: raise({ type: 'record.deleted' }),
    notePictureMissed: raise({ type: 'picture.missed' }),
    tellWatch: sendTo('recordWatch', (_, event: WatchEvent) => event),
    askForRemoval: sendTo(chart('dialogs'), ({ context }) =>
      removalQuestion('result', context.recordId),
    ),
    withdrawDialog: sendTo(chart('dialogs'), { type: 'dialog.withdrawn', requester: 'result' }),
    toastRemoved: sendTo(chart('toast'), recordDeleted),
    emitDownloaded: emit(({ context: { record } }) => ({
      type: 'result.downloaded',
      function: record?.code ?? null,
    })),
    /** the studio or a run's card may show this result */
    tellRuns: sendTo(chart('runs'), ({ context }) => ({
      type: 'result.deleted',
      recordId: context.recordId,
    })),
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    complainOfShare: sendRejected('toast.shareFailed'),
    complainOfCopy: sendRejected('toast.copyFailed'),
    toastCopied: sendTo(chart('toast'), {
      type: 'toast.requested',
      kind: 'success',
      message: { id: 'toast.copied' },
    }),
    setNoWays: assign({ ways: { shares: false, copies: false } }),
    setWays: assign((_, { ways }: { ways: PictureWays }) => ({ ways })),
    openPicture: sendPicture(),
    closePicture: sendTo(chart('resultEncoder'), { type: 'picture.closed' }),
    giveToStudio: sendNextPhoto(),
    /** removes the photo of this record from the studio, which may still show it */
    leaveRun: sendTo(chart('runs'), ({ context }) => ({
      type: 'record.left',
      recordId: context.recordId,
    })),
    goHome: sendTo(chart('app'), { type: 'navigation.requested', to: '/' }),
    emitDeleted: emit({ type: 'record.deleted' }),
    goToRecords: sendTo(chart('app'), ({ context: { tool } }) => ({
      type: 'navigation.requested' as const,
      to: toolPath(tool),
    })),
  },
  delays: {
    tick: tickMs,
    /** Delay in milliseconds, which includes loading the pictures. */
    moment: 1500,
  },
});
