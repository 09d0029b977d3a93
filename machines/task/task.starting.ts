import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { passingTo, refusals } from './task.refusals.ts';
import { present, taskSetup } from './task.setup.ts';

const timeout: PortFailure = { reason: 'timeout', call: 'startTask' };

const unsure = { target: '#task.failed', actions: 'doubt', meta: { req: 'R71' } } as const;

/** The one call that makes a task; a repeat with the same key gives the same task (R71). */
export const starting = taskSetup.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      initial: 'eager',
      entry: { type: 'tellStage', params: { stage: 'starting' } },
      after: {
        startTimeout: [
          {
            guard: { type: 'isTimeToLook', params: { failure: timeout } },
            target: 'looking',
            actions: { type: 'keepFailure', params: { failure: timeout } },
            meta: { req: 'R71' },
          },
          {
            target: 'waiting',
            actions: { type: 'keepFailure', params: { failure: timeout } },
            meta: { req: 'R33' },
          },
        ],
      },
      invoke: {
        id: 'startTask',
        src: 'startTask',
        input: ({ context }) => ({
          functionCode: context.functionCode ?? '',
          fileKey: context.ticket?.fileKey ?? '',
          idempotencyKey: context.idempotencyKey ?? '',
        }),
        onDone: [
          {
            guard: 'isCancelWanted',
            target: '#task.working.step.cancelling',
            actions: { type: 'keepRecord', params: ({ event }) => ({ record: event.output }) },
            meta: { req: 'ours' },
          },
          {
            guard: { type: 'isUnderWay', params: ({ event }) => ({ record: event.output }) },
            target: '#task.working.step.following',
            actions: [
              { type: 'keepRecord', params: ({ event }) => ({ record: event.output }) },
              'tellUserOutdated',
            ],
            meta: { req: 'R42' },
          },
          {
            target: '#task.sorting',
            actions: { type: 'keepRecord', params: ({ event }) => ({ record: event.output }) },
            meta: { req: 'R71' },
          },
        ],
        onError: [
          {
            guard: { type: 'isTimeToLook', params: failed },
            target: 'looking',
            actions: { type: 'keepFailure', params: failed },
            meta: { req: 'R71' },
          },
          passingTo('waiting'),
          ...refusals({ type: 'judgeStart', params: failed }),
        ],
      },
      states: {
        eager: {
          meta: { view: 'the overlay: the task is being started' },
          on: {
            'cancel.pressed': { target: 'stopping', actions: 'wantCancel', meta: { req: 'ours' } },
          },
        },
        // the request is on its way: only the record that it brings can be cancelled
        stopping: {
          entry: { type: 'tellStage', params: { stage: 'cancelling' } },
          meta: { view: 'the overlay: stopping' },
        },
      },
    },
    waiting: {
      entry: ['countTry', { type: 'tellStage', params: { stage: 'waiting' } }],
      meta: { view: 'nobody knows yet whether it started; a way to try at once, or to leave' },
      after: { retryPause: { target: 'asking', meta: { req: 'R71' } } },
      on: {
        'connection.restored': { target: 'asking', meta: { req: 'R79' } },
        'retry.pressed': { target: 'asking', meta: { req: 'R71' } },
        'cancel.pressed': {
          target: 'looking',
          actions: ['wantCancel', { type: 'tellStage', params: { stage: 'cancelling' } }],
          meta: { req: 'R71' },
        },
      },
    },
    // the server is there and does not answer: a task that it started would be under way
    looking: {
      meta: { view: 'the overlay: the server is asked whether it has started after all' },
      invoke: {
        id: 'lookForTask',
        src: 'findRunningTask',
        onDone: [
          {
            guard: { type: 'isFoundUnwanted', params: ({ event }) => ({ record: event.output }) },
            target: '#task.working.step.cancelling',
            actions: [
              { type: 'keepRecord', params: ({ event }) => ({ record: present(event.output) }) },
              'tellUserOutdated',
            ],
            meta: { req: 'R71' },
          },
          {
            guard: { type: 'isFound', params: ({ event }) => ({ record: event.output }) },
            target: '#task.working.step.following',
            actions: [
              { type: 'keepRecord', params: ({ event }) => ({ record: present(event.output) }) },
              'tellUserOutdated',
            ],
            meta: { req: 'R71' },
          },
          unsure,
        ],
        onError: unsure,
      },
    },
  },
});
