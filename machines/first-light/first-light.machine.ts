import { assign, setup } from 'xstate';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import type { PhotoCut, PreviewPicture } from '../model/photo.ts';
import { failed, neededCallOrFail } from '../port-actors.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import {
  cutIn,
  cutOf,
  isSameWish,
  lookIn,
  standingIn,
  withCut,
  withLook,
} from './first-light.keys.ts';
import type { FirstLightContext, FirstLightEvent, LookWish } from './first-light.types.ts';

type Failed = { failure: PortFailure };

const forgotten = { wish: null, cuts: {}, looks: {}, standing: null } satisfies FirstLightContext;

const lightSetup = setup({
  types: {
    context: {} as FirstLightContext,
    events: {} as FirstLightEvent,
    meta: {} as StateMeta,
  },
  actors: {
    cutPhoto: neededCallOrFail<PhotoPort['cutPhoto']>('cutPhoto'),
    previewFunction: neededCallOrFail<TaskPort['previewFunction']>('previewFunction', knownCodes),
  },
  guards: {
    /** the studio also reports changes of the offer and the balance, which do not matter here */
    isSame: ({ context }, wish: LookWish) => isSameWish(context.wish, wish),
    canBeShown: (_, wish: LookWish) => cutOf(wish) !== null,
    /** the functions are not being browsed yet: the first preview is loaded at once */
    isOfNewPhoto: ({ context }, wish: LookWish) =>
      context.wish?.photo.id !== wish.photo.id && cutOf(wish) !== null,
    isKnown: ({ context }) => lookIn(context) !== null,
    hasCut: ({ context }) => cutIn(context) !== null,
    isOffline: (_, { failure }: Failed) => failure.reason === 'offline',
  },
  actions: {
    keepWish: assign(({ context }, { photo, offered, options }: LookWish) => {
      const wish = { photo, offered, options };
      if (context.wish?.photo.id !== photo.id) return { ...forgotten, wish };
      return { wish, standing: standingIn(context, wish) };
    }),
    keepCut: assign(({ context }, { cut }: { cut: PhotoCut }) => withCut(context, cut)),
    keepLook: assign(({ context }, { after }: { after: PreviewPicture }) =>
      withLook(context, after),
    ),
    forget: assign(forgotten),
  },
  delays: {
    /** browsing the functions, or moving a slider, sends one call */
    lull: 180,
    retryPause: 10_000,
  },
});

const told = ({ event }: { event: LookWish }) => event;

const miss = [
  { guard: { type: 'isOffline', params: failed }, target: 'postponed' },
  { target: 'missed' },
] as const;

/**
 * Shows a function's result for a piece of the visitor's photo before anything is started or paid. Failures are
 * not reported: the start does not need the preview.
 */
export const firstLightMachine = lightSetup.createMachine({
  id: 'firstLight',
  options: { maxIterations: 1000 },
  context: forgotten,
  initial: 'blank',
  on: {
    'look.wished': [
      { guard: { type: 'isSame', params: told } },
      {
        guard: { type: 'isOfNewPhoto', params: told },
        target: '.cutting',
        actions: { type: 'keepWish', params: told },
      },
      {
        guard: { type: 'canBeShown', params: told },
        target: '.sorting',
        actions: { type: 'keepWish', params: told },
      },
      { target: '.blank', actions: { type: 'keepWish', params: told } },
    ],
    'photo.left': { target: '.blank', actions: 'forget' },
  },
  states: {
    blank: { meta: { view: 'nothing' } },
    sorting: {
      meta: { view: 'transient' },
      always: [{ guard: 'isKnown', target: 'shown' }, { target: 'pausing' }],
    },
    pausing: {
      meta: { view: "the preview's placeholder" },
      after: {
        lull: [{ guard: 'hasCut', target: 'asking' }, { target: 'cutting' }],
      },
    },
    cutting: {
      meta: { view: "the preview's placeholder" },
      invoke: {
        id: 'cutPhoto',
        src: 'cutPhoto',
        input: ({ context: { wish } }) => wish && cutOf(wish),
        onDone: {
          target: 'asking',
          actions: { type: 'keepCut', params: ({ event }) => ({ cut: event.output }) },
        },
        onError: { target: 'missed' },
      },
    },
    asking: {
      meta: { view: "the preview's placeholder" },
      invoke: {
        id: 'previewFunction',
        src: 'previewFunction',
        input: ({ context }) => {
          const cut = cutIn(context);
          const { offered, options } = context.wish ?? {};
          return cut && offered && options
            ? { functionCode: offered.code, options, image: cut.image }
            : null;
        },
        onDone: {
          target: 'shown',
          actions: { type: 'keepLook', params: ({ event }) => ({ after: event.output }) },
        },
        onError: miss,
      },
    },
    shown: { meta: { view: 'a piece of the photo before and after' } },
    missed: { meta: { view: 'a note that there is no preview this time' } },
    postponed: {
      meta: { view: 'a note that the preview waits for the connection' },
      on: { 'connection.restored': { target: 'asking' } },
      // a request may fail although the browser never reports being offline
      after: { retryPause: { target: 'asking' } },
    },
  },
});
