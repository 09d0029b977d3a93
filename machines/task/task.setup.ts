import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import type { Setup } from '../model/functions.ts';
import type { OverlayStage } from '../model/overlay-stage.ts';
import type { Photo, PhotoSource, PreparedPhoto } from '../model/photo.ts';
import { wholeFraction } from '../model/progress.ts';
import { estimatedMs, functionOf, problemOf, startObstacle } from '../model/start-obstacle.ts';
import type { RecordPhase, TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { OverlayMeasured } from '../overlay/overlay.types.ts';
import { neededCall, neededStream } from '../port-actors.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import { isPassing, isServers, type PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { newsGuards, phaseGuards } from '../record-guards.ts';
import { rejected } from '../record-notices.ts';
import type { TaskContext, TaskEvent } from './task.types.ts';

type Failed = { failure: PortFailure };
type WithRecord = { record: TaskRecord };

export const noTask: Omit<TaskContext, 'setup' | 'functionCode'> = {
  source: null,
  photo: null,
  problem: null,
  idempotencyKey: null,
  prepared: null,
  ticket: null,
  uploaded: 0,
  tries: 0,
  record: null,
  longAfterMs: null,
  watching: false,
  failure: null,
  mayHaveStarted: false,
  cancelWanted: false,
};

/** failed starts in a row after which the chart asks instead whether the task is there */
const mostStarts = 3;

/** What the state before has put there; without it the chart is wrong and must not go on. */
export const present = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('The task chart entered a state without what it needs');
  return value;
};

const measured = (
  stage: OverlayStage,
  fraction: number,
  remainingMs: OverlayMeasured['remainingMs'] = null,
): OverlayMeasured => ({
  type: 'overlay.measured',
  stage,
  fraction: wholeFraction(stage, fraction),
  remainingMs,
});

const recordMeasure = (record: TaskRecord | null): OverlayMeasured => {
  const progress = record?.progress;
  return measured(
    progress?.stage ?? 'queued',
    progress?.fraction ?? 0,
    progress?.remainingMs ?? null,
  );
};

/** "Longer than usual" is held against the most that was told: before the start, or first after. */
const promiseOf = (
  { photo, setup: offer, functionCode }: TaskContext,
  record: TaskRecord,
): number | null => {
  const told = record.progress?.remainingMs?.high;
  if (told === undefined) return null;
  return Math.max(told, estimatedMs(photo, functionOf(offer, functionCode)) ?? 0);
};

