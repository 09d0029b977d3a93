import { functionOf } from '../model/start-obstacle.ts';
import { failed } from '../port-actors.ts';
import { lasting, passingTo, refusals } from './task.refusals.ts';
import { present, taskSetup } from './task.setup.ts';
import type { TaskContext } from './task.types.ts';

const unlimited = { maxBytes: 0, maxPixels: 0, minSide: 0, formats: [] };

const offered = ({ setup, functionCode }: TaskContext) => functionOf(setup, functionCode);

const beforeStart = {
  'cancel.pressed': { target: '#task.chosen', actions: 'closeOverlay', meta: { req: 'ours' } },
} as const;

export const claiming = taskSetup.createStateConfig({
  entry: { type: 'tellStage', params: { stage: 'preparing' } },
  meta: { view: 'the overlay: getting ready, for less than a moment' },
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

export const preparing = taskSetup.createStateConfig({
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

export const uploading = taskSetup.createStateConfig({
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
        onError: [lasting, passingTo('waiting'), ...refusals()],
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
            guard: { type: 'isLasting', params: ({ event }) => event },
            target: '#task.failed',
            meta: { req: 'R79' },
          },
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
