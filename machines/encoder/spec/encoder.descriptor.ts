import { assign } from 'xstate';
import type { EncodedPicture } from '../../model/picture-format.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { offline, photo, refused, rejecting } from '../../testing/samples.ts';
import { encoderMachine } from '../encoder.machine.ts';
import type { OpenPicture } from '../encoder.types.ts';
import { isLimitOutOfRange, madeIn } from '../encoder.wish.ts';

const size = { width: 1600, height: 1200 };

export const openResult: OpenPicture = {
  ...size,
  requester: 'result',
  source: {
    kind: 'stored',
    picture: { url: '/files/cat-2x.png', name: 'cat-2x.png', mime: 'image/png' },
  },
  formats: ['delivered', 'jpg', 'webp'],
  suggested: 'jpg',
  suggestedTransparent: 'delivered',
  functionCode: 'upscale-2x-fast',
};

export const openPhoto: OpenPicture = {
  ...size,
  requester: 'studio',
  source: { kind: 'photo', id: 'photo-1', file: photo.file },
  formats: ['jpg', 'png', 'webp'],
  suggested: 'jpg',
  suggestedTransparent: 'webp',
  functionCode: 'smaller',
};

export const madeFile: EncodedPicture = {
  ...size,
  file: { name: 'cat-2x.jpg', size: 90_000, type: 'image/jpeg' },
  url: 'blob:cat',
  isTransparent: false,
};

export const encoderDescriptor = describeChart<typeof encoderMachine>({
  machine: encoderMachine,
  people: {
    'format.chosen': {
      'as delivered': { format: 'delivered' },
      JPEG: { format: 'jpg' },
      PNG: { format: 'png' },
    },
    'side.chosen': { smaller: { side: 640 }, unchanged: { side: null } },
    'limit.chosen': { usual: { limit: 'usual' }, own: { limit: 'own' }, none: { limit: 'none' } },
    'limit.changed': { '300 kB': { kilobytes: 300 }, 'too small': { kilobytes: 1 } },
    'quality.changed': { lower: { quality: 60 } },
    'encoding.retried': {},
    'save.pressed': {},
  },
  charts: {
    'picture.opened': { 'a result': { picture: openResult }, 'a photo': { picture: openPhoto } },
    'picture.closed': {},
    'connection.restored': {},
  },
  actors: {
    encodePicture: {
      done: {
        'a file': madeFile,
        'a file of a transparent picture': { ...madeFile, isTransparent: true },
      },
      error: { offline: rejecting(offline), 'it is gone': rejecting(refused('record_gone')) },
    },
    savePicture: {
      done: {},
      error: { 'it is not allowed': rejecting({ reason: 'unsupported' }) },
    },
  },
  reads: (context) => {
    const { picture, format, side, quality, limit, made } = context;
    return [
      picture?.requester,
      [format, side, quality, limit, isLimitOutOfRange(context)],
      made && [made.wish.format, made.file.isTransparent, madeIn(context) !== null],
    ];
  },
  laws: {
    'a file is shown as made only if it is as the settings say': {
      holds: ({ now }) => !now.matches({ open: 'made' }) || madeIn(now.context) !== null,
      brokenBy: 'encoder.open.sorting on always: without the guard isMade',
    },
    'no file is made with a limit that is out of range': {
      holds: ({ now }) => !now.matches({ open: 'encoding' }) || !isLimitOutOfRange(now.context),
      brokenBy: 'encoder.open.sorting on always: dropped 1',
    },
    'nothing of the previous picture stays with the next one': {
      holds: ({ event, before, now: { context } }) =>
        event?.type !== 'picture.opened' ||
        before.context.picture?.requester === context.picture?.requester ||
        (context.made === null && context.side === null && context.format === null),
      brokenBy: (machine) =>
        machine.provide({ actions: { setPicture: assign((_, { picture }) => ({ picture })) } }),
    },
  },
});
