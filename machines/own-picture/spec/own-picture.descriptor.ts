import { assign } from 'xstate';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  offline,
  photo,
  pictureWish,
  prepared,
  refused,
  rejecting,
  ticket,
} from '../../testing/samples.ts';
import { ownPictureMachine } from '../own-picture.machine.ts';
import type { OwnPictureContext } from '../own-picture.types.ts';

const failures = { offline: rejecting(offline), refused: rejecting(refused('too_many_uploads')) };

export const ownPictureDescriptor = describeChart<typeof ownPictureMachine>({
  machine: ownPictureMachine,
  people: {
    'picture.chosen': { '': pictureWish },
    'picture.removed': {},
    'retry.pressed': {},
  },
  charts: { 'picture.lost': {}, 'connection.restored': {} },
  actors: {
    inspectPhoto: {
      done: { '': photo, 'not an image': { ...photo, problem: 'notAnImage' } },
      error: { 'it cannot be read': rejecting({ reason: 'unexpected' }) },
    },
    preparePhoto: {
      done: { '': prepared },
      error: { 'it cannot be written': rejecting({ reason: 'unsupported' }) },
    },
    requestUpload: { done: { '': ticket }, error: failures },
    upload: {
      sends: {
        '': { type: 'upload.completed' },
        offline: { type: 'upload.failed', failure: offline },
        'refused by the storage': { type: 'upload.failed', failure: { reason: 'refused' } },
      },
      error: { 'a fault': new Error('a fault') },
    },
  },
  reads: (context: OwnPictureContext) => [
    context.coming !== null,
    context.picture !== null,
    context.fileKey !== null,
    context.problem,
    context.failure?.reason,
  ],
  laws: {
    'the studio is told each key and each loss of a key': {
      holds: ({ before, now, told }) => {
        const key = now.context.fileKey;
        const isSame = before.context.fileKey === key;
        const isTold = told.some(
          ({ to, event }) =>
            to === 'studio' && event.type === 'picture.changed' && event.fileKey === key,
        );
        return isSame || isTold;
      },
      brokenBy: 'ownPicture.sending.uploading on upload.completed: without the action tellStudio',
    },
    'no key is used while another picture is on the screen': {
      holds: ({ now }) =>
        (!now.matches('sending') && !now.matches('failed')) || now.context.fileKey === null,
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setPhoto: assign(({ context: { coming } }, { photo: accepted }) => ({
              coming: coming && { ...coming, photo: accepted },
            })),
          },
        }),
    },
    'an earlier picture is shown again after a file that cannot be used': {
      holds: ({ now }) => !now.matches('none') || now.context.picture === null,
      brokenBy: (machine) => machine.provide({ guards: { hasPicture: () => false } }),
    },
    'a picture is ready only with its key': {
      holds: ({ now }) => !now.matches('ready') || now.context.fileKey !== null,
      brokenBy: 'ownPicture.sending.uploading on upload.completed: without the action setArrived',
    },
  },
});
