import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { connectionToWatch } from '../record-watch/record-watch.connection.ts';
import { resultSetup } from './result.setup.ts';

const answered = ({ event }: { event: { output: TaskRecord } }) => ({ record: event.output });

const askNow = {
  'result.retried': { actions: { type: 'tellWatch', params: { type: 'watch.retried' } } },
} as const;

const news = resultSetup.createStateConfig({
  initial: 'inTouch',
  on: {
    'record.changed': { actions: { type: 'setRecord', params: ({ event }) => event } },
    'record.found': { target: '.inTouch' },
    'record.lost': {
      target: '.lost',
      actions: { type: 'setFailure', params: ({ event }) => event },
    },
    'record.refused': {
      target: '.refused',
      actions: { type: 'setFailure', params: ({ event }) => event },
    },
  },
  states: {
    inTouch: { entry: 'clearFailure', meta: { view: 'the task makes progress, which is shown' } },
    lost: {
      meta: { view: 'no news of the task; a button to check now' },
      on: askNow,
    },
    refused: {
      meta: { view: 'why there is no news of the task; a button to check again' },
      on: askNow,
    },
  },
});

const cancel = resultSetup.createStateConfig({
  initial: 'possible',
  states: {
    possible: {
      meta: { view: 'a button to cancel the task' },
      on: { 'cancel.pressed': { target: 'cancelling' } },
    },
    cancelling: {
      meta: { view: 'the task is being cancelled' },
      invoke: {
        id: 'cancelTask',
        src: 'cancelTask',
        input: ({ context }) => ({ id: context.recordId }),
        onDone: [
          {
            guard: { type: 'isUnderWay', params: answered },
            target: 'possible',
            actions: { type: 'setRecord', params: answered },
          },
          { actions: { type: 'raiseEnded', params: answered } },
        ],
        onError: [
          // the task has already ended; `record.ended` will report the outcome
          { guard: { type: 'isEnded', params: failed } },
          { target: 'possible', actions: { type: 'complainOfCancel', params: failed } },
        ],
      },
    },
  },
});

const isTimed = { guard: 'isInRange', target: 'timed' } as const;

const pace = resultSetup.createStateConfig({
  initial: 'unmeasured',
  states: {
    unmeasured: { meta: { view: 'no remaining time' }, always: isTimed },
    timed: {
      meta: { view: 'the remaining time, counted down' },
      always: [
        { guard: 'isUnmeasured', target: 'unmeasured' },
        { guard: 'isRangeOver', target: 'late' },
      ],
      after: { tick: { target: 'timed', reenter: true, actions: 'countOn' } },
    },
    late: {
      meta: { view: 'longer than usual' },
      always: [isTimed, { guard: 'isUnmeasured', target: 'unmeasured' }],
    },
  },
});

/** Shows an unfinished record. The record is followed and timed, and can be cancelled. */
export const waiting = resultSetup.createStateConfig({
  type: 'parallel',
  invoke: {
    id: 'recordWatch',
    src: 'recordWatch',
    // revision 0 is lower than the revision of every record
    input: ({ context }) => ({ id: context.recordId, revision: context.record?.revision ?? 0 }),
    onError: {
      target: 'failedToLoad',
      actions: [
        { type: 'setFailure', params: failed },
        { type: 'reportFailure', params: failed },
      ],
    },
  },
  on: {
    'record.ended': {
      target: 'sorting',
      actions: [{ type: 'setRecord', params: ({ event }) => event }, 'tellChanged'],
    },
    'record.gone': { target: 'gone' },
    ...connectionToWatch,
  },
  states: { news, cancel, pace },
});
