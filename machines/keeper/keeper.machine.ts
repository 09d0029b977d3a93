import { assign } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import type { StakeTag } from '../model/stake.ts';
import { failed, ports } from '../port-actors.ts';
import type { KeptPhotosPort } from '../ports/kept-photos.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import {
  afterFailure,
  afterHold,
  afterRelease,
  photoToForget,
  photoToKeep,
} from './keeper.jobs.ts';
import type { KeeperContext, KeeperEvent } from './keeper.types.ts';

/** Reactions to a job that gets no answer. Such a job must not block the other jobs. */
const givenUp = (call: 'keepPhoto' | 'forgetPhoto') => {
  const failure: PortFailure = { reason: 'timeout', call };
  return {
    target: 'idle',
    actions: ['giveUpJob', { type: 'reportFailure', params: { failure } }],
  } as const;
};

const keeperSetup = setupChart({
  types: {
    context: {} as KeeperContext,
    events: {} as KeeperEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: ports({
    calls: ['keepPhoto', 'forgetPhoto'],
    streams: ['guardLeaving'],
  }).of<KeptPhotosPort>(),
  guards: {
    isToKeep: ({ context }) => context.jobs[0]?.kind === 'keep',
    isToForget: ({ context }) => context.jobs[0]?.kind === 'forget',
    isSomethingUnkept: ({ context }) => context.unkept.length > 0,
    isNothingUnkept: ({ context }) => context.unkept.length === 0,
  },
  actions: {
    planToKeep: assign(({ context }, { photo }: { photo: KeptPhoto }) => ({
      jobs: afterHold(context, photo),
    })),
    planToForget: assign(({ context }, { id }: { id: string }) => afterRelease(context, id)),
    endJob: assign(({ context }) => ({ jobs: context.jobs.slice(1) })),
    giveUpJob: assign(({ context }) => afterFailure(context)),
    reportFailure: sendRejected(),
  },
  /** time limit of a job in milliseconds; a write that succeeds takes far less */
  delays: { patience: 10_000 },
});

const done = { target: 'idle', actions: 'endJob' } as const;

const given = {
  target: 'idle',
  actions: ['giveUpJob', { type: 'reportFailure', params: failed }],
} as const;

const storing = keeperSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      meta: { view: 'nothing visible: every photo is saved, if possible' },
      always: [
        { guard: 'isToKeep', target: 'keeping' },
        { guard: 'isToForget', target: 'forgetting' },
      ],
    },
    keeping: {
      meta: { view: 'nothing visible: a photo is being saved on the device' },
      invoke: {
        id: 'keepPhoto',
        src: 'keepPhoto',
        input: ({ context }) => photoToKeep(context),
        onDone: done,
        onError: given,
      },
      after: { patience: givenUp('keepPhoto') },
    },
    forgetting: {
      meta: { view: 'nothing visible: a photo is being deleted from the device' },
      invoke: {
        id: 'forgetPhoto',
        src: 'forgetPhoto',
        input: ({ context }) => photoToForget(context),
        onDone: done,
        onError: given,
      },
      after: { patience: givenUp('forgetPhoto') },
    },
  },
});

const leaving = keeperSetup.createStateConfig({
  initial: 'free',
  states: {
    free: {
      meta: { view: 'the page may be left at any time' },
      always: { guard: 'isSomethingUnkept', target: 'guarded' },
    },
    guarded: {
      tags: 'unkept',
      meta: { view: 'the page has to stay open; the browser asks before it is left' },
      always: { guard: 'isNothingUnkept', target: 'free' },
      invoke: {
        id: 'guardLeaving',
        src: 'guardLeaving',
        onError: { actions: { type: 'reportFailure', params: failed } },
      },
    },
  },
});

/**
 * Saves photos on the device until they are uploaded. If a photo cannot be saved, the browser asks
 * for confirmation before the page is closed.
 */
export const keeperMachine = keeperSetup.createMachine({
  id: 'keeper',
  context: { jobs: [], unkept: [] },
  type: 'parallel',
  on: {
    'photo.held': { actions: { type: 'planToKeep', params: ({ event }) => event } },
    'photo.released': { actions: { type: 'planToForget', params: ({ event }) => event } },
  },
  states: { storing, leaving },
});
