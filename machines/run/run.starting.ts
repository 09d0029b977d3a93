import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { orderToSend, requestIn } from './run.load.ts';
import { fail, refusals } from './run.sending.ts';
import { runSetup } from './run.setup.ts';

const timeout: { failure: PortFailure } = { failure: { reason: 'timeout', call: 'startTask' } };

const told = ({ event }: { event: { failure: PortFailure } }) => ({ failure: event.failure });

const askNow = {
  target: 'asking',
  actions: [{ type: 'measureStart', params: { stage: 'starting' } }, 'tellMoved'],
} as const;

const asking = runSetup.createStateConfig({
  meta: { view: 'the overlay: checking with the server whether the run has started' },
  invoke: {
    id: 'findAttempt',
    src: 'findAttempt',
    input: ({ context }) => requestIn(context.load),
    onDone: [
      {
        guard: { type: 'isFound', params: ({ event }) => ({ record: event.output }) },
        actions: [
          { type: 'setRecord', params: ({ event }) => ({ record: event.output }) },
          'emitStarted',
          'confirmStart',
        ],
      },
      { actions: 'denyStart' },
    ],
    onError: [
      {
        guard: { type: 'isLasting', params: failed },
        actions: [{ type: 'reportFailure', params: failed }, 'giveUpAsking'],
      },
      { guard: 'isUnwanted', actions: 'giveUpAsking' },
      { guard: { type: 'isAskedEnough', params: failed }, actions: 'giveUpAsking' },
      { guard: { type: 'isOffline', params: failed }, target: 'missing.waiting' },
      { target: 'missing.silent' },
    ],
  },
});

/** Tracks whether a task exists, until the start call has been answered. */
const answer = runSetup.createStateConfig({
  initial: 'awaited',
  states: {
    awaited: {
      meta: { view: 'the overlay: the task is being started' },
      always: { guard: 'mayHaveStarted', target: 'asking' },
      on: {
        'start.doubted': [
          {
            guard: { type: 'isOffline', params: told },
            target: 'missing.waiting',
            actions: { type: 'doubt', params: told },
          },
          { target: 'missing.silent', actions: { type: 'doubt', params: told } },
        ],
      },
      after: {
        startTimeout: { target: 'missing.silent', actions: { type: 'doubt', params: timeout } },
      },
    },
    // looks up the record only after a pause, because the start call may still be on its way to the
    // server
    missing: {
      initial: 'waiting',
      entry: 'countTry',
      after: { retryPause: askNow },
      on: { 'connection.restored': askNow, 'retry.pressed': askNow, 'cancel.pressed': askNow },
      states: {
        waiting: {
          entry: [{ type: 'measureStart', params: { stage: 'waiting' } }, 'tellMoved'],
          meta: {
            view: 'no connection, unknown whether the run started; a button to check at once',
          },
        },
        silent: {
          entry: [{ type: 'measureStart', params: { stage: 'silent' } }, 'tellMoved'],
          meta: {
            view: 'no answer from the server whether the run started; a button to check at once',
          },
        },
      },
    },
    asking,
  },
});

/** Tracks whether the visitor has cancelled. A task can be cancelled only when it has a record. */
const wish = runSetup.createStateConfig({
  initial: 'wanted',
  states: {
    wanted: {
      meta: { view: 'a button to stop the run' },
      on: { 'cancel.pressed': { target: 'unwanted' } },
    },
    unwanted: {
      entry: [{ type: 'measure', params: { stage: 'cancelling' } }, 'tellMoved'],
      meta: { view: 'the overlay: stopping' },
    },
  },
});

/**
 * Sends the call that creates a task, once (R32). If the call gets no answer, the record is looked
 * up by the idempotency key. If the lookup fails as well, the visitor decides whether to press
 * start again (decision 0006).
 */
export const starting = runSetup.createStateConfig({
  type: 'parallel',
  entry: [{ type: 'measure', params: { stage: 'starting' } }, 'tellMoved'],
  invoke: {
    id: 'startTask',
    src: 'startTask',
    input: ({ context }) => orderToSend(context.load),
    onDone: {
      actions: [
        { type: 'setRecord', params: ({ event }) => ({ record: event.output }) },
        'emitStarted',
        'confirmStart',
      ],
    },
    onError: [
      // this page only looks up an earlier start, so this failure says nothing about that start
      { guard: { type: 'mayHaveStarted' } },
      // the visitor has cancelled meanwhile, so a refusal asks nothing of them
      { guard: 'isUnwanted', actions: { type: 'noteUnwantedFailure', params: failed } },
      ...refusals,
      { guard: { type: 'isDenied', params: failed }, ...fail },
      // This transition has no target. A target inside `answer` would re-enter `wish`, and the
      // visitor's cancellation would be lost.
      { actions: { type: 'noteDoubt', params: failed } },
    ],
  },
  on: {
    'start.confirmed': [
      { guard: 'isOver', target: 'ended', actions: 'releasePhoto' },
      { guard: 'isUnwanted', target: 'onServer.link.cancelling', actions: 'tellChanged' },
      { target: 'onServer', actions: 'tellChanged' },
    ],
    'start.denied': [
      {
        guard: 'isUnwanted',
        target: 'cancelled',
        actions: { type: 'conclude', params: { kind: 'cancelled' } },
      },
      { target: 'notStarted', actions: 'endDoubt' },
    ],
    'start.unknown': { target: 'unsure' },
  },
  states: { answer, wish },
});
