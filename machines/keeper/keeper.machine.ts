import { assertEvent, assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { failed, neededCall, neededStream } from '../port-actors.ts';
import type { KeptPhotosPort } from '../ports/kept-photos.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { rejected } from '../record-notices.ts';
import type { KeeperContext, KeeperEvent } from './keeper.types.ts';

const slow: PortFailure = { reason: 'timeout', call: 'keepPhoto' };

/** Sees to it that the photo in hand outlives its page, or that the browser asks before it goes. */
export const keeperMachine = setup({
  types: {
    context: {} as KeeperContext,
    events: {} as KeeperEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    keepPhoto: neededCall<KeptPhotosPort['keepPhoto']>('keepPhoto'),
    forgetPhoto: neededCall<KeptPhotosPort['forgetPhoto']>('forgetPhoto'),
    guardLeaving: neededStream<KeptPhotosPort['guardLeaving']>('guardLeaving'),
  },
  guards: {
    isHeld: ({ context }, { id }: { id: string }) => context.heldId === id,
  },
  actions: {
    hold: assign((_, { id }: { id: string }) => ({ heldId: id })),
    reportFailure: sendTo(chart('app'), rejected()),
  },
  /** far beyond any write that still ends */
  delays: { patience: 10_000 },
}).createMachine({
  id: 'keeper',
  options: { maxIterations: 1000 },
  context: { heldId: null },
  initial: 'empty',
  on: {
    'photo.held': {
      target: '.writing',
      reenter: true,
      actions: { type: 'hold', params: ({ event }) => event.photo },
      meta: { req: 'R79' },
    },
    'photo.released': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      target: '.forgetting',
      meta: { req: 'R79' },
    },
  },
  states: {
    empty: { meta: { view: 'nothing to see: there is no photo to keep' } },
    writing: {
      meta: { view: 'nothing to see: the photo is being kept' },
      invoke: {
        id: 'keepPhoto',
        src: 'keepPhoto',
        input: ({ event }) => {
          assertEvent(event, 'photo.held');
          return event.photo;
        },
        onDone: { target: 'kept', meta: { req: 'R79' } },
        onError: {
          target: 'unkept',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R79' },
        },
      },
      after: {
        patience: {
          target: 'unkept',
          actions: { type: 'reportFailure', params: { failure: slow } },
          meta: { req: 'R79' },
        },
      },
    },
    kept: { meta: { view: 'the page may be left at any time' } },
    unkept: {
      meta: { view: 'the page must stay open; the browser asks before it is left' },
      // what could not be kept a moment ago is not tried again with every change of an option
      on: {
        'photo.held': {
          guard: { type: 'isHeld', params: ({ event }) => event.photo },
          meta: { req: 'R79' },
        },
      },
      invoke: {
        id: 'guardLeaving',
        src: 'guardLeaving',
        onError: { actions: { type: 'reportFailure', params: failed }, meta: { req: 'ours' } },
      },
    },
    forgetting: {
      meta: { view: 'nothing to see: the photo is deleted from this device' },
      invoke: {
        id: 'forgetPhoto',
        src: 'forgetPhoto',
        input: ({ event }) => {
          assertEvent(event, 'photo.released');
          return { id: event.id };
        },
        onDone: { target: 'empty', meta: { req: 'R79' } },
        onError: {
          target: 'empty',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R79' },
        },
      },
    },
  },
});
