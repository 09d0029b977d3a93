import { failed } from '../port-actors.ts';
import { taskSetup } from './task.setup.ts';

/** A task that lives on the server: this chart only listens, wherever it was started (R71). */
export const following = taskSetup.createStateConfig({
  initial: 'queued',
  entry: 'tellRecord',
  on: {
    'cancel.pressed': { target: 'cancelling', meta: { req: 'ours' } },
    'task.detached': {
      target: '#task.choosing',
      actions: ['closeOverlay', 'forgetTask'],
      meta: { req: 'R72' },
    },
    'record.changed': [
      {
        guard: { type: 'isUnderWay', params: ({ event }) => event },
        actions: [{ type: 'keepRecord', params: ({ event }) => event }, 'tellRecord'],
        meta: { req: 'R72' },
      },
      {
        target: '#task.sorting',
        actions: { type: 'keepRecord', params: ({ event }) => event },
        meta: { req: 'R44' },
      },
    ],
    'watch.failed': [
      {
        guard: { type: 'isMissing', params: ({ event }) => event },
        target: '#task.choosing',
        actions: ['closeOverlay', 'forgetTask'],
        meta: { req: 'R76' },
      },
      { target: '.lost', meta: { req: 'R79' } },
    ],
  },
  invoke: {
    id: 'watchRecord',
    src: 'watchRecord',
    input: ({ context }) => ({
      id: context.record?.id ?? '',
      revision: context.record?.revision ?? 0,
    }),
    onError: { target: '.lost', meta: { req: 'R79' } },
  },
  states: {
    queued: {
      meta: { view: 'the overlay: waiting for a turn, with the place in the queue' },
      always: {
        guard: { type: 'isPhase', params: { phase: 'running' } },
        target: 'running',
        meta: { req: 'R44' },
      },
    },
    running: {
      meta: { view: 'the overlay: measured progress' },
      always: {
        // a server that stops hands its running work back
        guard: { type: 'isPhase', params: { phase: 'queued' } },
        target: 'queued',
        meta: { req: 'R71' },
      },
    },
    lost: {
      entry: ['countTry', { type: 'tellStage', params: { stage: 'waiting' } }],
      meta: { view: 'no connection to the task, it goes on at the server; a way to try at once' },
      after: {
        retryPause: { target: '#task.working.step.following', reenter: true, meta: { req: 'R79' } },
      },
      on: {
        'connection.restored': {
          target: '#task.working.step.following',
          reenter: true,
          meta: { req: 'R79' },
        },
        'retry.pressed': {
          target: '#task.working.step.following',
          reenter: true,
          meta: { req: 'R79' },
        },
      },
    },
  },
});

export const cancelling = taskSetup.createStateConfig({
  entry: { type: 'tellStage', params: { stage: 'cancelling' } },
  meta: { view: 'the overlay: the task is being cancelled' },
  invoke: {
    id: 'cancelTask',
    src: 'cancelTask',
    input: ({ context }) => ({ id: context.record?.id ?? '' }),
    onDone: {
      target: '#task.sorting',
      actions: { type: 'keepRecord', params: ({ event }) => ({ record: event.output }) },
      meta: { req: 'ours' },
    },
    onError: [
      { guard: { type: 'isEnded', params: failed }, target: 'following', meta: { req: 'ours' } },
      {
        target: 'following',
        actions: { type: 'complainOfCancel', params: failed },
        meta: { req: 'ours' },
      },
    ],
  },
});
