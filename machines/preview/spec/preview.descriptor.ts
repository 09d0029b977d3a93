import { assign } from 'xstate';
import type { OfferedFunction } from '../../model/functions.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { samplePiece, samplePreview } from '../../testing/sample-preview.ts';
import { offline, photo, refused, regionSearch, rejecting, wish } from '../../testing/samples.ts';
import { frameIn, pieceIn, previewIn } from '../preview.keys.ts';
import { previewMachine } from '../preview.machine.ts';
import type { PreviewContext } from '../preview.types.ts';

const of = (code: string, preview: OfferedFunction['preview']) => ({
  photo,
  offered: { ...wish.offered, code, preview },
  options: {},
});

const fast = of('upscale-2x-fast', { of: 'crop', side: 128 });
const whole = of('enhance', { of: 'whole', side: 384 });
const another = { ...fast, photo: { ...photo, id: 'photo-2' } };

export const previewDescriptor = describeChart<typeof previewMachine>({
  machine: previewMachine,
  people: {
    'piece.moved': (context: PreviewContext) =>
      frameIn(context) ? { 'beyond the edge': { place: { x: 1.2, y: -0.1 } } } : {},
  },
  charts: {
    'preview.requested': {
      '': fast,
      'another function': whole,
      'another setting': { ...whole, options: { strength: 60 } },
      'another photo': another,
      'nothing to show': { ...regionSearch, options: {} },
    },
    'photo.left': {},
    'connection.restored': {},
  },
  actors: {
    cropPhoto: {
      done: ({ request }: PreviewContext) =>
        request?.offered.preview?.of === 'whole'
          ? { '': samplePiece }
          : { '': { ...samplePiece, place: { x: 0.5, y: 0.4 } } },
      error: { 'it cannot be read': rejecting({ reason: 'unsupported' }) },
    },
    previewFunction: {
      done: { '': samplePreview },
      error: { offline: rejecting(offline), refused: rejecting(refused('rate_limited')) },
    },
  },
  reads: (context) => [
    context.request?.photo.id,
    context.request?.offered.code,
    context.place,
    Object.keys(context.pieces),
    Object.keys(context.previews),
    context.standing,
  ],
  laws: {
    'the shown preview belongs to the chosen function, options and place': {
      holds: ({ now }) => !now.matches('shown') || previewIn(now.context) !== null,
      brokenBy: 'preview.sorting on always: without the guard isKnown',
    },
    'no picture of another function is shown while a preview is loading': {
      holds: ({ now: { context } }) =>
        context.standing === null ||
        Object.entries(context.previews).some(
          ([key, preview]) =>
            preview === context.standing && JSON.parse(key)[0] === context.request?.offered.code,
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setRequest: assign(({ context }, kept) => ({
              ...(context.request?.photo.id === kept.photo.id
                ? {}
                : { place: null, pieces: {}, previews: {} }),
              request: kept,
              standing: Object.values(context.previews)[0] ?? null,
            })),
          },
        }),
    },
    'no picture of another photo is stored': {
      holds: ({ now: { context } }) =>
        Object.values(context.previews).every(
          ({ photoId }) => photoId === context.request?.photo.id,
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setRequest: assign(({ context }, kept) => ({
              ...(context.request?.photo.id === kept.photo.id ? {} : { place: null }),
              request: kept,
            })),
          },
        }),
    },
    'the piece stays at its place until the visitor moves it or chooses another photo': {
      holds: ({ before: { context: before }, now: { context }, event }) => {
        if (before.request?.photo.id !== context.request?.photo.id) return context.place === null;
        return [null, context.place].includes(before.place) || event?.type === 'piece.moved';
      },
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setRequest: assign(({ context }, kept) => ({
              ...(context.request?.photo.id === kept.photo.id ? {} : { pieces: {}, previews: {} }),
              request: kept,
              standing: null,
            })),
          },
        }),
    },
    'the piece lies inside the photo': {
      holds: ({ now: { context } }) => {
        const { x, y } = context.place ?? { x: 0.5, y: 0.5 };
        return Math.min(x, y) >= 0 && Math.max(x, y) <= 1;
      },
      brokenBy: (machine) =>
        machine.provide({ actions: { setPlace: assign((_, { place }) => ({ place })) } }),
    },
    'no preview is requested for a function without one': {
      holds: ({ now }) => now.matches('blank') || Boolean(now.context.request?.offered.preview),
      brokenBy: 'preview on preview.requested: without the guard canBeShown',
    },
    'no data of a removed photo is stored': {
      holds: ({ now: { context }, event }) =>
        event?.type !== 'photo.left' || (context.request === null && pieceIn(context) === null),
      brokenBy: 'preview on photo.left: without the action forget',
    },
  },
});
