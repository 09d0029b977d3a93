import type { Photo } from '../model/photo.ts';
import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { ownPictureSetup } from './own-picture.setup.ts';
import { picturePreparation } from './own-picture.size.ts';

const told = ({ event }: { event: { failure: PortFailure } }) => ({ failure: event.failure });

const inspected = ({ event }: { event: { output: Photo } }) => ({ photo: event.output });

const fail = {
  target: '#ownPicture.failed',
  actions: [
    { type: 'setFailure', params: failed },
    { type: 'reportFailure', params: failed },
  ],
} as const;

/** Uploads the picture. An interrupted upload continues by itself, like that of a photo. */
const sending = ownPictureSetup.createStateConfig({
  initial: 'preparing',
  on: { 'picture.removed': { target: '#ownPicture.none', actions: ['forget', 'tellStudio'] } },
  states: {
    preparing: {
      meta: { view: 'the picture is being prepared' },
      invoke: {
        id: 'preparePhoto',
        src: 'preparePhoto',
        input: ({ context: { coming } }) =>
          coming?.photo ? picturePreparation(coming.photo, coming.offered) : null,
        onDone: {
          target: 'signing',
          actions: { type: 'setPrepared', params: ({ event }) => ({ prepared: event.output }) },
        },
        onError: fail,
      },
    },
    signing: {
      meta: { view: 'the picture is being uploaded' },
      invoke: {
        id: 'requestUpload',
        src: 'requestUpload',
        input: ({ context: { coming } }) =>
          coming?.prepared
            ? { format: coming.prepared.format, functionCode: coming.offered.code }
            : null,
        onDone: {
          target: 'uploading',
          actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
        },
        onError: [{ guard: { type: 'isPassing', params: failed }, target: 'paused' }, fail],
      },
    },
    uploading: {
      meta: { view: 'the picture is being uploaded' },
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context: { coming } }) =>
          coming?.prepared && coming.ticket
            ? { file: coming.prepared.file, ticket: coming.ticket }
            : null,
        onError: fail,
      },
      on: {
        'upload.completed': {
          target: '#ownPicture.ready',
          actions: ['setArrived', 'tellStudio'],
        },
        'upload.failed': [
          { guard: { type: 'isPassing', params: told }, target: 'paused' },
          {
            guard: { type: 'isTicketRefused', params: told },
            target: 'signing',
            actions: { type: 'setFailure', params: told },
          },
          {
            target: '#ownPicture.failed',
            actions: [
              { type: 'setFailure', params: told },
              { type: 'reportFailure', params: told },
            ],
          },
        ],
      },
    },
    paused: {
      entry: 'countTry',
      meta: { view: 'the picture waits for the connection; a button to try at once' },
      after: { retryPause: { target: 'signing' } },
      on: {
        'connection.restored': { target: 'signing' },
        'retry.pressed': { target: 'signing' },
      },
    },
  },
});

/**
 * The visitor's own picture for an option, for example behind a cut-out. It is uploaded when it is
 * chosen, so that previews can show it and several runs can use it.
 */
export const ownPictureMachine = ownPictureSetup.createMachine({
  id: 'ownPicture',
  context: {
    coming: null,
    picture: null,
    fileKey: null,
    problem: null,
    tries: 0,
    failure: null,
  },
  initial: 'none',
  on: {
    'picture.chosen': {
      target: '.checking',
      actions: { type: 'setFile', params: ({ event }) => event },
    },
  },
  states: {
    none: {
      meta: { view: 'a button to choose a picture, and why the last file cannot be used' },
      // a key of an earlier page, whose picture is not on this page
      on: { 'picture.lost': { actions: 'tellStudio' } },
    },
    checking: {
      meta: { view: 'the picture is being checked' },
      on: {
        'picture.removed': { target: 'none', actions: ['forget', 'tellStudio'] },
      },
      invoke: {
        id: 'inspectPhoto',
        src: 'inspectPhoto',
        input: ({ context: { coming } }) =>
          coming && {
            source: { kind: 'file' as const, file: coming.file },
            isOneOfMany: true,
          },
        onDone: [
          {
            guard: { type: 'hasProblem', params: inspected },
            target: 'sorting',
            actions: { type: 'setProblem', params: inspected },
          },
          {
            target: 'sending',
            actions: [{ type: 'setPhoto', params: inspected }, 'tellStudio'],
          },
        ],
        onError: {
          target: 'sorting',
          actions: ['setUnreadable', { type: 'reportFailure', params: failed }],
        },
      },
    },
    /** the file cannot be used; an earlier picture stays */
    sorting: {
      meta: { view: 'transient' },
      always: [{ guard: 'hasPicture', target: 'ready' }, { target: 'none' }],
    },
    sending,
    ready: {
      meta: { view: 'the picture, with buttons to replace and to remove it' },
      on: {
        'picture.removed': { target: 'none', actions: ['forget', 'tellStudio'] },
        'picture.lost': { target: 'sending.signing', actions: ['setLost', 'tellStudio'] },
      },
    },
    failed: {
      meta: { view: 'why the picture could not be sent; a button to try again' },
      on: {
        'retry.pressed': { target: 'sending', actions: 'dropFailure' },
        'picture.removed': { target: 'none', actions: ['forget', 'tellStudio'] },
      },
    },
  },
});
