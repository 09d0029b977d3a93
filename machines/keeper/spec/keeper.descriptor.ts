import { assign } from 'xstate';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { keptPhoto, rejecting } from '../../testing/samples.ts';
import { keeperMachine } from '../keeper.machine.ts';

const refused = { 'the browser refuses': rejecting({ reason: 'unsupported' }) };

export const keeperDescriptor = describeChart<typeof keeperMachine>({
  machine: keeperMachine,
  charts: {
    'photo.held': ({ jobs }) => (jobs.length > 1 ? {} : { '': { photo: keptPhoto } }),
    'photo.released': ({ jobs }) => (jobs.length > 1 ? {} : { '': { id: keptPhoto.id } }),
  },
  actors: {
    keepPhoto: { done: { '': undefined }, error: refused },
    forgetPhoto: { done: { '': undefined }, error: refused },
    guardLeaving: { error: refused },
  },
  reads: ({ jobs, unkept }) => [jobs.map(({ kind }) => kind), unkept],
  laws: {
    'no photo that could not be saved waits to be saved': {
      holds: ({ now: { context } }) =>
        context.jobs.every(({ kind, id }) => kind === 'forget' || !context.unkept.includes(id)),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            planToKeep: assign(({ context }, { photo }) => ({
              jobs: [...context.jobs, { kind: 'keep', id: photo.id, photo }],
            })),
          },
        }),
    },
    'the browser asks before the page is left while a photo would be lost with it': {
      holds: ({ now }) => now.context.unkept.length > 0 === now.matches({ leaving: 'guarded' }),
      brokenBy: 'keeper.leaving.free on always: dropped always',
    },
    'a released photo is deleted from the device': {
      holds: ({ now: { context }, event }) =>
        event?.type !== 'photo.released' ||
        context.jobs.findLast(({ id }) => id === event.id)?.kind === 'forget',
      brokenBy: (machine) => machine.provide({ actions: { planToForget: assign({ unkept: [] }) } }),
    },
  },
});
