import { assign, enqueueActions } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { ports } from '../port-actors.ts';
import type {
  DropReason,
  EventBatch,
  EventQueuePort,
  SendAnswer,
} from '../ports/event-queue.port.ts';
import type { AnalyticsContext, AnalyticsEvent, AnalyticsFact } from './analytics.types.ts';
import {
  countOf,
  dropMessages,
  droppingOf,
  isToWait,
  limitAfter,
  mostEvents,
  mostSends,
  waitAfter,
} from './analytics.verdict.ts';

type Batched = { batch: EventBatch | null };
type Answered = { answer: SendAnswer };
type Drop = { count: number; reason: DropReason };

const counted = (dropped: AnalyticsContext['dropped'], { count, reason }: Drop) => ({
  ...dropped,
  [reason]: (dropped[reason] ?? 0) + count,
});

const factOf = ({ count, reason }: Drop): AnalyticsFact => ({
  type: 'events.dropped',
  count,
  reason,
  message: dropMessages[reason],
});

export const analyticsSetup = setupChart({
  types: {
    context: {} as AnalyticsContext,
    events: {} as AnalyticsEvent,
    emitted: {} as AnalyticsFact,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['takeBatch', 'sendBatch', 'settleBatch', 'emptyQueue', 'openQueue'],
    streams: ['watchQueue', 'holdLead'],
  }).of<EventQueuePort>(),
  guards: {
    isAny: ({ context }) => context.queued > 0,
    isFull: (_, { queued }: { queued: number }) => queued >= mostEvents,
    /** true if a batch was accepted and fewer events than a full batch remain in the queue */
    isRest: ({ context: { answer, limit } }, { queued }: { queued: number }) =>
      answer?.kind === 'accepted' && limit === mostEvents && queued > 0 && queued < mostEvents,
    isSome: (_, { queued }: { queued: number }) => queued > 0,
    isNone: (_, { batch }: Batched) => batch === null,
    isSpent: (_, { batch }: Batched) => batch !== null && batch.attempts > mostSends,
    isToWait: ({ context: { answer } }) => answer !== null && isToWait(answer),
    isUnreachable: ({ context: { answer } }) => answer?.kind === 'unreachable',
  },
  actions: {
    count: assign((_, { queued }: { queued: number }) => ({ queued })),
    setBatch: assign((_, { batch }: Batched) => ({ batch, answer: null })),
    setAnswer: assign(({ context }, { answer }: Answered) => ({
      answer,
      limit: context.batch ? limitAfter(context.limit, context.batch, answer) : context.limit,
    })),
    /**
     * reports dropped events only after the result of the send is saved, because until then the
     * queue may still contain these events
     */
    tellDropped: enqueueActions(({ context: { answer, batch, dropped }, enqueue }) => {
      if (batch === null) return;
      const { removed, reason } = droppingOf(batch, answer);
      if (reason === null) return;
      const drop = { count: countOf(removed, batch), reason };
      enqueue.assign({ dropped: counted(dropped, drop) });
      enqueue.emit(factOf(drop));
    }),
    drop: enqueueActions(({ context: { dropped }, enqueue }, drop: Drop) => {
      enqueue.assign({ dropped: counted(dropped, drop) });
      enqueue.emit(factOf(drop));
    }),
    clearBatch: assign({ batch: null }),
    planWait: assign(({ context: { answer, failures } }) => {
      if (answer === null) return {};
      const waitMs = waitAfter(answer, failures);
      return { waitMs, deadline: answer.at + waitMs, failures: failures + 1 };
    }),
    clearFailures: assign({ failures: 0 }),
    clearWait: assign({ waitMs: 0, deadline: null }),
    /** reports the number of events dropped by an opt-out */
    dropAll: enqueueActions(({ context: { dropped, queued }, enqueue }) => {
      enqueue.assign({ queued: 0, batch: null, answer: null, failures: 0 });
      if (queued === 0) return;
      const drop: Drop = { count: queued, reason: 'optedOut' };
      enqueue.assign({ dropped: counted(dropped, drop) });
      enqueue.emit(factOf(drop));
    }),
  },
  delays: {
    /** the flush interval of R59 */
    flushPause: 10_000,
    wait: ({ context }) => context.waitMs,
    /** pause before the device's storage is tried again */
    storagePause: 1000,
  },
});
