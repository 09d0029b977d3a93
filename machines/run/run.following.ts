import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { connectionToWatch } from '../record-watch/record-watch.connection.ts';
import { recordIn } from './run.load.ts';
import { runSetup } from './run.setup.ts';

const told = ({ event }: { event: { failure: PortFailure } }) => ({ failure: event.failure });

const news = ({ event }: { event: { record: TaskRecord } }) => ({ record: event.record });

const keepNews = { type: 'setRecord', params: news } as const;

const inTouch = runSetup.createStateConfig({
  initial: 'queued',
  entry: ['measureRecord', 'tellMoved', 'noteMeasured'],
  on: {
    'record.changed': { actions: [keepNews, 'measureRecord', 'tellMoved', 'noteMeasured'] },
  },
  states: {
    queued: {
      meta: { view: 'the overlay: waiting for a slot, with the queue position' },
      always: { guard: 'isRunning', target: 'running' },
    },
    running: {
      meta: { view: 'the overlay: measured progress' },
      // the task is queued again, because a server that stops puts its running tasks back into the
      // queue
      always: { guard: 'isQueued', target: 'queued' },
    },
  },
});

const lost = runSetup.createStateConfig({
  initial: 'silent',
  on: {
    'record.found': { target: 'inTouch' },
    'retry.pressed': { actions: { type: 'tellWatch', params: { type: 'watch.retried' } } },
  },
  states: {
    waiting: {
      entry: [{ type: 'measure', params: { stage: 'waiting' } }, 'tellMoved'],
      meta: { view: 'no connection, the task continues on the server; a button to check at once' },
    },
    silent: {
      entry: [{ type: 'measure', params: { stage: 'silent' } }, 'tellMoved'],
      meta: { view: 'no news of the task; a button to check at once' },
    },
  },
});

const listening = runSetup.createStateConfig({
  initial: 'inTouch',
  on: {
    'cancel.pressed': { target: 'cancelling' },
    'record.lost': [
      { guard: { type: 'isOffline', params: told }, target: '.lost.waiting' },
      { target: '.lost.silent' },
    ],
    'record.refused': { target: '.lost.silent' },
  },
  states: { inTouch, lost },
});

/** Loads the record again, because news may have been lost before or during the cancellation. */
const askAgain = { type: 'tellWatch', params: { type: 'watch.retried' } } as const;

const cancelling = runSetup.createStateConfig({
  entry: [{ type: 'measure', params: { stage: 'cancelling' } }, 'tellMoved'],
  meta: { view: 'the overlay: the task is being cancelled' },
  on: { 'record.changed': { actions: keepNews } },
  invoke: {
    id: 'cancelTask',
    src: 'cancelTask',
    input: ({ context }) => recordIn(context),
    onDone: [
      {
        guard: { type: 'hasEnded', params: ({ event }) => ({ record: event.output }) },
        actions: [
          { type: 'setRecord', params: ({ event }) => ({ record: event.output }) },
          'noteCancelled',
        ],
      },
      {
        target: 'listening',
        actions: [
          { type: 'setRecord', params: ({ event }) => ({ record: event.output }) },
          askAgain,
        ],
      },
    ],
    onError: [
      { guard: { type: 'isTooLate', params: failed }, target: 'listening', actions: askAgain },
      { target: 'listening', actions: [{ type: 'complainOfCancel', params: failed }, askAgain] },
    ],
  },
});

const link = runSetup.createStateConfig({
  initial: 'listening',
  states: { listening, cancelling },
});

const late = { type: 'notifyDelay', params: { isDelayed: true } } as const;

const inTime = { type: 'notifyDelay', params: { isDelayed: false } } as const;

/**
 * Tracks whether the run takes longer than usual (R72): longer than the first measured range, or
 * the latest one.
 */
const pace = runSetup.createStateConfig({
  initial: 'unmeasured',
  states: {
    unmeasured: {
      meta: { view: 'no remaining time' },
      always: { guard: 'isMeasured', target: 'usual' },
    },
    usual: {
      initial: 'untimed',
      after: { delay: { target: 'delayed' } },
      on: { 'progress.measured': { target: '.untimed' } },
      states: {
        untimed: {
          meta: { view: 'no remaining time' },
          always: { guard: 'isTimed', target: 'timed' },
        },
        timed: {
          meta: { view: 'the remaining time' },
          always: { guard: 'isUntimed', target: 'untimed' },
          after: { range: { target: 'late', actions: late } },
        },
        late: {
          meta: { view: 'longer than usual, until the server measures another range' },
          always: { guard: 'isUntimed', target: 'untimed', actions: inTime },
          on: { 'progress.measured': { target: 'untimed', actions: inTime } },
        },
      },
    },
    // each new measurement leaves the state `delayed`, so a range that grows is never exceeded
    delayed: { entry: late, meta: { view: 'longer than usual' } },
  },
});

/** Follows a task on the server to its end, even if another page has started the task (R71). */
export const onServer = runSetup.createStateConfig({
  type: 'parallel',
  entry: ['releasePhoto', 'follow'],
  exit: 'unfollow',
  on: {
    'record.ended': { actions: keepNews },
    'record.gone': { actions: { type: 'conclude', params: { kind: 'gone' } } },
    // handled only after the last event of the watch, because the parent would otherwise miss the
    // end of the task
    'xstate.done.actor.recordWatch': [
      { guard: 'isGone', target: 'gone' },
      { guard: 'isOver', target: 'ended' },
    ],
    'task.cancelled': { target: 'ended' },
    ...connectionToWatch,
    'xstate.error.actor.recordWatch': {
      target: 'unfollowed',
      actions: { type: 'reportFailure', params: failed },
    },
  },
  states: { link, pace },
});

/** The record watch has crashed; the task continues on the server. */
export const unfollowed = runSetup.createStateConfig({
  entry: [{ type: 'measure', params: { stage: 'silent' } }, 'tellMoved'],
  meta: { view: 'no news of the task; a button to check again' },
  on: {
    'retry.pressed': { target: 'onServer' },
    'cancel.pressed': { target: 'onServer.link.cancelling' },
  },
});
