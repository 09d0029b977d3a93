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
  'forgetFailures',
  'forgetBatch',
] as const;

const offline = { 'connection.lost': { target: 'offline', meta: { req: 'R79' } } } as const;
const broken = { target: 'pausing', meta: { req: 'R59' } } as const;

/** Whoever leaves, or asks for a flush, has the queue looked at once more. */
const asked = {
  ...offline,
  'flush.requested': { target: 'taking', meta: { req: 'R59' } },
  'page.leaving': { target: 'taking', meta: { req: 'R59' } },
} as const;

const gathering = analyticsSetup.createStateConfig({
  meta: { view: 'events gather until the batch is full or ten seconds are over' },
  after: { flushPause: { target: 'taking', meta: { req: 'R59' } } },
  on: {
    ...asked,
    'queue.counted': [
      {
        guard: { type: 'isFull', params: ofEvent },
        target: 'taking',
        actions: counting,
        meta: { req: 'R59' },
      },
      {
        guard: { type: 'isSome', params: ofEvent },
        actions: counting,
        meta: { req: 'R59' },
      },
      { target: 'resting', actions: counting, meta: { req: 'R59' } },
    ],
  },
});

/* Left by an answer only: whoever asks for a flush meanwhile must not send the same events twice. */
const leading = analyticsSetup.createStateConfig({
  initial: 'taking',
  on: { 'lead.lost': { target: 'following', meta: { req: 'R59' } } },
  states: {
    resting: {
      meta: { view: 'nothing is queued' },
      always: { guard: 'isAny', target: 'gathering', meta: { req: 'R59' } },
      // other tabs may have written what nobody has told yet
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
          {
            guard: { type: 'isNone', params: batched },
            target: 'resting',
            meta: { req: 'R59' },
          },
          {
            // killed during its last send, it is not sent once more
            guard: { type: 'isSpent', params: batched },
            target: 'settling',
            actions: { type: 'keepBatch', params: batched },
            meta: { req: ['R59', 'R62'] },
          },
          {
            target: 'sending',
            actions: { type: 'keepBatch', params: batched },
            meta: { req: 'R60' },
          },
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
        onDone: {
          target: 'settling',
          actions: { type: 'keepAnswer', params: answered },
          meta: { req: 'R61' },
        },
        onError: broken,
      },
    },
    settling: {
      meta: { view: 'what became of the batch is written down' },
      invoke: {
        id: 'settleBatch',
        src: 'settleBatch',
        input: ({ context: { answer, batch } }) => batch && settlementOf(batch, answer),
        onDone: [
          {
            guard: 'isToWait',
            target: 'waiting',
            actions: ['tellDropped', { type: 'count', params: settled }, 'planWait', 'forgetBatch'],
            meta: { req: 'R61' },
          },
          {
            // Sent at once, events that came meanwhile would leave in many small requests.
            guard: { type: 'isRest', params: settled },
            target: 'gathering',
            actions: settle,
            meta: { req: 'R59' },
          },
          {
            guard: { type: 'isSome', params: settled },
            target: 'taking',
            actions: settle,
            meta: { req: 'R61' },
          },
          { target: 'resting', actions: settle, meta: { req: 'R61' } },
        ],
        onError: { target: 'settlingPause', meta: { req: 'R59' } },
      },
    },
    settlingPause: {
      // not sent again because a write has failed: it has been answered
      meta: { view: 'what became of the batch could not be written down yet' },
      after: { storagePause: { target: 'settling', meta: { req: 'R59' } } },
    },
    waiting: {
      meta: { view: 'the collector was not well: events wait until a time that is shown' },
      exit: 'forgetWait',
      after: { wait: { target: 'taking', meta: { req: 'R61' } } },
      on: {
        ...offline,
        'connection.restored': {
          guard: 'isUnreachable',
          target: 'taking',
          meta: { req: 'R79' },
        },
      },
    },
    pausing: {
      meta: { view: 'the storage of the device did not answer' },
      after: { storagePause: { target: 'taking', meta: { req: 'R59' } } },
    },
    offline: {
      meta: { view: 'no connection: events are kept' },
      on: { 'connection.restored': { target: 'taking', meta: { req: 'R79' } } },
    },
  },
});

const active = analyticsSetup.createStateConfig({
  initial: 'following',
  on: {
    'queue.optedOut': { target: 'optedOut.emptying', actions: 'dropAll', meta: { req: 'R62' } },
  },
  invoke: {
    id: 'holdLead',
    src: 'holdLead',
    onError: { target: '.leading', meta: { req: 'ours' } },
  },
  states: {
    following: {
      meta: { view: 'another tab sends the events of this device' },
      on: { 'lead.gained': { target: 'leading', meta: { req: 'R59' } } },
    },
    leading,
  },
});

const optedOut = analyticsSetup.createStateConfig({
  initial: 'emptying',
  // what could not be deleted yet is deleted before events are taken again
  on: { 'queue.optedIn': { target: '.opening', meta: { req: 'R62' } } },
  states: {
    emptying: {
      meta: { view: 'events are deleted' },
      invoke: {
        id: 'emptyQueue',
        src: 'emptyQueue',
        onDone: { target: 'quiet', meta: { req: 'R62' } },
        onError: { target: 'pausing', meta: { req: 'R62' } },
      },
    },
    pausing: {
      meta: { view: 'events could not be deleted yet' },
      after: { storagePause: { target: 'emptying', meta: { req: 'R62' } } },
    },
    quiet: {
      meta: { view: 'nothing is taken and nothing is sent' },
    },
    opening: {
      meta: { view: 'events are about to be taken again' },
      on: { 'queue.optedOut': { target: 'emptying', actions: 'dropAll', meta: { req: 'R62' } } },
      invoke: {
        id: 'openQueue',
        src: 'openQueue',
        onDone: { target: '#analytics.delivery.active', meta: { req: 'R62' } },
        onError: { target: '#analytics.delivery.active', meta: { req: 'R62' } },
      },
    },
  },
});

/**
 * Decides when events are sent, what an answer means for them, and which are dropped (R59 to R62).
 * The events themselves are the port's: the chart knows how many there are.
 */
export const analyticsMachine = analyticsSetup.createMachine({
  id: 'analytics',
  options: { maxIterations: 1000 },
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
    'queue.counted': { actions: counting, meta: { req: 'R59' } },
    'events.refused': {
      actions: { type: 'drop', params: ({ event }) => event },
      meta: { req: 'R62' },
    },
  },
  states: {
    storage: {
      initial: 'opening',
      // here and not at the root, whose transition to a state would begin the delivery anew, too
      invoke: {
        id: 'watchQueue',
        src: 'watchQueue',
        onError: { target: '.inMemory', meta: { req: 'ours' } },
      },
      on: {
        'storage.kept': { target: '.onDevice', meta: { req: 'ours' } },
        'storage.refused': { target: '.inMemory', meta: { req: 'ours' } },
      },
      states: {
        opening: { meta: { view: 'events are taken; where they are kept is not known yet' } },
        onDevice: { meta: { view: 'events outlive the page' } },
        inMemory: {
          meta: { view: 'the browser keeps no new events: they live as long as the page' },
        },
      },
    },
    delivery: { initial: 'active', states: { active, optedOut } },
  },
});
