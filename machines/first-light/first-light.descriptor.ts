import { assign } from 'xstate';
import type { OfferedFunction } from '../model/functions.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import { sampleCut, samplePreview } from '../testing/sample-look.ts';
import { faceSearch, offline, photo, refused, rejecting, wish } from '../testing/samples.ts';
import { cutIn, lookIn } from './first-light.keys.ts';
import { firstLightMachine } from './first-light.machine.ts';

const of = (code: string, preview: OfferedFunction['preview']) => ({
  photo,
  offered: { ...wish.offered, code, preview },
  options: {},
});

const fast = of('upscale-2x-fast', { of: 'crop', side: 128 });
const whole = of('enhance', { of: 'whole', side: 384 });
const another = { ...fast, photo: { ...photo, id: 'photo-2' } };

export const firstLightDescriptor = describeChart<typeof firstLightMachine>({
  machine: firstLightMachine,
  charts: {
    'look.wished': {
      '': fast,
      'another function': whole,
      'another setting': { ...whole, options: { strength: 60 } },
      'another photo': another,
      'nothing to show': { ...faceSearch, options: {} },
    },
    'photo.left': {},
    'connection.restored': {},
  },
  actors: {
    cutPhoto: {
      done: { '': sampleCut },
      error: { 'it cannot be read': rejecting({ reason: 'unsupported' }) },
    },
    previewFunction: {
      done: { '': samplePreview },
      error: { offline: rejecting(offline), refused: rejecting(refused('rate_limited')) },
    },
  },
  reads: (context) => [
    context.wish?.photo.id,
    context.wish?.offered.code,
    Object.keys(context.cuts),
    Object.keys(context.looks),
    context.standing,
  ],
  laws: {
    'what is shown is of the function and the options that are chosen': {
      holds: ({ now }) => !now.matches('shown') || lookIn(now.context) !== null,
      brokenBy: 'firstLight.sorting on always: without the guard isKnown',
    },
    'no picture of another function stands for what is on its way': {
      holds: ({ now: { context } }) =>
        context.standing === null ||
        Object.entries(context.looks).some(
          ([key, look]) =>
            look === context.standing && JSON.parse(key)[0] === context.wish?.offered.code,
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            keepWish: assign(({ context }, kept) => ({
              ...(context.wish?.photo.id === kept.photo.id ? {} : { cuts: {}, looks: {} }),
              wish: kept,
              standing: Object.values(context.looks)[0] ?? null,
            })),
          },
        }),
    },
    'no picture of another photo is kept': {
      holds: ({ now: { context } }) =>
        Object.values(context.looks).every(({ photoId }) => photoId === context.wish?.photo.id),
      brokenBy: (machine) =>
        machine.provide({ actions: { keepWish: assign((_, kept) => ({ wish: kept })) } }),
    },
    'nobody waits for what a function does not show beforehand': {
      holds: ({ now }) => now.matches('blank') || Boolean(now.context.wish?.offered.preview),
      brokenBy: 'firstLight on look.wished: without the guard canBeShown',
    },
    'nothing is left of a photo that has gone': {
      holds: ({ now: { context }, event }) =>
        event?.type !== 'photo.left' || (context.wish === null && cutIn(context) === null),
      brokenBy: 'firstLight on photo.left: without the action forget',
    },
  },
});
