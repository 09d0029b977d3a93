import {
  assign,
  emit,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  stateIn,
  stopChild,
} from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import type { OverlayStage } from '../model/overlay-stage.ts';
import type { PreparedPhoto } from '../model/photo.ts';
import type { ProductEvent } from '../model/product-event.ts';
import type { StakeTag } from '../model/stake.ts';
import { isUnderWay, phaseOf, type TaskRecord, type UploadTicket } from '../model/task-record.ts';
import { ports, rejected } from '../port-actors.ts';
import type { KeptPhotosPort } from '../ports/kept-photos.port.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import { isPassing, type PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import { newsGuards } from '../record-guards.ts';
import { recordWatchMachine } from '../record-watch/record-watch.machine.ts';
import type { WatchEvent } from '../record-watch/record-watch.types.ts';
import { delayOf } from './run.beginning.ts';
import {
  doubtfulCodes,
  failureIn,
  faultCodes,
  isDenied,
  isRepeated,
  isServersFault,
  isTicketRefused,
  isUnanswered,
  visitorCodes,
} from './run.failures.ts';
import { arrivedWith, requestIn } from './run.load.ts';
import type { RunContext, RunEvent, RunInput, RunNews, RunOutcome } from './run.types.ts';
import { measured, measuredByRecord, measuredStart } from './run.view.ts';

type Failed = { failure: PortFailure };
type WithRecord = { record: TaskRecord };

/** limit of consecutive lookups of a start's record that get no answer */
const maxQuestions = 3;

