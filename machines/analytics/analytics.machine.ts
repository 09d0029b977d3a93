import type { EventBatch, SendAnswer } from '../ports/event-queue.port.ts';
import { analyticsSetup } from './analytics.setup.ts';
import { mostEvents, settlementOf } from './analytics.verdict.ts';

const ofEvent = ({ event }: { event: { queued: number } }) => event;
const counting = { type: 'count', params: ofEvent } as const;

const batched = ({ event }: { event: { output: EventBatch | null } }) => ({ batch: event.output });
const answered = ({ event }: { event: { output: SendAnswer } }) => ({ answer: event.output });
const settled = ({ event }: { event: { output: { queued: number } } }) => event.output;

const settle = [
  'tellDropped',
  { type: 'count', params: settled },
  'clearFailures',
  'clearBatch',
] as const;

const offline = { 'connection.lost': { target: 'offline' } } as const;
const broken = { target: 'pausing' } as const;

/** Reactions to a flush request and to the end of the page: both check the queue at once. */
const asked = {
  ...offline,
  'flush.requested': { target: 'taking' },
  'page.leaving': { target: 'taking' },
} as const;

const gathering = analyticsSetup.createStateConfig({
  meta: { view: 'events gather until the batch is full or ten seconds are over' },
  after: { flushPause: { target: 'taking' } },
  on: {
    ...asked,
    'queue.counted': [
      { guard: { type: 'isFull', params: ofEvent }, target: 'taking', actions: counting },
      { guard: { type: 'isSome', params: ofEvent }, actions: counting },
      { target: 'resting', actions: counting },
    ],
  },
});

/* Only the collector's answer leaves the state `sending`. A flush request during a send
 * therefore cannot send the same events twice. */
const leading = analyticsSetup.createStateConfig({
  initial: 'taking',
  on: { 'lead.lost': { target: 'following' } },
  states: {
    resting: {
      meta: { view: 'nothing is queued' },
      always: { guard: 'isAny', target: 'gathering' },
      // another tab may have written events without reporting them yet
      on: asked,
    },
    gathering,
    taking: {
      meta: { view: 'the oldest events are read' },
      invoke: {
        id: 'takeBatch',
        src: 'takeBatch',
        input: ({ context, event }) => ({
          most: context.limit,
          leaving: event.type === 'page.leaving',
        }),
        onDone: [
          { guard: { type: 'isNone', params: batched }, target: 'resting' },
          {
            // if a page was killed during the last permitted send of this batch, the batch is not
            // sent again
            guard: { type: 'isSpent', params: batched },
            target: 'settling',
            actions: { type: 'setBatch', params: batched },
          },
          { target: 'sending', actions: { type: 'setBatch', params: batched } },
        ],
        onError: broken,
      },
    },
    sending: {
      meta: { view: 'a batch is in flight' },
      invoke: {
        id: 'sendBatch',
        src: 'sendBatch',
        input: ({ context: { batch } }) => batch && { batch },
        onDone: { target: 'settling', actions: { type: 'setAnswer', params: answered } },
        onError: broken,
      },
    },
    settling: {
      meta: { view: 'the result of the batch is saved' },
      invoke: {
        id: 'settleBatch',
        src: 'settleBatch',
        input: ({ context: { answer, batch } }) => batch && settlementOf(batch, answer),
        onDone: [
          {
            guard: 'isToWait',
            target: 'waiting',
            actions: ['tellDropped', { type: 'count', params: settled }, 'planWait', 'clearBatch'],
          },
          {
            // waits for further events that arrived during the send, to avoid many small requests
            guard: { type: 'isRest', params: settled },
            target: 'gathering',
            actions: settle,
          },
          { guard: { type: 'isSome', params: settled }, target: 'taking', actions: settle },
          { target: 'resting', actions: settle },
        ],
        onError: { target: 'settlingPause' },
      },
    },
    settlingPause: {
      // the collector has already answered, so a failed write must not cause another send
      meta: { view: 'the result of the batch could not be saved yet' },
      after: { storagePause: { target: 'settling' } },
    },
    waiting: {
      meta: { view: 'the collector had a problem: events wait until a time that is shown' },
      exit: 'clearWait',
      after: { wait: { target: 'taking' } },
      on: {
        ...offline,
        'connection.restored': { guard: 'isUnreachable', target: 'taking' },
      },
    },
    pausing: {
      meta: { view: 'the storage of the device did not answer' },
      after: { storagePause: { target: 'taking' } },
    },
    offline: {
      meta: { view: 'no connection: events are kept' },
      on: { 'connection.restored': { target: 'taking' } },
    },
  },
});

const active = analyticsSetup.createStateConfig({
  initial: 'following',
  on: {
    'queue.optedOut': { target: 'optedOut.emptying', actions: 'dropAll' },
  },
  invoke: {
    id: 'holdLead',
    src: 'holdLead',
    onError: { target: '.leading' },
  },
  states: {
    following: {
      meta: { view: 'another tab sends the events of this device' },
      on: { 'lead.gained': { target: 'leading' } },
    },
    leading,
  },
});

const optedOut = analyticsSetup.createStateConfig({
  initial: 'emptying',
  // first deletes the events that could not be deleted earlier, and then accepts new events
  on: { 'queue.optedIn': { target: '.opening' } },
  states: {
    emptying: {
      meta: { view: 'events are deleted' },
      invoke: {
        id: 'emptyQueue',
        src: 'emptyQueue',
        onDone: { target: 'quiet' },
        onError: { target: 'pausing' },
      },
    },
    pausing: {
      meta: { view: 'events could not be deleted yet' },
      after: { storagePause: { target: 'emptying' } },
    },
    quiet: {
      meta: { view: 'no events are accepted, none are sent' },
    },
    opening: {
      meta: { view: 'events are about to be accepted again' },
      on: { 'queue.optedOut': { target: 'emptying', actions: 'dropAll' } },
      invoke: {
        id: 'openQueue',
        src: 'openQueue',
        onDone: { target: '#analytics.delivery.active' },
        onError: { target: '#analytics.delivery.active' },
      },
    },
  },
});

/**
 * Decides when events are sent, how the collector's answers are handled, and which events are
 * dropped (R59 to R62). The port stores the events. The chart stores only the number of events.
 */
export const analyticsMachine = analyticsSetup.createMachine({
  id: 'analytics',
  context: {
    queued: 0,
    batch: null,
    answer: null,
    limit: mostEvents,
    failures: 0,
    waitMs: 0,
    deadline: null,
    dropped: {},
  },
  type: 'parallel',
  on: {
    'queue.counted': { actions: counting },
    'events.refused': { actions: { type: 'drop', params: ({ event }) => event } },
  },
  states: {
    storage: {
      initial: 'opening',
      // invoked in a region, because a transition at the root would also restart the delivery
      invoke: {
        id: 'watchQueue',
        src: 'watchQueue',
        onError: { target: '.inMemory' },
      },
      on: {
        'storage.kept': { target: '.onDevice' },
        'storage.refused': { target: '.inMemory' },
      },
      states: {
        opening: { meta: { view: 'events are accepted; unknown where they are stored' } },
        onDevice: { meta: { view: 'events survive the page' } },
        inMemory: {
          meta: { view: 'the browser stores no new events: they last as long as the page' },
        },
      },
    },
    delivery: { initial: 'active', states: { active, optedOut } },
  },
});