/** Names and bodies of the task chart. */
export const taskSetup = setup({
  types: {
    context: {} as TaskContext,
    events: {} as TaskEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    inspectPhoto: neededCall<PhotoPort['inspectPhoto']>('inspectPhoto'),
    preparePhoto: neededCall<PhotoPort['preparePhoto']>('preparePhoto'),
    createKey: neededCall<TaskPort['createKey']>('createKey'),
    requestUpload: neededCall<TaskPort['requestUpload']>('requestUpload'),
    upload: neededStream<TaskPort['upload']>('upload'),
    startTask: neededCall<TaskPort['startTask']>('startTask'),
    findRunningTask: neededCall<TaskPort['findRunningTask']>('findRunningTask'),
    watchRecord: neededStream<TaskPort['watchRecord']>('watchRecord'),
    cancelTask: neededCall<TaskPort['cancelTask']>('cancelTask'),
  },
  guards: {
    isFound: (_, { record }: { record: TaskRecord | null }) => record !== null,
    hasPhoto: ({ context }) => context.photo !== null,
    hasProblem: ({ context }, { photo }: { photo: Photo }) =>
      problemOf(photo, context.setup) !== null,
    isOffered: ({ context }, { code }: { code: string }) =>
      functionOf(context.setup, code) !== null,
    canStart: ({ context: { photo, setup: offer, functionCode } }) =>
      photo !== null && startObstacle(photo, functionOf(offer, functionCode)) === null,
    isPassing: (_, { failure }: Failed) => isPassing(failure),
    /** the server says no a second time in a row: waiting would not end */
    isLasting: ({ context }, { failure }: Failed) =>
      isServers(failure) && context.failure !== null && isServers(context.failure),
    /**
     * Nobody knows whether it started, and to start it again is no longer the way: the visitor does
     * not want it, or three times in a row there was no answer though there is a connection.
     */
    isTimeToLook: ({ context: { cancelWanted, tries } }, { failure }: Failed) =>
      isPassing(failure) &&
      (cancelWanted || (failure.reason !== 'offline' && tries + 1 >= mostStarts)),
    isDailyLimit: (_, { failure }: Failed) => failure.code === 'daily_limit',
    isRootsConcern: (_, { failure }: Failed) =>
      ['10009', '51008', '51009'].includes(failure.code ?? ''),
    isEnded: newsGuards.isEnded,
    isMissing: newsGuards.isMissing,
    isUnderWay: newsGuards.isUnderWay,
    ...phaseGuards,
    mayHaveStarted: ({ context }) => context.mayHaveStarted,
    isMeasured: ({ context }) => context.longAfterMs !== null,
    isCancelWanted: ({ context }) => context.cancelWanted,
    isFoundUnwanted: ({ context }, { record }: { record: TaskRecord | null }) =>
      record !== null && context.cancelWanted,
  },
  actions: {
    keepSetup: assign(({ context }, { setup: offer }: { setup: Setup }) => ({
      setup: offer,
      functionCode:
        functionOf(offer, context.functionCode)?.code ?? offer.functions[0]?.code ?? null,
    })),
    keepSource: assign((_, { source }: { source: PhotoSource }) => ({ ...noTask, source })),
    keepPhoto: assign((_, { photo }: { photo: Photo }) => ({ photo })),
    keepProblem: assign(({ context }, { photo }: { photo: Photo }) => ({
      problem: problemOf(photo, context.setup),
    })),
    keepUnreadable: assign({ problem: 'unreadable' as const }),
    selectFunction: assign((_, { code }: { code: string }) => ({ functionCode: code })),
    forgetTask: assign(noTask),
    /** a new attempt with the photo that is here */
    forgetAttempt: assign(({ context: { source, photo } }) => ({ ...noTask, source, photo })),
    keepKey: assign((_, { key }: { key: string }) => ({ idempotencyKey: key })),
    keepPrepared: assign((_, { prepared }: { prepared: PreparedPhoto }) => ({ prepared })),
    keepTicket: assign((_, { ticket }: { ticket: UploadTicket }) => ({ ticket, uploaded: 0 })),
    keepUploaded: assign((_, { fraction }: { fraction: number }) => ({ uploaded: fraction })),
    forgetTries: assign({ tries: 0, failure: null }),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    keepRecord: assign(({ context }, { record }: WithRecord) => ({
      record,
      failure: null,
      tries: 0,
      mayHaveStarted: false,
      longAfterMs: context.longAfterMs ?? promiseOf(context, record),
    })),
    keepFailure: assign((_, { failure }: Failed) => ({ failure })),
    doubt: assign({ mayHaveStarted: true }),
    /** only an answer with a code says for certain that it has not started */
    judgeStart: assign((_, { failure }: Failed) => ({
      mayHaveStarted: failure.code === undefined,
    })),
    /** goes on with the attempt that may have started */
    insist: assign({ tries: 0, failure: null, cancelWanted: false }),
    wantCancel: assign({ cancelWanted: true }),
    watch: assign({ watching: true }),
    lookAway: assign({ watching: false }),
    openOverlay: sendTo(chart('overlay'), { type: 'overlay.opened', counter: true }),
    openOverlayAway: sendTo(chart('overlay'), {
      type: 'overlay.opened',
      counter: true,
      away: true,
    }),
    finishOverlay: sendTo(chart('overlay'), { type: 'overlay.finished' }),
    closeOverlay: sendTo(chart('overlay'), { type: 'overlay.closed' }),
    tellStage: sendTo(chart('overlay'), (_, { stage }: { stage: OverlayStage }) =>
      measured(stage, 0),
    ),
    tellUpload: sendTo(chart('overlay'), (_, { fraction }: { fraction: number }) =>
      measured('uploading', fraction),
    ),
    tellRecord: sendTo(chart('overlay'), ({ context }) => recordMeasure(context.record)),
    tellCoreRejected: sendTo(chart('app'), ({ context }) => ({
      type: 'core.rejected',
      recordId: context.record?.id ?? '',
    })),
    tellEnd: sendTo(chart('app'), ({ context }, { phase }: { phase: RecordPhase }) => ({
      type: 'task.ended',
      recordId: context.record?.id ?? '',
      phase,
      watched: context.watching,
    })),
    tellUserOutdated: sendTo(chart('session'), { type: 'user.outdated' }),
    reportFailure: sendTo(chart('app'), rejected()),
    complainOfCancel: sendTo(chart('app'), rejected('toast.cancelFailed')),
  },
  delays: {
    startTimeout: 60_000,
    retryPause: ({ context }) => Math.min(30_000, 1000 * 2 ** context.tries),
    usual: ({ context }) => context.longAfterMs ?? 0,
  },
});
