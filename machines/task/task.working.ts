import { functionOf } from '../model/start-obstacle.ts';
import { failed } from '../port-actors.ts';
import type { TaskContext } from './task.events.ts';
import { present, taskSetup } from './task.setup.ts';

const unlimited = { maxBytes: 0, maxPixels: 0, minSide: 0, formats: [] };

const offered = ({ setup, functionCode }: TaskContext) => functionOf(setup, functionCode);

/** Ends an attempt whose answer is a refusal; nothing was started. */
const refusals = [
  {
    guard: { type: 'isDailyLimit', params: failed },
    target: '#task.limited',
    actions: { type: 'keepFailure', params: failed },
    meta: { req: 'R39' },
  },
  {
    guard: { type: 'isRootsConcern', params: failed },
    target: '#task.chosen',
    actions: ['closeOverlay', { type: 'reportFailure', params: failed }],
    meta: { req: ['R36', 'R37', 'R38'] },
  },
  {
    target: '#task.failed',
    actions: [
      { type: 'keepFailure', params: failed },
      { type: 'reportFailure', params: failed },
    ],
    meta: { req: 'R40' },
  },
] as const;

const passingTo = (target: 'waiting') =>
  ({
    guard: { type: 'isPassing', params: failed },
    target,
    actions: { type: 'keepFailure', params: failed },
    meta: { req: 'R79' },
  }) as const;

const beforeStart = {
  'cancel.pressed': { target: '#task.chosen', actions: 'closeOverlay', meta: { req: 'ours' } },
} as const;

const claiming = taskSetup.createStateConfig({
  entry: { type: 'tellStage', params: { stage: 'preparing' } },
  meta: { view: 'the overlay: getting ready' },
  on: beforeStart,
  invoke: {
    id: 'createKey',
    src: 'createKey',
    onDone: {
      target: 'preparing',
      actions: { type: 'keepKey', params: ({ event }) => ({ key: event.output }) },
      meta: { req: 'R71' },
    },
    onError: {
      target: '#task.failed',
      actions: { type: 'keepFailure', params: failed },
      meta: { req: 'ours' },
    },
  },
});

const preparing = taskSetup.createStateConfig({
  meta: { view: 'the overlay: the photo is made ready' },
  on: beforeStart,
  invoke: {
    id: 'preparePhoto',
    src: 'preparePhoto',
    input: ({ context }) => ({
      photo: present(context.photo),
      limits: offered(context)?.limits ?? unlimited,
      downscale: offered(context)?.downscaleAllowed ?? false,
    }),
    onDone: {
      target: 'uploading',
      actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) },
      meta: { req: 'R42' },
    },
    onError: {
      target: '#task.failed',
      actions: { type: 'keepFailure', params: failed },
      meta: { req: 'ours' },
    },
  },
});

const uploading = taskSetup.createStateConfig({
  initial: 'signing',
  on: beforeStart,
  states: {
    signing: {
      entry: { type: 'tellStage', params: { stage: 'uploading' } },
      meta: { view: 'the overlay: about to upload' },
      invoke: {
        id: 'requestUpload',
        src: 'requestUpload',
        input: ({ context }) => ({
          format: context.prepared?.format ?? '',
          functionCode: context.functionCode ?? '',
        }),
        onDone: {
          target: 'sending',
          actions: { type: 'keepTicket', params: ({ event }) => ({ ticket: event.output }) },
          meta: { req: 'R42' },
        },
        onError: [passingTo('waiting'), ...refusals],
      },
    },
    sending: {
      meta: { view: 'the overlay: uploading, with its share' },
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({
          file: present(context.prepared).file,
          ticket: present(context.ticket),
        }),
        onError: {
          target: '#task.failed',
          actions: { type: 'keepFailure', params: failed },
          meta: { req: 'ours' },
        },
      },
      on: {
        'upload.progressed': {
          actions: [
            { type: 'keepUploaded', params: ({ event }) => event },
            { type: 'tellUpload', params: ({ event }) => event },
          ],
          meta: { req: 'R72' },
        },
        'upload.completed': {
          target: '#task.working.step.starting',
          actions: 'forgetTries',
          meta: { req: 'R42' },
        },
        'upload.failed': [
          {
            guard: { type: 'isPassing', params: ({ event }) => event },
            target: 'waiting',
            actions: { type: 'keepFailure', params: ({ event }) => event },
            meta: { req: 'R79' },
          },
          {
            target: '#task.failed',
            actions: [
              { type: 'keepFailure', params: ({ event }) => event },
              { type: 'reportFailure', params: ({ event }) => event },
            ],
            meta: { req: 'R40' },
          },
        ],
      },
    },
    waiting: {
      entry: ['countTry', { type: 'tellStage', params: { stage: 'waiting' } }],
      meta: { view: 'the photo waits for the connection, with a way to try at once' },
      after: { retryPause: { target: 'signing', meta: { req: 'R79' } } },
      on: {
        'connection.restored': { target: 'signing', meta: { req: 'R79' } },
        'retry.pressed': { target: 'signing', meta: { req: 'R79' } },
      },
    },
  },
});

const starting = taskSetup.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      initial: 'eager',
      entry: { type: 'tellStage', params: { stage: 'starting' } },
      after: {
        startTimeout: { target: 'waiting', actions: 'keepTimeout', meta: { req: 'R33' } },
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
              'tellRecord',
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
        onError: [passingTo('waiting'), ...refusals],
      },
      states: {
        eager: {
          meta: { view: 'the overlay: the task is being started' },
          on: { 'cancel.pressed': { target: 'stopping', meta: { req: 'ours' } } },
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
          target: '#task.resuming',
          actions: 'closeOverlay',
          meta: { req: 'R71' },
        },
      },
    },
  },
});

const following = taskSetup.createStateConfig({
  initial: 'queued',
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
      entry: 'countTry',
      meta: { view: 'no connection to the task, it goes on at the server' },
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

const cancelling = taskSetup.createStateConfig({
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

const step = taskSetup.createStateConfig({
  initial: 'claiming',
  states: { claiming, preparing, uploading, starting, following, cancelling },
});

const pace = taskSetup.createStateConfig({
  initial: 'unmeasured',
  states: {
    unmeasured: {
      meta: { view: 'nothing about the time' },
      always: { guard: 'isMeasured', target: 'usual', meta: { req: 'R72' } },
    },
    usual: {
      meta: { view: 'the time it will still take' },
      after: { usual: { target: 'long', meta: { req: 'R72' } } },
    },
    long: { meta: { view: 'it takes longer than usual' } },
  },
});

/** From one press of start to the answer. */
export const working = taskSetup.createStateConfig({
  type: 'parallel',
  on: {
    'overlay.left': { actions: 'lookAway', meta: { req: 'R72' } },
    'overlay.returned': { actions: 'watch', meta: { req: 'R72' } },
  },
  states: { step, pace },
});
