import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { connectionToWatch } from '../record-watch/record-watch.connection.ts';
import { resultSetup } from './result.setup.ts';

const answered = ({ event }: { event: { output: TaskRecord } }) => ({ record: event.output });

const askNow = {
  'result.retried': {
    actions: { type: 'tellWatch', params: { type: 'watch.retried' } },
    meta: { req: 'R79' },
  },
} as const;

const news = resultSetup.createStateConfig({
  initial: 'inTouch',
  on: {
    'record.changed': {
      actions: { type: 'keepRecord', params: ({ event }) => event },
      meta: { req: 'R72' },
    },
    'record.found': { target: '.inTouch', meta: { req: 'R79' } },
    'record.lost': {
      target: '.lost',
      actions: { type: 'keepFailure', params: ({ event }) => event },
      meta: { req: 'R79' },
    },
    'record.refused': {
      target: '.refused',
      actions: { type: 'keepFailure', params: ({ event }) => event },
      meta: { req: ['R36', 'R37', 'R38', 'R39'] },
    },
  },
  states: {
    inTouch: { entry: 'forgetFailure', meta: { view: 'the task moves, with its progress' } },
    lost: {
      meta: { view: 'no news of the task; a way to ask now' },
      on: askNow,
    },
    refused: {
      meta: { view: 'why there is no news of it; a way to ask again' },
      on: askNow,
    },
  },
});

const cancel = resultSetup.createStateConfig({
  initial: 'possible',
  states: {
    possible: {
      meta: { view: 'a way to cancel the task' },
      on: { 'cancel.pressed': { target: 'cancelling', meta: { req: 'ours' } } },
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
            actions: { type: 'keepRecord', params: answered },
            meta: { req: 'ours' },
          },
          { actions: { type: 'raiseEnded', params: answered }, meta: { req: 'ours' } },
        ],
        onError: [
          // record.ended will say how
          { guard: { type: 'isEnded', params: failed }, meta: { req: 'ours' } },
          {
            target: 'possible',
            actions: { type: 'complainOfCancel', params: failed },
            meta: { req: 'ours' },
          },
        ],
      },
    },
  },
});

const isTimed = { guard: 'isInRange', target: 'timed', meta: { req: 'R72' } } as const;

const pace = resultSetup.createStateConfig({
  initial: 'unmeasured',
  states: {
    unmeasured: { meta: { view: 'nothing about the time' }, always: isTimed },
    timed: {
      meta: { view: 'the time it will still take, counted down' },
      always: [
        { guard: 'isUnmeasured', target: 'unmeasured', meta: { req: 'R72' } },
        { guard: 'isRangeOver', target: 'late', meta: { req: 'R72' } },
      ],
      after: { tick: { target: 'timed', reenter: true, actions: 'countOn', meta: { req: 'R72' } } },
    },
    late: {
      meta: { view: 'it takes longer than usual' },
      always: [isTimed, { guard: 'isUnmeasured', target: 'unmeasured', meta: { req: 'R72' } }],
    },
  },
});

/** A record under way: followed, timed, and cancelled when the visitor wants it. */
export const waiting = resultSetup.createStateConfig({
  type: 'parallel',
  invoke: {
    id: 'recordWatch',
    src: 'recordWatch',
    // revision 0 precedes all others
    input: ({ context }) => ({ id: context.recordId, revision: context.record?.revision ?? 0 }),
    onError: {
      target: 'failedToLoad',
      actions: [
        { type: 'keepFailure', params: failed },
        { type: 'reportFailure', params: failed },
      ],
      meta: { req: 'R79' },
    },
  },
  on: {
    'record.ended': {
      target: 'sorting',
      actions: [{ type: 'keepRecord', params: ({ event }) => event }, 'tellChanged'],
      meta: { req: 'R44' },
    },
    'record.gone': { target: 'gone', meta: { req: 'R76' } },
    ...connectionToWatch,
  },
  states: { news, cancel, pace },
});
