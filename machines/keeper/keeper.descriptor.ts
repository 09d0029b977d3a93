import { describeChart } from '../testing/chart-descriptor.ts';
import { keptPhoto, rejecting } from '../testing/samples.ts';
import { keeperMachine } from './keeper.machine.ts';

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
    'no photo is both missing and about to be kept': ({ jobs, unkept }) =>
      jobs.every(({ kind, id }) => kind === 'forget' || !unkept.includes(id)),
  },
});