export const runSetup = setupChart({
  types: {
    context: {} as RunContext,
    events: {} as RunEvent,
    input: {} as RunInput,
    output: {} as RunOutcome,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({ calls: ['keepPhoto'] }).of<KeptPhotosPort>(),
    ...ports({
      calls: ['createKey', 'requestUpload', 'startTask', 'findAttempt', 'cancelTask'],
      streams: ['upload'],
      said: {
        requestUpload: faultCodes,
        startTask: [...doubtfulCodes, 'too_many_tasks'],
        findAttempt: [...faultCodes, 'rate_limited'],
        cancelTask: ['record_ended'],
      },
    }).of<TaskPort>(),
    ...ports({ calls: ['preparePhoto'] }).of<PhotoPort>(),
    recordWatch: recordWatchMachine,
  },
  guards: {
    hasRecord: ({ context }) => context.view.record !== null,
    hasArrived: ({ context }) => requestIn(context.load) !== null,
    isDelivered: ({ context }) => context.load.step === 'delivered',
    isRunning: ({ context }) => context.view.record?.dealStatus === 1,
    isQueued: ({ context }) => context.view.record?.dealStatus === 0,
    isOver: ({ context }) => context.view.record !== null && !isUnderWay(context.view.record),
    isGone: ({ context }) => context.outcome.kind === 'gone',
    isMeasured: ({ context }) => context.delayedAfterMs !== null,
    isTimed: ({ context }) => context.view.remainingMs !== null,
    isUntimed: ({ context }) => context.view.remainingMs === null,
    hasEnded: (_, { record }: WithRecord) => !isUnderWay(record),
    isFound: (_, { record }: { record: TaskRecord | null }) => record !== null,
    isDailyLimit: (_, { failure }: Failed) => failure.code === 'daily_limit',
    isVisitorsTurn: (_, { failure }: Failed) => visitorCodes.includes(failure.code ?? 'none'),
    /** true if the server has answered that the start created no task */
    isDenied: (_, { failure }: Failed) => isDenied(failure),
    isTooLate: (_, { failure }: Failed) => newsGuards.isEnded(null, { failure }),
    isServers: (_, { failure }: Failed) => isServersFault(failure),
    isPassing: (_, { failure }: Failed) => isPassing(failure),
    isOffline: (_, { failure }: Failed) => failure.reason === 'offline',
    /** true if another call would get the same answer */
    isLasting: (_, { failure }: Failed) => !isPassing(failure) && !isUnanswered(failure),
    /** true if an earlier page may have sent the start */
    mayHaveStarted: ({ context }) => context.load.step === 'asked',
    hasKey: ({ context }) => context.load.step === 'keyed',
    isUnwanted: stateIn({ starting: { wish: 'unwanted' } }),
    isTicketRefused: (_, { failure }: Failed) => isTicketRefused(failure),
    isRepeated: ({ context }, { failure }: Failed) => isRepeated(failure, context.failure),
    isAskedEnough: ({ context }, { failure }: Failed) =>
      isUnanswered(failure) && context.tries >= maxQuestions,
  },
  actions: {
    setKey: assign(({ context: { load } }, { key }: { key: string }) => ({
      load: load.step === 'photo' ? { step: 'keyed' as const, wish: load.wish, key } : load,
    })),
    setPrepared: assign(({ context: { load } }, { prepared }: { prepared: PreparedPhoto }) => ({
      load: load.step === 'keyed' ? { ...load, step: 'prepared' as const, prepared } : load,
    })),
    setTicket: assign(({ context: { load } }, { ticket }: { ticket: UploadTicket }) => ({
      load:
        load.step === 'prepared' || load.step === 'addressed'
          ? { ...load, step: 'addressed' as const, ticket }
          : load,
    })),
    setArrival: assign(({ context }) => ({ load: arrivedWith(context), tries: 0, failure: null })),
    setRecord: assign(({ context }, { record }: { record: TaskRecord | null }) =>
      record
        ? {
            view: { ...context.view, record },
            delayedAfterMs: context.delayedAfterMs ?? delayOf(context, record),
            outcome: { kind: 'ended' as const, record },
          }
        : {},
    ),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    conclude: assign((_, outcome: RunOutcome) => ({ outcome })),
    /** sets the outcome for a start that may still have created a task */
    doubt: assign(({ context }, { failure }: Failed) => {
      const request = requestIn(context.load);
      return {
        failure,
        tries: 0,
        outcome: request ? { kind: 'unsure' as const, failure, request } : context.outcome,
      };
    }),
    endDoubt: assign(({ context: { outcome } }) => ({
      outcome:
        outcome.kind === 'unsure' && outcome.request
          ? { kind: 'notStarted' as const, failure: outcome.failure, request: outcome.request }
          : outcome,
    })),
    measure: assign(
      ({ context: { view } }, { stage, fraction }: { stage: OverlayStage; fraction?: number }) => ({
        view: measured(view, stage, fraction),
      }),
    ),
    measureStart: assign(({ context: { view } }, { stage }: { stage: OverlayStage }) => ({
      view: measuredStart(view, stage),
    })),
    measureRecord: assign(({ context: { view } }) => ({ view: measuredByRecord(view) })),
    tellKeeper: enqueueActions(({ enqueue }, { photo }: { photo: KeptPhoto | null }) => {
      if (photo) enqueue.sendTo(chart('keeper'), { type: 'photo.held', photo });
    }),
    /**
     * deletes the stored copy of the photo, because the photo was uploaded or is no longer wanted
     */
    releasePhoto: enqueueActions(({ context: { photoId }, enqueue }) => {
      if (photoId !== null) {
        enqueue.sendTo(chart('keeper'), { type: 'photo.released', id: photoId });
      }
    }),
    tellMoved: sendParent(
      ({ context, self }): RunNews => ({
        type: 'run.moved',
        id: self.id,
        view: context.view,
        request: requestIn(context.load),
      }),
    ),
    notifyDelay: sendParent(
      ({ self }, { isDelayed }: { isDelayed: boolean }): RunNews => ({
        type: 'run.delayed',
        id: self.id,
        isDelayed,
      }),
    ),
    tellEnded: sendParent(
      ({ context, self }): RunNews => ({
        type: 'run.ended',
        id: self.id,
        outcome: context.outcome,
      }),
    ),
    noteMeasured: raise({ type: 'progress.measured' }),
    noteCancelled: raise({ type: 'task.cancelled' }),
    emitStarted: emit(({ context }) => ({
      type: 'task.started' as const,
      function: context.functionCode,
    })),
    emitEnded: emit(({ context: { functionCode, outcome } }) => ({
      type: 'task.ended' as const,
      function: functionCode,
      outcome: outcome.kind === 'ended' ? phaseOf(outcome.record) : outcome.kind,
    })),
    noteDoubt: raise((_, { failure }: Failed) => ({ type: 'start.doubted', failure })),
    /** ends a start that the visitor has cancelled meanwhile, if it created no task */
    noteUnwantedFailure: raise((_, { failure }: Failed) =>
      isDenied(failure)
        ? { type: 'start.denied' as const }
        : { type: 'start.doubted' as const, failure },
    ),
    confirmStart: raise({ type: 'start.confirmed' }),
    denyStart: raise({ type: 'start.denied' }),
    giveUpAsking: raise({ type: 'start.unknown' }),
    follow: assign(({ context: { view }, spawn }) => {
      if (view.record) {
        const { id, revision } = view.record;
        spawn('recordWatch', { id: 'recordWatch', input: { id, revision } });
      }
      return {};
    }),
    unfollow: stopChild('recordWatch'),
    tellWatch: sendTo('recordWatch', (_, event: WatchEvent) => event),
    /**
     * notifies the tabs chart, because the end of the task has changed the credits and the record
     */
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    reportFailure: sendRejected(),
    reportOutcome: sendTo(chart('app'), ({ context }) =>
      rejected()(null, { failure: failureIn(context.outcome) }),
    ),
    complainOfCancel: sendRejected('toast.cancelFailed'),
  },
  delays: {
    /**
     * time limit for saving, in milliseconds, because some browsers never report whether saving
     * succeeded
     */
    patience: 2000,
    /** time limit of the start call (R33), in milliseconds */
    startTimeout: 60_000,
    retryPause: ({ context }) => Math.min(30_000, 1000 * 2 ** context.tries),
    /**
     * time until the run counts as longer than usual, counted from the first measured range or from
     * the duration shown at the start
     */
    delay: ({ context }) => context.delayedAfterMs ?? 0,
    /** upper end of the last measured range */
    range: ({ context }) => context.view.remainingMs?.high ?? 0,
  },
});
