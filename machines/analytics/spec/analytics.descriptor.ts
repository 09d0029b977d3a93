import type {
  EventBatch,
  QueueNews,
  SendAnswer,
  Settlement,
} from '../../ports/event-queue.port.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { rejecting } from '../../testing/samples.ts';
import { analyticsMachine } from '../analytics.machine.ts';
import type { AnalyticsContext } from '../analytics.types.ts';
import { isToWait } from '../analytics.verdict.ts';

const batchOf = (count: number, attempts: number): EventBatch => ({
  first: 1,
  last: count,
  count,
  attempts,
});

const plain = { retryAfterMs: null, draw: 0.5, at: 0 };

const answers: Readonly<Record<string, SendAnswer>> = {
  'it is accepted': { ...plain, kind: 'accepted' },
  'the key is bad': { ...plain, kind: 'badKey' },
  'the first is invalid': { ...plain, kind: 'invalid', indexes: [0] },
  'it is too large': { ...plain, kind: 'tooLarge' },
  'the quota of the first is used up': { ...plain, kind: 'limited', quota: [0], throttled: [] },
  'it is throttled': { ...plain, kind: 'limited', quota: [], throttled: [0] },
  'the collector fails': { ...plain, kind: 'failed' },
  'there is no answer': { ...plain, kind: 'unreachable' },
};

const broken = { 'the storage fails': rejecting({ reason: 'unexpected' }) };

const newsOf = ({ dropped }: AnalyticsContext): Readonly<Record<string, QueueNews>> => ({
  nothing: { type: 'queue.counted', queued: 0 },
  'a few': { type: 'queue.counted', queued: 4 },
  'a batch': { type: 'queue.counted', queued: 200 },
  kept: { type: 'storage.kept' },
  refused: { type: 'storage.refused' },
  ...(dropped.flood
    ? {}
    : { 'a flood': { type: 'events.refused', count: 1, reason: 'flood' } as const }),
});

export const analyticsDescriptor = describeChart<typeof analyticsMachine>({
  machine: analyticsMachine,
  charts: {
    'flush.requested': {},
    'page.leaving': {},
    'connection.lost': {},
    'connection.restored': {},
    'queue.optedOut': {},
    'queue.optedIn': {},
  },
  actors: {
    watchQueue: { sends: newsOf, error: broken },
    holdLead: {
      sends: { gained: { type: 'lead.gained' }, lost: { type: 'lead.lost' } },
      error: broken,
    },
    takeBatch: {
      done: {
        nothing: null,
        'four events': batchOf(4, 1),
        'one event': batchOf(1, 1),
        'four events for the last time': batchOf(4, 12),
        'four events that were sent often enough': batchOf(4, 13),
      },
      error: broken,
    },
    sendBatch: { done: answers, error: broken },
    settleBatch: {
      done: { 'nothing is left': { queued: 0 }, 'two are left': { queued: 2 } },
      error: broken,
    },
    emptyQueue: { done: { '': undefined }, error: broken },
    openQueue: { done: { '': undefined }, error: broken },
  },
  reads: ({ answer, batch, dropped, queued }) => [
    answer?.kind,
    answer !== null && isToWait(answer),
    batch?.count,
    batch?.attempts,
    dropped.flood !== undefined,
    queued > 0,
  ],
  bounds: {
    // storage events are explored only until the first delivery, because the two regions are
    // independent
    allows: ({ event }, snapshot) =>
      !(event?.startsWith('storage.') || event === 'events.refused') ||
      snapshot.matches({ delivery: { active: 'following' } }),
  },
  laws: {
    'events are sent at most twelve times': {
      holds: ({ asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'sendBatch' || (input as { batch: EventBatch }).batch.attempts <= 12,
        ),
      brokenBy: (machine) => machine.provide({ guards: { isSpent: () => false } }),
    },
    'after an opt-out no events remain to be sent': {
      holds: ({ before, now, event }) =>
        event?.type !== 'queue.optedOut' ||
        !before.matches({ delivery: 'active' }) ||
        (now.context.queued === 0 && now.context.batch === null),
      brokenBy: 'analytics.delivery.active on queue.optedOut: without the action dropAll',
    },
    'events that may not have arrived stay in the queue': {
      holds: ({ asked, event }) => {
        const answer = event?.type === 'xstate.done.actor.sendBatch' && event.output;
        const isOpen = answer && ['failed', 'unreachable'].includes(answer.kind);
        return asked.every(({ id, input }) => {
          const { removed, batch } = input as unknown as Settlement;
          return id !== 'settleBatch' || !isOpen || removed !== 'all' || batch.attempts >= 12;
        });
      },
      brokenBy: (machine) => machine.provide({ actions: { setAnswer: () => {} } }),
    },
  },
});
